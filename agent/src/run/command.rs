//! From a command's text to its outcome.

use muster_protocol::{Outcome, RunCommand};

use super::prepare::{Identity, Ready, find_user};
use super::script_files::{ScriptFiles, folder_for};
use super::{CannotStart, Job, Stage};
use crate::os::accounts::Account;
use crate::os::shells::{command_call, find_interpreter};

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

    let reader = identity.become_user.as_ref();
    let folder = folder_for(job, reader);
    let call = command_call(&interpreter, &command.command, &folder)?;
    let script = match call.files.is_empty() {
        true => None,
        false => Some(ScriptFiles::write(folder, &call.files, reader)?),
    };
    Ok(identity.ready(job, interpreter.program, call.arguments, script))
}
