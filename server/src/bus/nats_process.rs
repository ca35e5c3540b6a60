//! A NATS server for one test, which the test may stop and start again.

use std::net::TcpListener;
use std::path::PathBuf;
use std::process::Stdio;

use tokio::process::{Child, Command};

use super::Bus;
use crate::testing::until;

/// A key for buses of tests.
pub(crate) const KEY: [u8; 32] = [7; 32];

/// A running `nats-server` on a loopback port; ends with the value.
pub(crate) struct NatsProcess {
    program: PathBuf,
    port: u16,
    options: Vec<String>,
    child: Option<Child>,
}

impl NatsProcess {
    /// Starts a server; prints why and returns `None` if that is not possible.
    pub(crate) fn start(options: &[&str]) -> Option<NatsProcess> {
        let Some(program) = find_program() else {
            println!("skipped: no nats-server in PATH, and MUSTER_TEST_NATS_SERVER is not set");
            return None;
        };
        let options = options.iter().map(|&option| option.to_owned()).collect();
        let mut process = NatsProcess { program, port: free_port(), options, child: None };
        process.resume();
        Some(process)
    }

    /// The address, with optional credentials (`"user:password@"`).
    pub(crate) fn url(&self, credentials: &str) -> String {
        format!("nats://{credentials}127.0.0.1:{}", self.port)
    }

    /// A bus over it. On a machine that stands still it may take a while to listen.
    pub(crate) async fn connect(&self, credentials: &str) -> Bus {
        let url = self.url(credentials);
        until("the broker listens", async || Bus::connect(&url, &KEY).await.ok()).await
    }

    /// Kills the server as a crash would.
    pub(crate) async fn kill(&mut self) {
        self.child.take().expect("a running server").kill().await.unwrap();
    }

    /// Starts the server again on the same port.
    pub(crate) fn resume(&mut self) {
        let child = Command::new(&self.program)
            .args(["--addr", "127.0.0.1", "--port", &self.port.to_string()])
            .args(&self.options)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn();
        self.child = Some(child.unwrap());
    }
}

/// A port below the range that the system hands out by itself: nobody else gets it
/// before the server listens, nor while it is down.
fn free_port() -> u16 {
    loop {
        let port = rand::random_range(12_000..32_000);
        if TcpListener::bind(("127.0.0.1", port)).is_ok() {
            return port;
        }
    }
}

fn find_program() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("MUSTER_TEST_NATS_SERVER") {
        return Some(named.into());
    }
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .map(|folder| folder.join("nats-server"))
        .find(|file| file.is_file())
}
