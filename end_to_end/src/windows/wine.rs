//! A Windows of a test's own. Nothing of it is left when it is dropped.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use tempfile::TempDir;
use tokio::process::{Child, Command};
use tokio::time::timeout;

use super::processes::{command_line, of_windows};
use super::template::{AWAKE, template};
use super::wine_script;
use crate::process::{Ended, program_at};

/// How long a program may take: the first one starts Windows.
const LIMIT: Duration = Duration::from_secs(120);

/// A Windows.
pub struct Wine {
    folder: TempDir,
    /// Windows is up as long as it runs.
    _awake: Child,
}

impl Wine {
    /// A new one.
    pub async fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let mut copy = Command::new("cp");
        copy.args(["-a", "--reflink=auto", "--", "."]).arg(folder.path());
        copy.current_dir(template().await);
        assert!(copy.status().await.expect("there is a cp").success());
        let mut awake = wine_command(folder.path(), &wine_script());
        awake.arg(format!(r"C:\{AWAKE}")).arg("awake").stdout(Stdio::null()).stderr(Stdio::null());
        Self { _awake: awake.spawn().expect("the script starts"), folder }
    }

    /// A file or folder of its drive C, such as `ProgramData/Muster`.
    pub fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join("drive_c").join(path)
    }

    /// Runs a program to its end; line ends are those of Unix.
    pub async fn run(&self, words: &[&str]) -> Ended {
        self.run_within(LIMIT, words).await
    }

    /// The same with a limit of its own.
    pub async fn run_within(&self, limit: Duration, words: &[&str]) -> Ended {
        run_in(self.folder.path(), &wine_script(), words, limit).await
    }

    /// The same for what has to work; returns what it printed.
    pub async fn output_of(&self, words: &[&str]) -> String {
        let ended = self.run(words).await;
        assert_eq!(ended.code, Some(0), "{words:?}: {}{}", ended.stdout, ended.stderr);
        ended.stdout
    }

    /// The processes in it with a text in their command line.
    pub fn processes(&self, text: &str) -> Vec<u32> {
        let all = of_windows(self.folder.path());
        all.into_iter().filter(|id| command_line(*id).contains(text)).collect()
    }
}

/// What Windows runs is ended from outside: it would take its time.
impl Drop for Wine {
    fn drop(&mut self) {
        loop {
            let left = of_windows(self.folder.path());
            if left.is_empty() {
                break;
            }
            for id in left {
                // One that ended meanwhile is no problem.
                let _ = kill(Pid::from_raw(id.cast_signed()), Signal::SIGKILL);
            }
        }
    }
}

/// Runs a program in the Windows of a folder. What it prints goes to files: services that
/// start with it hold on to its streams.
pub async fn run_in(folder: &Path, script: &Path, words: &[&str], limit: Duration) -> Ended {
    let streams = tempfile::tempdir().expect("a temporary folder");
    let [stdout, stderr] = ["stdout", "stderr"].map(|name| streams.path().join(name));
    let create = |path: &Path| Stdio::from(File::create(path).expect("a file"));
    let mut command = wine_command(folder, script);
    command.args(words).stdout(create(&stdout)).stderr(create(&stderr));
    let mut child = command.spawn().expect("the script starts");
    let ended = timeout(limit, child.wait()).await;
    let text = |path: &Path| {
        let bytes = fs::read(path).unwrap_or_default();
        String::from_utf8_lossy(&bytes).replace("\r\n", "\n")
    };
    let (stdout, stderr) = (text(&stdout), text(&stderr));
    let status = ended.unwrap_or_else(|_| panic!("{words:?} does not end: {stdout}{stderr}"));
    let code = status.expect("its end can be read").code();
    Ended { code, stdout, stderr }
}

/// Calls the script for the Windows of a folder, which has home and sockets of its own.
fn wine_command(folder: &Path, script: &Path) -> Command {
    let mut command = program_at(script);
    command.envs(["WINEPREFIX", "HOME", "XDG_RUNTIME_DIR"].map(|name| (name, folder)));
    command.current_dir(folder);
    command
}
