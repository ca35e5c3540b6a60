//! PostgreSQL and NATS of a test's own, which it may stop and start again.

use std::fs::{self, File, Permissions};
use std::net::TcpStream;
use std::os::unix::fs::{PermissionsExt, chown};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use tempfile::TempDir;
use tokio::process::{Child, Command};

use crate::server::free_port;
use crate::waiting::until_true;

/// A database or broker that listens on a port of its own.
pub struct Engine {
    /// Its address.
    pub url: String,
    command: Vec<String>,
    /// Ends it without a last word, and without leaving anything behind.
    ending: Signal,
    port: u16,
    child: Option<Child>,
    folder: TempDir,
}

/// The program of a variable that the scripts set, or none and a word about it.
fn program(variable: &str) -> Option<PathBuf> {
    let found = std::env::var_os(variable).map(PathBuf::from);
    if found.is_none() {
        println!("skipped: {variable} is not set");
    }
    found
}

impl Engine {
    /// A NATS server, if there is a program for it.
    pub async fn nats() -> Option<Self> {
        let program = program("MUSTER_TEST_NATS_SERVER")?.display().to_string();
        let (folder, port) = (tempfile::tempdir().expect("a temporary folder"), free_port());
        let (store, number) = (folder.path().display().to_string(), port.to_string());
        let options = ["--addr", "127.0.0.1", "--port", &number, "--jetstream", "--store_dir"];
        let mut command = vec![program];
        command.extend(options.map(str::to_owned));
        command.push(store);
        let url = format!("nats://127.0.0.1:{port}");
        let ending = Signal::SIGKILL;
        let mut engine = Self { url, command, ending, port, child: None, folder };
        engine.start().await;
        Some(engine)
    }

    /// A PostgreSQL server with an empty database, if there is a program for
    /// it.
    pub async fn postgres() -> Option<Self> {
        let programs = program("MUSTER_TEST_POSTGRES_BIN")?;
        let (folder, port) = (tempfile::tempdir().expect("a temporary folder"), free_port());
        let data = folder.path().join("data");
        let prefix = as_other_user(&folder).await;
        let tool = |name: &str| {
            let mut command = prefix.clone();
            command.push(programs.join(name).display().to_string());
            command.extend(["-D".to_owned(), data.display().to_string()]);
            command
        };
        let mut make = tool("initdb");
        let options =
            ["-U", "muster", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync"];
        make.extend(options.map(str::to_owned));
        let made = to_run(&make, folder.path()).status().await.expect("initdb starts");
        assert!(made.success(), "{}", log(folder.path()));
        let mut command = tool("postgres");
        for setting in [
            format!("port={port}"),
            "listen_addresses=127.0.0.1".to_owned(),
            format!("unix_socket_directories={}", folder.path().display()),
            "fsync=off".to_owned(),
        ] {
            command.extend(["-c".to_owned(), setting]);
        }
        let url = format!("postgres://muster@127.0.0.1:{port}/postgres");
        let ending = Signal::SIGQUIT;
        let mut engine = Self { url, command, ending, port, child: None, folder };
        engine.start().await;
        Some(engine)
    }

    /// Starts it, at the same address each time, and waits until it listens.
    pub async fn start(&mut self) {
        let child = to_run(&self.command, self.folder.path()).spawn();
        self.child = Some(child.expect("the engine starts"));
        until_true("the engine listens", || TcpStream::connect(("127.0.0.1", self.port)).is_ok())
            .await;
    }

    /// Ends it as a crash would, and waits until it is gone.
    pub async fn stop(&mut self) {
        self.signal();
        let mut child = self.child.take().expect("it runs");
        let is_over = || child.try_wait().expect("its state can be read").is_some();
        until_true("the engine is gone", is_over).await;
    }

    fn signal(&self) {
        if let Some(pid) = self.child.as_ref().and_then(Child::id) {
            let pid = i32::try_from(pid).expect("a process id");
            let _ = kill(Pid::from_raw(pid), self.ending);
        }
    }
}

impl Drop for Engine {
    #[expect(clippy::disallowed_methods, reason = "a drop cannot wait in any other way")]
    fn drop(&mut self) {
        if std::thread::panicking() {
            println!("--- {}\n{}", self.url, log(self.folder.path()));
        }
        self.signal();
        // Its folder goes next: it must not write into it any more.
        if let Some(mut child) = self.child.take() {
            for _ in 0..500 {
                if !matches!(child.try_wait(), Ok(None)) {
                    return;
                }
                std::thread::sleep(Duration::from_millis(10));
            }
            let _ = child.start_kill();
        }
    }
}

fn to_run(words: &[String], folder: &Path) -> Command {
    let open = File::options().create(true).append(true).open(folder.join("log"));
    let log = open.expect("a log file");
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]).current_dir("/").stdin(Stdio::null());
    command.stdout(log.try_clone().expect("a second handle")).stderr(log);
    command
}

fn log(folder: &Path) -> String {
    fs::read_to_string(folder.join("log")).unwrap_or_default()
}

/// PostgreSQL's programs refuse to run as root: the start of a command line
/// that makes them somebody else's, who then owns the folder.
async fn as_other_user(folder: &TempDir) -> Vec<String> {
    if !nix::unistd::geteuid().is_root() {
        return vec!["env".to_owned()];
    }
    let mut user = ids("postgres").await;
    if user.is_none() {
        user = ids("nobody").await;
    }
    let (user, group) = user.expect("there is somebody else");
    fs::set_permissions(folder.path(), Permissions::from_mode(0o700)).expect("it is ours");
    chown(folder.path(), Some(user), Some(group)).expect("root may give it away");
    let (user, group) = (format!("--reuid={user}"), format!("--regid={group}"));
    ["setpriv", &user, &group, "--clear-groups", "--"].map(str::to_owned).to_vec()
}

/// The numbers of a user and their group, if there is such a user.
async fn ids(name: &str) -> Option<(u32, u32)> {
    let number = async |option: &str| {
        let output =
            Command::new("id").args([option, name]).output().await.expect("there is an id");
        String::from_utf8_lossy(&output.stdout).trim().parse().ok()
    };
    Some((number("-u").await?, number("-g").await?))
}
