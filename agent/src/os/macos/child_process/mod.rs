//! The processes of runs: each run gets a session of its own and ends as a whole.

mod tree;

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};

use tokio::process::Command;

use super::accounts::Account;
use crate::os::unix::first_process::{self, FirstProcess};
use crate::os::unix::root;
use crate::os::{Problem, ProcessCommand};
use crate::run_id::RunId;
pub(crate) use tree::Tree;

pub use crate::os::unix::first_process::{InputPipe, StderrPipe, StdoutPipe};

/// Bytes that fit into one argument. All arguments and variables together may be a mebibyte.
pub const MAX_ARGUMENT_BYTES: usize = 256 * 1024;

/// Bytes that fit into one variable with its name.
pub const MAX_VARIABLE_BYTES: usize = MAX_ARGUMENT_BYTES;

/// Whether what hides every mark is found by its group: there are none here.
#[cfg(test)]
pub const fn has_control_groups() -> bool {
    false
}

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
    let first = FirstProcess::start(command_for(&spec)?, spec, input)?;
    let tree = Tree::of(run_id, first.id());
    tree.record(run_dir);
    Ok(Process { first, tree })
}

/// The tree under a process that another part of the system's code started.
pub(crate) fn tree_of(run_id: &RunId, _run_dir: &Path, id: Option<u32>) -> Tree {
    Tree::of(run_id, id)
}

pub(crate) fn command_for(spec: &ProcessCommand) -> Result<Command, Problem> {
    let Some(account) = &spec.become_user else {
        let mut command = Command::new(&spec.program);
        command.args(&spec.arguments);
        return Ok(command);
    };
    root::require_to_run_as(account)?;
    let mut command = Command::new("/bin/launchctl");
    command.args(as_user(account, &spec.program, &spec.arguments));
    Ok(command)
}

/// The arguments of `launchctl` that run a program in the session of a user, where the
/// keychain and the screen are theirs. `asuser` alone keeps root's rights: `sudo` gives them
/// up, and passes the environment on, which would be seen by everybody as arguments.
fn as_user(account: &Account, program: &Path, arguments: &[OsString]) -> Vec<OsString> {
    let uid = account.uid.to_string();
    let user = format!("#{uid}");
    let words = ["asuser", &uid, "/usr/bin/sudo", "-n", "-E", "-u", &user, "--"];
    let words = words.iter().map(OsString::from).chain([program.into()]);
    words.chain(arguments.iter().cloned()).collect()
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

    /// Puts a run that lasts where nothing can leave it: this system has nothing of the kind.
    pub async fn confine(&self) {}

    /// Removes what was needed only while the process ran: nothing was.
    pub fn clean_up(&mut self) {}
}

/// The return code of an ended process; a signal counts as 128 plus its number.
pub fn exit_code(status: io::Result<ExitStatus>) -> i32 {
    first_process::exit_code(status)
}

/// Kills the processes of runs that an earlier agent process started; each run
/// comes with its folder.
pub async fn end_leftovers(runs: &[(RunId, PathBuf)]) {
    for (run_id, run_dir) in runs {
        Tree::recorded(run_id, run_dir).kill().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_runs_in_the_session_of_its_user_and_with_no_other_rights() {
        let account = Account {
            name: "ann marie".to_owned(),
            uid: 501,
            gid: 20,
            home: "/Users/ann".into(),
            shell: "/bin/zsh".into(),
        };
        let words = as_user(&account, Path::new("/bin/zsh"), &["-c".into(), "id -un".into()]);
        let expected = "asuser 501 /usr/bin/sudo -n -E -u #501 -- /bin/zsh -c id -un";
        assert_eq!(words.join(std::ffi::OsStr::new(" ")), expected);
        assert_eq!(words.len(), 11);
    }
}
