//! Everything a run started, and how to end all of it.
//!
//! A process belongs to a run when it is in the run's session, when it carries
//! the run's mark in its environment, when its parent belongs to the run, or
//! when it is in the run's control group. The first process of a run inherits
//! what loses its parent, so that nothing escapes while it lives; and it is the
//! last to be killed.

use std::collections::{HashMap, HashSet};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use nix::errno::Errno;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde::{Deserialize, Serialize};
use tokio::process::Command;
use tokio::time::Instant;

use super::cgroup::Cgroup;
use crate::os::linux::process_stat;
use crate::os::unix::run_members::{Origin, members, send};
use crate::run_id::{RUN_VARIABLE, RunId};

/// How long the end of a tree is waited for; a process that the kernel itself
/// holds cannot be ended sooner by anybody.
const KILL_LIMIT: Duration = Duration::from_millis(700);

const BETWEEN_ATTEMPTS: Duration = Duration::from_millis(3);

/// The name of the file in a run's folder that says which process it is.
const RECORD: &str = "process.json";

/// The processes of one run.
#[derive(Clone, Debug)]
pub struct Tree {
    run_id: RunId,
    leader: Option<Leader>,
    cgroup: Cgroup,
}

/// The first process of a run, and what distinguishes it from a later one with
/// the same id.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Leader {
    /// Its id, and that of its session.
    id: i32,
    /// When it started, in clock ticks since the machine did.
    started: u64,
    /// Which start of the machine that was.
    boot_id: String,
}

impl Tree {
    /// The tree under a process that was just started.
    pub fn of(run_id: &RunId, run_dir: &Path, id: Option<u32>) -> Self {
        let leader = id.and_then(|id| {
            let id = i32::try_from(id).ok()?;
            let started = process_stat::find_stat(id)?.started;
            Some(Leader { id, started, boot_id: process_stat::boot_id() })
        });
        Self { run_id: run_id.clone(), leader, cgroup: Cgroup::of(run_id, run_dir) }
    }

    /// The tree of a run that an earlier agent process started; none when it
    /// was not started, or the machine was since.
    pub fn recorded(run_id: &RunId, run_dir: &Path) -> Option<Self> {
        let text = std::fs::read(run_dir.join(RECORD)).ok()?;
        let leader: Leader = serde_json::from_slice(&text).ok()?;
        let same_boot = leader.boot_id == process_stat::boot_id();
        let (run_id, cgroup) = (run_id.clone(), Cgroup::of(run_id, run_dir));
        same_boot.then_some(Self { run_id, leader: Some(leader), cgroup })
    }

    /// Writes down which process this is, for an agent that comes after a crash.
    ///
    /// Not forced to the disk: when the machine dies, so do its processes.
    pub fn record(&self, run_dir: &Path) {
        let Some(leader) = &self.leader else { return };
        let text = serde_json::to_vec(leader).unwrap_or_default();
        if let Err(error) = std::fs::write(run_dir.join(RECORD), text) {
            tracing::warn!(%error, run_id = %self.run_id, "a process cannot be recorded");
        }
    }

    /// Kills until nothing is left, or the time for it is up.
    pub async fn kill(&self) {
        let deadline = Instant::now() + KILL_LIMIT;
        loop {
            let is_last = Instant::now() > deadline;
            let tree = self.clone();
            let killing = tokio::task::spawn_blocking(move || tree.kill_once(is_last));
            let left = killing.await.unwrap_or(0);
            if left == 0 {
                return;
            }
            if is_last {
                tracing::warn!(run_id = %self.run_id, left, "processes of a run could not be killed");
                return;
            }
            tokio::time::sleep(BETWEEN_ATTEMPTS).await;
        }
    }

    /// Moves what there is of the run into a control group of its own.
    ///
    /// Looks only below the run's first process: with a thousand runs, looking
    /// at every process of the machine for each would take minutes.
    pub async fn confine(&self) {
        let Some(leader) = self.leader.as_ref().map(|leader| leader.id) else { return };
        let cgroup = self.cgroup.clone();
        let work = move || {
            // The second look finds what was started during the first.
            cgroup.take_in(&process_stat::list_descendants(leader));
            cgroup.take_in(&process_stat::list_descendants(leader));
        };
        let _ = tokio::task::spawn_blocking(work).await;
    }

    /// Removes the control group when it is empty.
    pub fn clean_up(&self) {
        self.cgroup.remove();
    }

    /// Kills everything but the first process, and that one once it is alone,
    /// or when this is the last attempt: what is stopped must not stay behind.
    ///
    /// All are stopped before one ends: they start nothing more, the first one
    /// inherits what is left, and no shell writes "Killed" into the output of
    /// a run whose reader cancelled it.
    fn kill_once(&self, is_last: bool) -> usize {
        let members = self.members();
        for id in &members {
            send(*id, Signal::SIGSTOP);
        }
        let leader = self.leader.as_ref().map(|leader| leader.id);
        let kills_all = is_last || members.len() == 1;
        for id in members.iter().filter(|id| kills_all || Some(**id) != leader) {
            send(*id, Signal::SIGKILL);
        }
        self.cgroup.kill();
        members.len()
    }

    /// Every living process of the run.
    fn members(&self) -> HashSet<i32> {
        let processes = process_stat::list_stats().into_iter();
        let processes: HashMap<i32, Origin> =
            processes.map(|(id, process)| (id, process.origin())).collect();
        let first = self.leader.as_ref().map(|leader| (leader.id, leader.started));
        members(&processes, first, &|id| self.marks(id))
    }

    fn marks(&self, id: i32) -> bool {
        has_variable(&process_stat::environment_of(id), RUN_VARIABLE, self.run_id.as_str())
    }
}

/// Lets a process inherit whatever loses its parent below it: what forks twice
/// to lose its parent stays in the tree of its run.
#[expect(unsafe_code, reason = "only code between fork and exec can set this for another program")]
pub fn keep_orphans(command: &mut Command) {
    let inherit = || match nix::sys::prctl::set_child_subreaper(true) {
        // Older than Linux 3.4, or an emulation: the run's mark still finds what escapes.
        Ok(()) | Err(Errno::EINVAL) => Ok(()),
        Err(error) => Err(std::io::Error::from(error)),
    };
    // SAFETY: one system call, which takes no memory and no lock.
    unsafe {
        command.pre_exec(inherit);
    }
}

/// Kills every process that carries the mark of one of these runs: those of a
/// run that was started but not yet written down.
pub fn kill_marked(runs: &[(RunId, PathBuf)]) {
    if runs.is_empty() {
        return;
    }
    for id in process_stat::list_stats().into_keys() {
        let environment = process_stat::environment_of(id);
        let is_of = |run_id: &RunId| has_variable(&environment, RUN_VARIABLE, run_id.as_str());
        if runs.iter().any(|(run_id, _)| is_of(run_id)) {
            let _ = kill(Pid::from_raw(id), Signal::SIGKILL);
        }
    }
}

/// Whether a variable has this value, among those a process was started with.
fn has_variable(environment: &[u8], name: &str, value: &str) -> bool {
    let wanted = format!("{name}={value}");
    environment
        .split(|byte| *byte == 0)
        .any(|entry| entry == OsStr::new(&wanted).as_encoded_bytes())
}

#[cfg(test)]
#[path = "tree_tests.rs"]
mod tests;
