//! The processes of runs on macOS, which a process group will keep together.

use std::ffi::OsString;
use std::io;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::ExitStatus;

use tokio::process::{ChildStderr, ChildStdout, Command};

use crate::os::{Problem, ProcessCommand};
use crate::run_id::RunId;

/// Bytes that fit into one argument or one variable.
pub const MAX_ARGUMENT_BYTES: usize = 256 * 1024;

/// A command with more text than this is run from a file.
pub const MAX_INLINE_BYTES: usize = 100 * 1024;

/// A running process and everything it starts: none can be started yet.
#[derive(Debug)]
pub enum Process {}

/// Starts a process; refused on this system.
pub fn start(_run_id: &RunId, _run_dir: &Path, _spec: ProcessCommand) -> Result<Process, Problem> {
    Err(Problem::not_supported_yet("running commands"))
}

impl Process {
    /// The two pipes of the process; each can be taken once.
    pub fn take_pipes(&mut self) -> (Option<ChildStdout>, Option<ChildStderr>) {
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

/// Replaces this process by another program; returns only when that fails.
pub fn become_program(program: &Path, arguments: &[OsString]) -> io::Error {
    let mut command = Command::new(program);
    command.args(arguments);
    command.as_std_mut().exec()
}
