//! One run: who it is, what it may take, and what ends it.

use std::path::PathBuf;
use std::sync::Arc;

use muster_protocol::{End, Outcome};
use tokio_util::sync::CancellationToken;

use crate::board::Board;
use crate::clock;
use crate::os::Problem;
use crate::run_id::RunId;

/// Nothing was started, and this is why; a sentence for a person.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct CannotStart(pub String);

impl From<Problem> for CannotStart {
    fn from(problem: Problem) -> Self {
        Self(problem.to_string())
    }
}

/// One run, and where its progress is reported.
#[derive(Clone, Debug)]
pub struct Job {
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
    /// Ends a run that a stopping agent had waited for.
    pub giving_up: CancellationToken,
}

impl Job {
    /// The same run, which does not end as soon as the agent stops: cut short,
    /// it would do harm.
    pub fn uninterrupted(&self) -> Self {
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

/// Nothing was done, and this is why.
pub fn could_not_start(reason: impl Into<String>) -> End {
    End::CouldNotStart { reason: reason.into() }
}
