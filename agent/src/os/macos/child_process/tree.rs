//! Everything a run started, and how to end all of it.
//!
//! A process belongs to a run when it is in the run's session, when it carries the run's mark
//! in its environment, or when its parent belongs to the run. The system hides the environment
//! of its own programs: one of those that left both session and parent is not found.

use std::collections::{HashMap, HashSet};
use std::ffi::OsStr;
use std::path::Path;
use std::time::Duration;

use nix::sys::signal::Signal;
use serde::{Deserialize, Serialize};
use tokio::time::Instant;

use crate::os::macos::process_table::{self, ProcessEntry};
use crate::os::unix::run_members::{Origin, members, send};
use crate::run_id::{RUN_VARIABLE, RunId};

/// How long the end of a tree is waited for; a process that the kernel itself
/// holds cannot be ended sooner by anybody.
const KILL_LIMIT: Duration = Duration::from_millis(1500);

const BETWEEN_ATTEMPTS: Duration = Duration::from_millis(5);

/// The name of the file in a run's folder that says which process it is.
const RECORD: &str = "process.json";

/// The processes of one run.
#[derive(Clone, Debug)]
pub struct Tree {
    /// The variable that its processes are started with.
    mark: String,
    leader: Option<Leader>,
}

/// The first process of a run, and what distinguishes it from a later one with
/// the same id.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Leader {
    /// Its id, and that of its session.
    id: i32,
    /// When it started, in seconds since 1970.
    started: u64,
}

impl Tree {
    /// The tree under a process that was just started.
    pub fn of(run_id: &RunId, id: Option<u32>) -> Self {
        let leader = id.and_then(|id| {
            let id = i32::try_from(id).ok()?;
            Some(Leader { id, started: process_table::find(id)?.started })
        });
        Self { mark: mark_of(run_id), leader }
    }

    /// The tree of a run that an earlier agent process started; without a record of its first
    /// process, those with its mark.
    pub fn recorded(run_id: &RunId, run_dir: &Path) -> Self {
        let text = std::fs::read(run_dir.join(RECORD)).unwrap_or_default();
        Self { mark: mark_of(run_id), leader: serde_json::from_slice(&text).ok() }
    }

    /// Records which process this is, for an agent that comes after a crash.
    ///
    /// Not forced to the disk: when the machine dies, so do its processes.
    pub fn record(&self, run_dir: &Path) {
        let Some(leader) = &self.leader else { return };
        let text = serde_json::to_vec(leader).unwrap_or_default();
        if let Err(error) = std::fs::write(run_dir.join(RECORD), text) {
            tracing::warn!(%error, mark = self.mark, "a process cannot be recorded");
        }
    }

    /// Kills until nothing is left, or the time for it is up.
    ///
    /// All are stopped before one ends: what is stopped starts nothing more, and its children
    /// are found while it is still their parent.
    pub async fn kill(&self) {
        let deadline = Instant::now() + KILL_LIMIT;
        let mut stopped = HashSet::new();
        loop {
            let tree = self.clone();
            let finding = tokio::task::spawn_blocking(move || tree.members(&process_table::list()));
            let members = finding.await.unwrap_or_default();
            let is_late = Instant::now() > deadline;
            if members.is_empty() {
                return;
            }
            let is_all = members.is_subset(&stopped);
            for id in &members {
                send(*id, if is_all || is_late { Signal::SIGKILL } else { Signal::SIGSTOP });
            }
            if is_late {
                let left = members.len();
                tracing::warn!(mark = self.mark, left, "processes of a run could not be killed");
                return;
            }
            stopped.extend(members);
            tokio::time::sleep(BETWEEN_ATTEMPTS).await;
        }
    }

    /// Every living process of the run.
    fn members(&self, processes: &HashMap<i32, ProcessEntry>) -> HashSet<i32> {
        let origins: HashMap<i32, Origin> =
            processes.iter().map(|(id, process)| (*id, process.origin())).collect();
        let first = self.leader.as_ref().map(|leader| (leader.id, leader.started));
        let has_mark = |process: &ProcessEntry| {
            process.environment.iter().any(|entry| entry == OsStr::new(&self.mark))
        };
        members(&origins, first, &|id| processes.get(&id).is_some_and(has_mark))
    }
}

fn mark_of(run_id: &RunId) -> String {
    format!("{RUN_VARIABLE}={run_id}")
}

#[cfg(test)]
#[path = "tree_tests.rs"]
mod tests;
