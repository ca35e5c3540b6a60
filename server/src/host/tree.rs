//! All processes of a run, and how to kill them.
//!
//! A process belongs to a run when it is in the group of the run's first
//! process, carries the run's mark in its environment, or has a parent that
//! does.

use std::collections::HashSet;
use std::ffi::OsString;
use std::time::Duration;

use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;
use sysinfo::{ProcessRefreshKind, ProcessStatus, ProcessesToUpdate, System, UpdateKind};
use tokio::time::Instant;

use super::RUN_MARK;

/// How long to wait for the end of a tree; a process that is blocked in the
/// kernel cannot be ended sooner.
const KILL_LIMIT: Duration = Duration::from_secs(1);
const BETWEEN_LOOKS: Duration = Duration::from_millis(5);

/// Kills until nothing is left, or until waiting longer would not help.
pub async fn kill(run_id: &str, leader: Option<u32>) {
    if let Some(leader) = leader.and_then(|id| i32::try_from(id).ok()) {
        // It does not matter if the group is empty.
        let _ = killpg(Pid::from_raw(leader), Signal::SIGKILL);
    }
    let mark = OsString::from(format!("{RUN_MARK}={run_id}"));
    let deadline = Instant::now() + KILL_LIMIT;
    loop {
        let mark = mark.clone();
        let killing = tokio::task::spawn_blocking(move || kill_marked(&mark));
        let left = killing.await.unwrap_or(0);
        if left == 0 {
            return;
        }
        if Instant::now() > deadline {
            tracing::warn!(run.id = run_id, left, "processes of a run could not be killed");
            return;
        }
        tokio::time::sleep(BETWEEN_LOOKS).await;
    }
}

/// Kills every process with the mark and all its descendants; returns how many
/// there were.
fn kill_marked(mark: &OsString) -> usize {
    let Ok(mut system) = System::new() else { return 0 };
    let what = ProcessRefreshKind::nothing().without_tasks().with_environ(UpdateKind::Always);
    system.refresh_processes_specifics(ProcessesToUpdate::All, true, what);
    let processes = system.processes();
    let marked = processes.iter().filter(|(_, process)| process.environ().contains(mark));
    let mut members: HashSet<_> = marked.map(|(id, _)| *id).collect();
    loop {
        let is_below =
            |parent: Option<sysinfo::Pid>| parent.is_some_and(|id| members.contains(&id));
        let children: Vec<_> = processes
            .iter()
            .filter(|(id, process)| is_below(process.parent()) && !members.contains(id))
            .map(|(id, _)| *id)
            .collect();
        if children.is_empty() {
            break;
        }
        members.extend(children);
    }
    let members = members.iter().filter_map(|id| processes.get(id));
    let mut left = 0;
    for process in members.filter(|process| process.status() != ProcessStatus::Zombie) {
        process.kill();
        left += 1;
    }
    left
}
