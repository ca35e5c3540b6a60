//! Systems on which running is not built yet: each run is refused.
//!
//! macOS will need a process group and `launchctl asuser`; Windows a job object
//! and the token of the interactive session.

use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitStatus;

use tokio::process::{ChildStderr, ChildStdout};

use super::prepare::Ready;
use super::{CannotStart, Job};
use crate::data_dir::DataDir;
use crate::run_id::RunId;

fn not_built() -> String {
    format!("running commands is not built for {} yet", std::env::consts::OS)
}

/// An account of this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// Its name.
    pub name: String,
    /// Its number.
    pub uid: u32,
    /// Its home folder.
    pub home: PathBuf,
    /// Its login shell.
    pub shell: PathBuf,
}

/// A running process and everything it starts.
#[derive(Debug)]
pub struct Process {}

/// Starts a process; refused on this system.
pub fn start(_job: &Job, _ready: Ready) -> Result<Process, CannotStart> {
    Err(CannotStart(not_built()))
}

impl Process {
    /// The two pipes of the process.
    pub fn take_pipes(&mut self) -> (Option<ChildStdout>, Option<ChildStderr>) {
        (None, None)
    }

    /// Waits for the process itself.
    pub async fn wait(&mut self) -> io::Result<ExitStatus> {
        Err(io::Error::other(not_built()))
    }

    /// Kills the process and everything it started.
    pub async fn kill_tree(&self) {}

    /// Puts a run that lasts where nothing can leave it.
    pub async fn confine(&self) {}

    /// Removes what the run needed only while it ran.
    pub fn clean_up(&mut self) {}
}

/// The return code of an ended process.
pub fn exit_code(status: io::Result<ExitStatus>) -> i32 {
    status.ok().and_then(|status| status.code()).unwrap_or(-1)
}

/// The account the agent runs as.
pub fn own_account() -> Account {
    Account { name: String::new(), uid: 0, home: PathBuf::new(), shell: PathBuf::new() }
}

/// The account of the active session; refused on this system.
pub async fn person_at_the_machine() -> Result<Account, CannotStart> {
    Err(CannotStart(not_built()))
}

/// Who is logged in.
pub async fn people_logged_in() -> Vec<String> {
    Vec::new()
}

/// Kills what is left of runs that a dead agent had started: none can be.
pub async fn end_leftovers(_data: &DataDir, _runs: &[RunId]) {}

/// Makes a folder for its owner alone; fails when there is one already.
pub fn create_new_private_dir(path: &Path) -> io::Result<()> {
    std::fs::create_dir(path)
}

/// Gives a file to an account; refused on this system.
pub fn give_to(_path: &Path, _account: &Account) -> io::Result<()> {
    Err(io::Error::other(not_built()))
}
