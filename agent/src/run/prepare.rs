//! A process that only needs to be started, and the account it runs as.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::script_files::ScriptFiles;
use super::{CannotStart, Job};
use crate::os::ProcessCommand;
use crate::os::accounts::{self, Account};
use crate::run_id::RUN_VARIABLE;

/// A process, ready to start.
#[derive(Debug)]
pub struct Ready {
    /// The process.
    pub command: ProcessCommand,
    /// The files that the command reads, if any; removed when dropped.
    pub script: Option<ScriptFiles>,
}

/// The user who is logged in, if a run has to be theirs.
pub async fn find_user(run_as_user: bool) -> Result<Option<Account>, CannotStart> {
    match run_as_user {
        true => Ok(Some(accounts::active_user().await?)),
        false => Ok(None),
    }
}

/// The account a run belongs to, and whether that is another than the agent's.
pub struct Identity {
    own: Account,
    /// The account to run as; none for the agent's own.
    pub become_user: Option<Account>,
}

impl Identity {
    /// The identity of a user, or the agent's own.
    pub fn of(user: Option<Account>) -> Self {
        let own = accounts::own_account();
        let become_user = user.filter(|user| !user.is_same(&own));
        Self { own, become_user }
    }

    /// A process of this identity, with the clean environment.
    pub fn ready(
        self,
        job: &Job,
        program: PathBuf,
        arguments: Vec<OsString>,
        script: Option<ScriptFiles>,
    ) -> Ready {
        let account = self.become_user.as_ref().unwrap_or(&self.own);
        let mut environment = accounts::environment(account);
        environment.push((RUN_VARIABLE.into(), job.run_id.as_str().into()));
        let command = ProcessCommand {
            program,
            arguments,
            environment,
            directory: start_directory(&account.home),
            become_user: self.become_user,
        };
        Ready { command, script }
    }
}

fn start_directory(home: &Path) -> PathBuf {
    if home.is_dir() { home.to_owned() } else { "/".into() }
}
