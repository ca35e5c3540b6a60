//! Running on Linux: a session of its own for each run, and the end of it.

mod account;
mod cgroup;
mod process_table;
mod tree;

use std::ffi::OsStr;
use std::fs::DirBuilder;
use std::io::{self, ErrorKind};
use std::os::unix::fs::{DirBuilderExt, chown};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{ExitStatus, Stdio};

use process_wrap::tokio::{ChildWrapper, CommandWrap, ProcessSession};
use tokio::process::{ChildStderr, ChildStdout, Command};

use super::prepare::Ready;
use super::script_file::{self, ScriptFile};
use super::{CannotStart, Job, environment};
use crate::data_dir::DataDir;
use crate::run_id::RunId;
use tree::Tree;

#[cfg(test)]
pub use cgroup::is_available as has_control_groups;

pub use account::{Account, own_account, people_logged_in, person_at_the_machine};

/// A running process and everything it starts.
#[derive(Debug)]
pub struct Process {
    child: Box<dyn ChildWrapper>,
    tree: Tree,
    script: Option<ScriptFile>,
}

/// Starts a process in a session of its own, with nothing to read.
pub fn start(job: &Job, ready: Ready) -> Result<Process, CannotStart> {
    let mut command = command_for(&ready)?;
    command
        .env_clear()
        .envs(ready.environment)
        .current_dir(ready.directory)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    tree::keep_orphans(&mut command);
    let refusal = |error: io::Error| match error.kind() {
        ErrorKind::ArgumentListTooLong => {
            let reason =
                "the arguments and the environment are together more than this system takes";
            CannotStart(reason.to_owned())
        }
        _ => CannotStart(format!("{} cannot be started: {error}", ready.program.display())),
    };
    let mut command = CommandWrap::from(command);
    let child = command.wrap(ProcessSession).spawn().map_err(refusal)?;
    // The wrapper would wait for the whole group, and so for children that the
    // command left in the background; the process itself is what counts.
    let child = child.into_inner();
    let tree = Tree::of(&job.run_id, &job.run_dir, child.id());
    tree.record(&job.run_dir);
    Ok(Process { child, tree, script: ready.script })
}

/// `runuser` gives the account's groups and session limits; it needs root.
fn command_for(ready: &Ready) -> Result<Command, CannotStart> {
    let Some(account) = &ready.become_user else {
        let mut command = Command::new(&ready.program);
        command.args(&ready.arguments);
        return Ok(command);
    };
    if !account::is_root() {
        let reason = format!("running as {} needs an agent that runs as root", account.name);
        return Err(CannotStart(reason));
    }
    let Some(runuser) = environment::find_program("runuser") else {
        let reason = format!("running as {} needs runuser, which is not installed", account.name);
        return Err(CannotStart(reason));
    };
    let mut command = Command::new(runuser);
    command.arg("-u").arg(&account.name).arg("--").arg(&ready.program).args(&ready.arguments);
    Ok(command)
}

impl Process {
    /// The two pipes of the process; each can be taken once.
    pub fn take_pipes(&mut self) -> (Option<ChildStdout>, Option<ChildStderr>) {
        (self.child.stdout().take(), self.child.stderr().take())
    }

    /// Waits for the process itself, not for what it left in the background.
    pub async fn wait(&mut self) -> io::Result<ExitStatus> {
        self.child.wait().await
    }

    /// Kills the process and everything it started.
    pub async fn kill_tree(&self) {
        self.tree.kill().await;
    }

    /// Puts a run that lasts into a control group, where nothing can leave it.
    pub async fn confine(&self) {
        self.tree.confine().await;
    }

    /// Removes what the run needed only while it ran.
    pub fn clean_up(&mut self) {
        self.script = None;
        self.tree.clean_up();
    }
}

/// The return code of an ended process; a signal counts as 128 plus its number.
pub fn exit_code(status: io::Result<ExitStatus>) -> i32 {
    match status {
        Ok(status) => status.code().unwrap_or_else(|| 128 + status.signal().unwrap_or(0)),
        Err(error) => {
            tracing::error!(%error, "the end of a process cannot be read");
            -1
        }
    }
}

/// Kills what is left of runs that a dead agent had started.
pub async fn end_leftovers(data: &DataDir, runs: &[RunId]) {
    for run_id in runs {
        if let Some(tree) = Tree::recorded(run_id, &data.run(run_id)) {
            tree.kill().await;
        }
        script_file::remove_leftover(run_id);
    }
    tree::kill_marked(runs);
    cgroup::sweep();
}

/// Makes a folder for its owner alone; fails when there is one already.
pub fn create_new_private_dir(path: &Path) -> io::Result<()> {
    DirBuilder::new().mode(0o700).create(path)
}

/// Gives a file to an account.
pub fn give_to(path: &Path, account: &Account) -> io::Result<()> {
    chown(path, Some(account.uid), Some(account.gid))
}

/// Whether a variable is set so, among those a process was started with.
fn has_variable(environment: &[u8], name: &str, value: &str) -> bool {
    let wanted = format!("{name}={value}");
    environment
        .split(|byte| *byte == 0)
        .any(|entry| entry == OsStr::new(&wanted).as_encoded_bytes())
}
