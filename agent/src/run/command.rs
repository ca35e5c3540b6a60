//! From a command's text to its outcome.

use std::ffi::OsString;

use muster_protocol::{Outcome, RunCommand};

use super::prepare::{Identity, Ready, find_user};
use super::script_file::ScriptFile;
use super::{CannotStart, Job, Stage};
use crate::os::accounts::Account;
use crate::os::child_process::MAX_INLINE_BYTES;
use crate::os::shells::find_interpreter;

/// Runs a command until it ends by itself or is ended.
pub async fn run_command(job: &Job, command: &RunCommand) -> Outcome {
    let ready = prepare_command(job, command).await;
    Stage::begin(job).run_alone(ready).await
}

/// Finds everything a command needs, before anything is started.
pub async fn prepare_command(job: &Job, command: &RunCommand) -> Result<Ready, CannotStart> {
    prepare_for(job, command, find_user(command.run_as_user).await?)
}

/// The same for a certain user, or for the agent's own account.
pub fn prepare_for(
    job: &Job,
    command: &RunCommand,
    user: Option<Account>,
) -> Result<Ready, CannotStart> {
    let interpreter = find_interpreter(&command.shell)?;
    let identity = Identity::of(user);

    let (text, reader) = (&command.command, identity.become_user.as_ref());
    let script = match text.len() > MAX_INLINE_BYTES {
        true => Some(ScriptFile::write(job, interpreter.file_name, text, reader)?),
        false => None,
    };
    let (before, last): (_, OsString) = match &script {
        Some(script) => (interpreter.before_file, script.path().into()),
        None => (interpreter.before_text, text.into()),
    };
    let arguments = before.iter().map(OsString::from).chain([last]).collect();
    Ok(identity.ready(job, interpreter.program, arguments, script))
}
