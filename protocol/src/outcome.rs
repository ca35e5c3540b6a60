//! How a run ended.

use serde::{Deserialize, Serialize};

/// Return code of a run that was killed at its time limit. Reserved by the API.
pub const TIMED_OUT: i32 = 98;
/// Return code of a run that was cancelled.
pub const CANCELLED: i32 = 97;
/// Return code of a run that could not start; the reason is on stderr.
pub const COULD_NOT_START: i32 = 96;

/// How a run ended. Its output has travelled before this.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// In which of the possible ways.
    pub end: End,
    /// When the process was started, microseconds since 1970, agent's clock.
    pub started: i64,
    /// How long it ran.
    pub seconds: f64,
    /// Bytes of stdout kept, so that the server knows it has all of it.
    pub stdout: u64,
    /// Bytes of stderr kept.
    pub stderr: u64,
    /// Whether a stream went past its limit and was cut.
    pub truncated: bool,
    /// What came of each action of a task, in their order; those that did not
    /// run are missing. Empty for everything else, and from agents before
    /// protocol 3.
    #[serde(default)]
    pub actions: Vec<ActionOutcome>,
}

/// What came of one action of a task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ActionOutcome {
    /// What people call it: the script's name, or the command's first line.
    pub name: String,
    /// Its code, see [`End::retcode`].
    pub retcode: Option<i32>,
    /// How long it ran.
    pub seconds: f64,
    /// Where its part of the run's stdout begins, in bytes,
    pub stdout_from: u64,
    /// and where it ends.
    pub stdout_to: u64,
    /// The same for stderr.
    pub stderr_from: u64,
    /// The same for stderr.
    pub stderr_to: u64,
}

/// The ways in which a run can end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum End {
    /// The program ended by itself. A signal counts as 128 plus its number.
    Exited {
        /// The program's own return code.
        code: i32,
    },
    /// The time limit came first.
    TimedOut,
    /// Somebody cancelled it.
    Cancelled,
    /// Nothing was started; the reason is on stderr too.
    CouldNotStart {
        /// A sentence for a person.
        reason: String,
    },
    /// The agent or its machine died during the run: what it did is unknown.
    Interrupted,
}

impl End {
    /// The code a caller sees; none when nobody can know it.
    pub fn retcode(&self) -> Option<i32> {
        match self {
            Self::Exited { code } => Some(*code),
            Self::TimedOut => Some(TIMED_OUT),
            Self::Cancelled => Some(CANCELLED),
            Self::CouldNotStart { .. } => Some(COULD_NOT_START),
            Self::Interrupted => None,
        }
    }
}
