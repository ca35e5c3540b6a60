//! The processes of a Windows machine, and the end of one.

mod closing;
mod counted_text;
mod details;
mod ending;
mod snapshot;
mod user_names;

use std::collections::HashMap;
use std::time::Instant;

use muster_protocol::{EndProcess, Process};
use tokio::task::spawn_blocking;

use crate::os::Problem;
use crate::os::process_list::{BETWEEN_SAMPLES, MAX_COMMAND_LINE_BYTES};
use crate::os::windows::api_buffer::ApiBuffer;
use details::{OpenedProcess, command_line_buffer};
use snapshot::{ProcessEntry, take_snapshot};
use user_names::UserNames;

/// Windows counts the time of processors in units of 100 nanoseconds.
const UNITS_IN_SECOND: f64 = 10_000_000.0;

/// Every running process, with what it takes right now.
pub async fn list_processes() -> Result<Vec<Process>, Problem> {
    let before = spawn_blocking(take_snapshot).await??;
    let began = Instant::now();
    tokio::time::sleep(BETWEEN_SAMPLES).await;
    let describe_all = move || {
        let after = take_snapshot()?;
        let seconds = began.elapsed().as_secs_f64();
        let (mut names, mut buffer) = (UserNames::default(), command_line_buffer());
        let mut processes: Vec<Process> = after
            .values()
            .map(|entry| {
                let mut process = describe(entry, &mut names, &mut buffer);
                process.ppid = parent_of(entry, &after);
                process.cpu_percent = percent(before.get(&entry.pid), entry, seconds);
                process
            })
            .collect();
        processes.sort_by_key(|process| process.pid);
        Ok(processes)
    };
    spawn_blocking(describe_all).await?
}

/// Asks a process to close, and leaves it at that.
pub async fn terminate_process(request: &EndProcess) -> Result<(), Problem> {
    let pid = request.pid;
    spawn_blocking(move || ending::ask(pid)).await?
}

/// Ends a process: first with a request, then with force.
pub async fn end_process(request: &EndProcess) -> Result<(), Problem> {
    let pid = request.pid;
    spawn_blocking(move || ending::end(pid)).await?
}

/// What one process shows; those that Windows protects show little.
fn describe(entry: &ProcessEntry, names: &mut UserNames, buffer: &mut ApiBuffer) -> Process {
    let opened = OpenedProcess::open(entry.pid).ok();
    let account = opened.as_ref().and_then(OpenedProcess::account);
    let mut line = opened.map(|process| process.command_line(buffer)).unwrap_or_default();
    line.truncate(line.floor_char_boundary(MAX_COMMAND_LINE_BYTES));
    Process {
        pid: entry.pid,
        name: entry.name.clone(),
        memory_bytes: entry.memory_bytes,
        username: account.map(|sid| names.name_of(&sid)).unwrap_or_default(),
        command_line: line.trim_end().to_owned(),
        ..Process::default()
    }
}

/// Its parent; 0 when that has ended, even if another process has its number now.
fn parent_of(entry: &ProcessEntry, all: &HashMap<u32, ProcessEntry>) -> u32 {
    let parent = all.get(&entry.parent).filter(|parent| parent.started <= entry.started);
    parent.map_or(0, |parent| parent.pid)
}

/// Share of one processor; a process that is new was idle before.
fn percent(before: Option<&ProcessEntry>, now: &ProcessEntry, seconds: f64) -> f32 {
    let before = before.filter(|before| before.started == now.started);
    let units = now.busy.saturating_sub(before.map_or(0, |before| before.busy));
    let percent = units as f64 / UNITS_IN_SECOND / seconds.max(0.001) * 100.0;
    (percent * 10.0).round() as f32 / 10.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(pid: u32, parent: u32, started: u64, busy: u64) -> ProcessEntry {
        ProcessEntry { pid, parent, name: String::new(), started, busy, memory_bytes: 0 }
    }

    #[tokio::test]
    async fn this_very_process_is_in_the_list() {
        let processes = list_processes().await.unwrap();
        let own = processes.iter().find(|process| process.pid == std::process::id()).unwrap();
        assert!(!own.name.is_empty() && !own.username.is_empty(), "{own:?}");
        assert!(processes.is_sorted_by_key(|process| process.pid) && processes.len() > 1);
    }

    #[test]
    fn how_busy_a_process_is_shows_between_two_samples() {
        let (old, now) = (entry(8, 4, 100, 1_000_000), entry(8, 4, 100, 3_000_000));
        assert_eq!(percent(Some(&old), &now, 0.4), 50.0);
        assert_eq!(percent(None, &now, 0.4), 75.0);
        // The number was another process's a moment ago.
        assert_eq!(percent(Some(&entry(8, 4, 99, 5_000_000)), &now, 0.4), 75.0);
    }

    #[test]
    fn a_parent_is_older_than_its_child() {
        let all = [entry(4, 0, 0, 0), entry(8, 4, 50, 0), entry(12, 8, 20, 0)];
        let all: HashMap<u32, ProcessEntry> =
            all.into_iter().map(|entry| (entry.pid, entry)).collect();
        let parents = [4, 8, 12].map(|pid| parent_of(&all[&pid], &all));
        assert_eq!(parents, [0, 4, 0]);
    }
}
