//! The processes of runs on macOS, which a process group will keep together.

use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitStatus;

use tokio::process::{ChildStderr, ChildStdout};

use crate::os::{Problem, ProcessCommand};
use crate::run_id::RunId;

/// Bytes that fit into one argument.
pub const MAX_ARGUMENT_BYTES: usize = 256 * 1024;

/// Bytes that fit into one variable with its name.
pub const MAX_VARIABLE_BYTES: usize = MAX_ARGUMENT_BYTES;

/// What a process prints, as it comes.
pub type StdoutPipe = ChildStdout;

/// The errors that a process prints, as they come.
pub type StderrPipe = ChildStderr;

/// A running process and everything it starts: none can be started yet.
#[derive(Debug)]
pub enum Process {}

/// Starts a process; refused on this system.
pub fn start(_run_id: &RunId, _run_dir: &Path, _spec: ProcessCommand) -> Result<Process, Problem> {
    Err(Problem::not_supported_yet("running commands"))
}

impl Process {
    /// The two pipes of the process; each can be taken once.
    pub fn take_pipes(&mut self) -> (Option<StdoutPipe>, Option<StderrPipe>) {
        match *self {}
    }

    /// Waits for the process itself, not for what it left in the background.
    pub async fn wait(&mut self) -> io::Result<ExitStatus> {
        match *self {}
    }

    /// Kills the process and everything it started.
    pub async fn kill_tree(&self) {
        match *self {}
    }

    /// Puts a run that lasts where nothing can leave it.
    pub async fn confine(&self) {
        match *self {}
    }

    /// Removes what was needed only while the process ran.
    pub fn clean_up(&mut self) {
        match *self {}
    }
}

/// The return code of an ended process.
pub fn exit_code(status: io::Result<ExitStatus>) -> i32 {
    status.ok().and_then(|status| status.code()).unwrap_or(-1)
}

/// Kills the processes of runs that an earlier agent process started: there can
/// be none yet.
pub async fn end_leftovers(_runs: &[(RunId, PathBuf)]) {}
