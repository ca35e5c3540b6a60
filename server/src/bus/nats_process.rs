//! A NATS server for one test, which the test may stop and start again.

use std::net::TcpListener;
use std::path::PathBuf;
use std::process::Stdio;

use tokio::process::{Child, Command};

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
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let options = options.iter().map(|&option| option.to_owned()).collect();
        let mut process = NatsProcess { program, port, options, child: None };
        process.resume();
        Some(process)
    }

    /// The address, with optional credentials (`"user:password@"`).
    pub(crate) fn url(&self, credentials: &str) -> String {
        format!("nats://{credentials}127.0.0.1:{}", self.port)
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

fn find_program() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("MUSTER_TEST_NATS_SERVER") {
        return Some(named.into());
    }
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .map(|folder| folder.join("nats-server"))
        .find(|file| file.is_file())
}
