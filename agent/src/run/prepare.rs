//! From an order to a process that only needs to be started.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::platform::{self, Account};
use super::script_file::ScriptFile;
use super::{CannotStart, Job, environment, interpreter};

/// Linux takes 128 KiB in one argument; longer texts go through a file.
const LONGEST_ARGUMENT: usize = 100 * 1024;

/// A process, ready to start.
#[derive(Debug)]
pub struct Ready {
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<OsString>,
    /// All of its environment.
    pub environment: Vec<(OsString, OsString)>,
    /// The folder it starts in.
    pub directory: PathBuf,
    /// The account to become; none to stay what the agent is.
    pub become_user: Option<Account>,
    /// The command's text, when it is in a file; removed when dropped.
    pub script: Option<ScriptFile>,
}

/// Finds everything a command needs, before anything is started.
pub async fn prepare(job: &Job) -> Result<Ready, CannotStart> {
    let person = match job.command.run_as_user {
        true => Some(platform::person_at_the_machine().await?),
        false => None,
    };
    prepare_for(job, person)
}

/// The same for a certain person, or for the agent's own account.
pub fn prepare_for(job: &Job, person: Option<Account>) -> Result<Ready, CannotStart> {
    let interpreter = interpreter::find(&job.command.shell)?;
    let own = platform::own_account();
    let become_user = person.filter(|person| person.uid != own.uid);
    let account = become_user.as_ref().unwrap_or(&own);

    let text = &job.command.command;
    let script = match text.len() > LONGEST_ARGUMENT {
        true => Some(ScriptFile::write(job, interpreter.file_name, text, become_user.as_ref())?),
        false => None,
    };
    let (before, last): (_, OsString) = match &script {
        Some(script) => (interpreter.before_file, script.path().into()),
        None => (interpreter.before_text, text.into()),
    };
    let arguments = before.iter().map(OsString::from).chain([last]).collect();
    Ok(Ready {
        program: interpreter.program,
        arguments,
        environment: environment::base(account, &job.run_id),
        directory: start_directory(&account.home),
        become_user,
        script,
    })
}

fn start_directory(home: &Path) -> PathBuf {
    if home.is_dir() { home.to_owned() } else { "/".into() }
}
