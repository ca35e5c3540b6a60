//! What the ledger knows of one run, and of one task.

use muster_protocol::{Outcome, ScheduleReboot, TaskStart};
use serde::{Deserialize, Serialize};

/// One run in the ledger.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// When the order was accepted, microseconds since 1970.
    pub accepted: i64,
    /// How the run ended; none while it waits or runs.
    pub outcome: Option<Outcome>,
    /// How it began, when the agent started it by itself; none in ledgers of
    /// builds before tasks.
    #[serde(default)]
    pub task: Option<TaskStart>,
    /// When the machine will restart, if that is the order: it outlives the
    /// process that took it. Microseconds since 1970; none in older ledgers.
    #[serde(default)]
    pub reboot: Option<i64>,
    /// What people read before that restart; empty in older ledgers.
    #[serde(default)]
    pub reboot_message: String,
    /// The release to become, if that is the order: the process that took it
    /// ends with it. None in older ledgers.
    #[serde(default)]
    pub update: Option<String>,
}

/// What a run leaves for the process that comes after.
#[derive(Clone, Debug, PartialEq)]
pub enum Promise {
    /// The machine restarts at a set time.
    Reboot(ScheduleReboot),
    /// The agent becomes this release.
    Update(String),
}

/// How far a task is. Instants are microseconds since 1970.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct TaskMemory {
    /// Every run that was due up to this instant is dealt with.
    pub settled: i64,
    /// When the task first came here.
    pub received: i64,
    /// Whether it has neither run nor missed a run since it first came.
    pub is_new: bool,
    /// Whether its one run on a new agent has started.
    pub onboarded: bool,
    /// How many of its runs were dropped since the last one that started.
    pub dropped: u32,
}
