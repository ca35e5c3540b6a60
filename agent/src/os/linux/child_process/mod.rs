//! The processes of runs: each run gets a session of its own and ends as a whole.

mod cgroup;
mod tree;

use std::io;
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};

use tokio::process::Command;

use crate::os::programs::find_program;
use crate::os::unix::first_process::{self, FirstProcess};
use crate::os::unix::root;
use crate::os::{Problem, ProcessCommand};
use crate::run_id::RunId;
pub(crate) use tree::Tree;

pub use crate::os::unix::first_process::{InputPipe, StderrPipe, StdoutPipe};
#[cfg(test)]
pub use cgroup::is_available as has_control_groups;

/// Bytes that fit into one argument, with a zero at the end.
pub const MAX_ARGUMENT_BYTES: usize = 128 * 1024 - 1;

/// Bytes that fit into one variable with its name, and a zero at the end.
pub const MAX_VARIABLE_BYTES: usize = MAX_ARGUMENT_BYTES;

/// A running process and everything it starts.
#[derive(Debug)]
pub struct Process {
    first: FirstProcess,
    tree: Tree,
}

/// Starts a process in a session of its own, with nothing to read.
pub fn start(run_id: &RunId, run_dir: &Path, spec: ProcessCommand) -> Result<Process, Problem> {
    start_reading(run_id, run_dir, spec, Stdio::null())
}

/// Starts a process in a session of its own, with a pipe that it reads.
pub fn start_with_input(
    run_id: &RunId,
    run_dir: &Path,
    spec: ProcessCommand,
) -> Result<(Process, InputPipe), Problem> {
    let mut process = start_reading(run_id, run_dir, spec, Stdio::piped())?;
    let input = process.first.take_input()?;
    Ok((process, input))
}

fn start_reading(
    run_id: &RunId,
    run_dir: &Path,
    spec: ProcessCommand,
    input: Stdio,
) -> Result<Process, Problem> {
    let mut command = command_for(&spec)?;
    tree::keep_orphans(&mut command);
    let first = FirstProcess::start(command, spec, input)?;
    let tree = Tree::of(run_id, run_dir, first.id());
    tree.record(run_dir);
    Ok(Process { first, tree })
}

/// The tree under a process that another part of the system's code started.
pub(crate) fn tree_of(run_id: &RunId, run_dir: &Path, id: Option<u32>) -> Tree {
    Tree::of(run_id, run_dir, id)
}

/// `runuser` sets the account's groups and session limits; it needs root.
pub(crate) fn command_for(spec: &ProcessCommand) -> Result<Command, Problem> {
    let Some(account) = &spec.become_user else {
        let mut command = Command::new(&spec.program);
        command.args(&spec.arguments);
        return Ok(command);
    };
    root::require_to_run_as(account)?;
    let Some(runuser) = find_program("runuser") else {
        let reason = format!("running as {} needs runuser, which is not installed", account.name);
        return Err(Problem::failed(reason));
    };
    let mut command = Command::new(runuser);
    command.arg("-u").arg(&account.name).arg("--").arg(&spec.program).args(&spec.arguments);
    Ok(command)
}

impl Process {
    /// The two pipes of the process; each can be taken once.
    pub fn take_pipes(&mut self) -> (Option<StdoutPipe>, Option<StderrPipe>) {
        self.first.take_pipes()
    }

    /// Waits for the process itself, not for what it left in the background.
    pub async fn wait(&mut self) -> io::Result<ExitStatus> {
        self.first.wait().await
    }

    /// Kills the process and everything it started.
    pub async fn kill_tree(&self) {
        self.tree.kill().await;
    }

    /// Puts a run that lasts into a control group, where nothing can leave it.
    pub async fn confine(&self) {
        self.tree.confine().await;
    }

    /// Removes what was needed only while the process ran.
    pub fn clean_up(&mut self) {
        self.tree.clean_up();
    }
}

/// The return code of an ended process; a signal counts as 128 plus its number.
pub fn exit_code(status: io::Result<ExitStatus>) -> i32 {
    first_process::exit_code(status)
}

/// Kills the processes of runs that an earlier agent process started; each run
/// comes with its folder.
pub async fn end_leftovers(runs: &[(RunId, PathBuf)]) {
    for (run_id, run_dir) in runs {
        if let Some(tree) = Tree::recorded(run_id, run_dir) {
            tree.kill().await;
        }
    }
    tree::kill_marked(runs);
    cgroup::sweep();
}
