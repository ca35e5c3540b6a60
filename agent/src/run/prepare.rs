//! From an order to a process that only needs to be started.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use muster_protocol::RunCommand;

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
pub async fn prepare_command(job: &Job, command: &RunCommand) -> Result<Ready, CannotStart> {
    prepare_for(job, command, find_person(command.run_as_user).await?)
}

/// The person at the machine, if a run is to be theirs.
pub async fn find_person(run_as_user: bool) -> Result<Option<Account>, CannotStart> {
    match run_as_user {
        true => platform::person_at_the_machine().await.map(Some),
        false => Ok(None),
    }
}

/// The same for a certain person, or for the agent's own account.
pub fn prepare_for(
    job: &Job,
    command: &RunCommand,
    person: Option<Account>,
) -> Result<Ready, CannotStart> {
    let interpreter = interpreter::find(&command.shell)?;
    let identity = Identity::of(person);

    let text = &command.command;
    let script = match text.len() > LONGEST_ARGUMENT {
        true => Some(ScriptFile::write(
            job,
            interpreter.file_name,
            text,
            identity.become_user.as_ref(),
        )?),
        false => None,
    };
    let (before, last): (_, OsString) = match &script {
        Some(script) => (interpreter.before_file, script.path().into()),
        None => (interpreter.before_text, text.into()),
    };
    let arguments = before.iter().map(OsString::from).chain([last]).collect();
    Ok(identity.ready(job, interpreter.program, arguments, script))
}

/// Who a run is, and whether that is somebody else than the agent.
pub struct Identity {
    own: Account,
    /// The account to become; none to stay what the agent is.
    pub become_user: Option<Account>,
}

impl Identity {
    /// The identity of a person, or the agent's own.
    pub fn of(person: Option<Account>) -> Self {
        let own = platform::own_account();
        let become_user = person.filter(|person| person.uid != own.uid);
        Self { own, become_user }
    }

    /// A process of this identity, with the clean environment.
    pub fn ready(
        self,
        job: &Job,
        program: PathBuf,
        arguments: Vec<OsString>,
        script: Option<ScriptFile>,
    ) -> Ready {
        let account = self.become_user.as_ref().unwrap_or(&self.own);
        Ready {
            program,
            arguments,
            environment: environment::base(account, &job.run_id),
            directory: start_directory(&account.home),
            become_user: self.become_user,
            script,
        }
    }
}

fn start_directory(home: &Path) -> PathBuf {
    if home.is_dir() { home.to_owned() } else { "/".into() }
}
