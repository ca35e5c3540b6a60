//! Programs of the system itself, as parts of a run.

use std::ffi::OsString;

use muster_protocol::End;

use super::prepare::{Identity, Ready};
use super::stage::Reply;
use super::{CannotStart, Job, Stage, could_not_start};
use crate::os::programs::find_program;

/// What keeps package managers from asking, and from restarting services
/// (this agent, too) while they work; others ignore it.
const VARIABLES: [(&str, &str); 4] = [
    ("LC_ALL", "C"),
    ("DEBIAN_FRONTEND", "noninteractive"),
    ("APT_LISTCHANGES_FRONTEND", "none"),
    ("NEEDRESTART_MODE", "l"),
];

impl Stage<'_> {
    /// Asks a program; what it prints is for the agent, its complaints are the
    /// run's. Fails as [`Stage::ask`] does.
    pub async fn ask_program(&mut self, words: &[&str]) -> Result<Reply, End> {
        let ready = ready(self.job(), words).map_err(refusal)?;
        self.ask(ready).await
    }

    /// Runs a program; what it prints is the run's.
    pub async fn run_program(&mut self, words: &[&str]) -> End {
        match ready(self.job(), words) {
            Ok(ready) => self.run(ready).await,
            Err(reason) => refusal(reason),
        }
    }
}

/// The first word is the program, the rest are its arguments.
fn ready(job: &Job, words: &[&str]) -> Result<Ready, CannotStart> {
    let name = words.first().copied().unwrap_or_default();
    let missing = || CannotStart(format!("{name} is not installed"));
    let program = find_program(name).ok_or_else(missing)?;
    let arguments = words.iter().skip(1).map(OsString::from).collect();
    let mut ready = Identity::of(None).ready(job, program, arguments, None);
    let variables = VARIABLES.iter().map(|(name, value)| (name.into(), value.into()));
    ready.command.environment.extend(variables);
    ready.command.directory = "/".into();
    Ok(ready)
}

fn refusal(CannotStart(reason): CannotStart) -> End {
    could_not_start(reason)
}
