//! Runs what the server orders, and ends the whole of it when its time is up.
//!
//! The only place where the agent starts processes. What differs between
//! systems stands behind `platform`.

mod actions;
mod capture;
mod environment;
mod interpreter;
#[cfg(target_os = "linux")]
#[path = "linux/mod.rs"]
mod platform;
#[cfg(not(target_os = "linux"))]
#[path = "not_built.rs"]
mod platform;
mod prepare;
mod program;
mod script;
mod script_file;
mod shebang;
mod stage;
mod tool;

use std::path::PathBuf;
use std::sync::Arc;

use muster_protocol::{End, Outcome, RunCommand, RunScript};
use tokio_util::sync::CancellationToken;

use crate::board::Board;
use crate::clock;
use crate::run_id::RunId;

pub use actions::{TaskRun, run_task};
pub use environment::find_program;
#[cfg(test)]
pub use platform::has_control_groups;
pub use platform::{end_leftovers, people_logged_in};
pub use stage::Stage;
pub use tool::{ToolOutput, become_program, read_tool_lines, run_tool};

/// The variable that marks every process of a run, however it detached itself.
const RUN_MARK: &str = "MUSTER_RUN_ID";

/// Nothing was started, and this is why; a sentence for a person.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct CannotStart(pub String);

/// One run, and where its news go.
#[derive(Clone, Debug)]
pub struct Job {
    /// The run it is.
    pub run_id: RunId,
    /// The run's own folder, which exists.
    pub run_dir: PathBuf,
    /// How long and how much.
    pub limits: Limits,
    /// Where its progress is written.
    pub board: Arc<Board>,
    /// Ends the run because somebody cancelled it.
    pub cancel: CancellationToken,
    /// Ends the run because the agent stops.
    pub stopping: CancellationToken,
    /// Ends what may take its time then, because that is over.
    pub giving_up: CancellationToken,
}

impl Job {
    /// The same run, which does not end as soon as the agent stops: cut short,
    /// it would do harm.
    pub fn unhurried(&self) -> Self {
        Self { stopping: self.giving_up.clone(), ..self.clone() }
    }
}

/// What a run may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// After this many seconds the whole process tree is killed.
    pub seconds: u32,
    /// Bytes kept of each stream.
    pub output_bytes: u64,
}

/// Runs a command to its end, whichever comes first.
pub async fn run_command(job: &Job, command: &RunCommand) -> Outcome {
    let ready = prepare::prepare_command(job, command).await;
    Stage::begin(job).run_alone(ready).await
}

/// Runs a script to its end, whichever comes first.
pub async fn run_script(job: &Job, script: &RunScript) -> Outcome {
    let ready = script::prepare_script(job, script).await;
    Stage::begin(job).run_alone(ready).await
}

/// The outcome of a run that ended before it started.
pub fn never_started(end: End) -> Outcome {
    Outcome {
        end,
        started: clock::now_micros(),
        seconds: 0.0,
        stdout: 0,
        stderr: 0,
        truncated: false,
        actions: Vec::new(),
    }
}

#[cfg(target_os = "linux")]
#[cfg(test)]
mod tests;
