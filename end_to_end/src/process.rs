//! A started program: its output, its signals, its end.

use std::fs::OpenOptions;
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};
use tokio::time::timeout;

use crate::waiting::PATIENCE;

/// A running program, killed when it is dropped.
pub struct Process {
    child: Child,
    pid: u32,
    log: PathBuf,
}

/// What a program that ran to its end left behind.
pub struct Ended {
    /// Its exit code; none when a signal ended it.
    pub code: Option<i32>,
    /// What it printed to standard output.
    pub stdout: String,
    /// What it printed to standard error.
    pub stderr: String,
}

impl Ended {
    /// The one sentence with which a program refused to work. What it logged
    /// before that, in JSON, is no part of it.
    pub fn refusal(&self) -> &str {
        assert_eq!(self.code, Some(1), "{}", self.stderr);
        let said: Vec<&str> = self.stderr.lines().filter(|line| !line.starts_with('{')).collect();
        let [sentence] = said[..] else { panic!("not one sentence: {}", self.stderr) };
        assert_eq!(self.stdout, "", "{sentence}");
        sentence
    }
}

/// One of our programs with an environment that holds nothing of the tester's.
pub fn program(name: &str) -> Command {
    program_at(&program_path(name))
}

/// Where one of our programs is.
pub fn program_path(name: &str) -> PathBuf {
    let path = folder().join(name);
    assert!(path.exists(), "{} is not built: cargo build --workspace", path.display());
    path
}

/// A program at this path, with the same environment.
pub fn program_at(path: &Path) -> Command {
    let mut command = Command::new(path);
    command.env_clear().stdin(Stdio::null()).kill_on_drop(true);
    command.env("PATH", std::env::var_os("PATH").unwrap_or_default());
    command
}

/// Copies a program. Another process makes the file: one that this process had
/// open while a test beside this one started something is too busy to run.
pub async fn copy_program(from: &Path, to: &Path) {
    let mut install = Command::new("install");
    install.args(["-m", "755", "--"]).arg(from).arg(to);
    assert!(install.status().await.expect("there is an install").success());
}

/// Writes a program, in the same way.
pub async fn write_program(path: &Path, text: &str) {
    let draft = path.with_extension("text");
    std::fs::write(&draft, text).expect("a file");
    copy_program(&draft, path).await;
    std::fs::remove_file(&draft).expect("it was written");
}

/// Settings or variables that outlive the test's own texts.
pub fn owned(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
}

/// Test programs are in `deps`, below the folder of the programs themselves.
fn folder() -> PathBuf {
    if let Some(folder) = std::env::var_os("MUSTER_TEST_BIN") {
        return folder.into();
    }
    let own = std::env::current_exe().expect("this program has a path");
    own.ancestors().nth(2).expect("it is in target/…/deps").to_owned()
}

/// Runs a command to its end.
pub async fn finish(command: Command) -> Ended {
    finish_within(PATIENCE, command).await
}

/// The same with a limit of its own.
pub async fn finish_within(limit: Duration, mut command: Command) -> Ended {
    let output = timeout(limit, command.output()).await.expect("it ends in time");
    let output = output.expect("the program starts");
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    Ended { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
}

impl Process {
    /// Starts a program; what it logs is added to a file.
    pub fn start(mut command: Command, log: &Path) -> Self {
        let file = OpenOptions::new().create(true).append(true).open(log).expect("a log file");
        command.stdout(Stdio::piped()).stderr(file);
        let child = command.spawn().expect("the program starts");
        let pid = child.id().expect("it was just started");
        Self { child, pid, log: log.to_owned() }
    }

    /// Waits for a line of its output and returns it; none when it ends
    /// before it prints one.
    pub async fn line_with(&mut self, text: &str) -> Option<String> {
        let stdout = self.child.stdout.as_mut().expect("its output is not taken");
        let mut lines = BufReader::new(stdout).lines();
        let found = async {
            while let Some(line) = lines.next_line().await.expect("its output can be read") {
                if line.contains(text) {
                    return Some(line);
                }
            }
            None
        };
        timeout(PATIENCE, found).await.unwrap_or_else(|_| panic!("it never printed {text:?}"))
    }

    /// Its number in the process table.
    pub fn pid(&self) -> u32 {
        self.pid
    }

    /// Everything it has logged, also before a restart.
    pub fn log(&self) -> String {
        std::fs::read_to_string(&self.log).unwrap_or_default()
    }

    /// Kills it without warning, and returns when it is gone.
    pub async fn kill9(&mut self) {
        self.child.kill().await.expect("it can be killed");
    }

    /// Asks it to end, and returns how it did and how long that took.
    pub async fn terminate(&mut self) -> (ExitStatus, Duration) {
        let asked = Instant::now();
        self.signal(Signal::SIGTERM);
        (self.wait().await, asked.elapsed())
    }

    /// Does to it what Ctrl-C does.
    pub fn interrupt(&self) {
        self.signal(Signal::SIGINT);
    }

    fn signal(&self, signal: Signal) {
        let pid = Pid::from_raw(i32::try_from(self.pid).expect("a process id"));
        kill(pid, signal).expect("it lives");
    }

    /// Waits for its end.
    pub async fn wait(&mut self) -> ExitStatus {
        let ended = timeout(PATIENCE, self.child.wait()).await;
        ended.expect("it ends in time").expect("its end can be read")
    }

    /// Whether it still runs.
    pub fn is_running(&mut self) -> bool {
        self.child.try_wait().expect("its state can be read").is_none()
    }
}

/// A log in the output of a failed test says what a panic cannot.
impl Drop for Process {
    fn drop(&mut self) {
        if std::thread::panicking() {
            println!("--- {}\n{}", self.log.display(), self.log());
        }
    }
}
