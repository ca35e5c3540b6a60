//! The processes of this machine, and the end of one.

use std::collections::HashMap;
use std::fs;
use std::time::Instant;

use muster_protocol::{EndProcess, Process};
use nix::unistd::{SysconfVar, sysconf};

use super::process_stat::{ProcessStat, find_stat, list_stats};
use crate::os::Problem;
use crate::os::process_list::{BETWEEN_SAMPLES, MAX_COMMAND_LINE_BYTES};
use crate::os::unix::process_end;
use crate::os::unix::user_names::UserNames;

/// Every running process, with what it takes right now.
pub async fn list_processes() -> Result<Vec<Process>, Problem> {
    let (before, began) = (tokio::task::spawn_blocking(list_stats).await?, Instant::now());
    tokio::time::sleep(BETWEEN_SAMPLES).await;
    let describe = move || {
        let after = list_stats();
        let busy = Busy { before, seconds: began.elapsed().as_secs_f64(), tick: seconds_in_tick() };
        let page_bytes = system_number(SysconfVar::PAGE_SIZE, 4096);
        let mut names = UserNames::default();
        let mut processes: Vec<Process> = after
            .into_iter()
            .map(|(pid, stat)| Process {
                pid: u32::try_from(pid).unwrap_or(0),
                ppid: u32::try_from(stat.parent).unwrap_or(0),
                cpu_percent: busy.percent(pid, &stat),
                memory_bytes: stat.resident_pages * page_bytes,
                username: username(pid, &mut names),
                command_line: command_line(pid),
                name: stat.name,
            })
            .collect();
        processes.sort_by_key(|process| process.pid);
        processes
    };
    Ok(tokio::task::spawn_blocking(describe).await?)
}

/// Asks a process to end, and leaves it at that.
pub async fn terminate_process(request: &EndProcess) -> Result<(), Problem> {
    process_end::terminate(request.pid, find_start)
}

/// Ends a process: first with a request, then with force.
pub async fn end_process(request: &EndProcess) -> Result<(), Problem> {
    process_end::end(request.pid, find_start).await
}

fn find_start(id: i32) -> Option<u64> {
    find_stat(id).filter(|stat| !stat.zombie).map(|stat| stat.started)
}

/// How busy processes were between two looks.
struct Busy {
    before: HashMap<i32, ProcessStat>,
    seconds: f64,
    tick: f64,
}

impl Busy {
    /// Share of one processor; a process that is new was idle before.
    fn percent(&self, id: i32, now: &ProcessStat) -> f32 {
        let before = self.before.get(&id).filter(|before| before.started == now.started);
        let ticks = now.ticks.saturating_sub(before.map_or(0, |before| before.ticks));
        let percent = ticks as f64 * self.tick / self.seconds.max(0.001) * 100.0;
        (percent * 10.0).round() as f32 / 10.0
    }
}

fn username(pid: i32, names: &mut UserNames) -> String {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("Uid:"));
    // The second number is the one that decides what it may do.
    let uid = line.and_then(|ids| ids.split_ascii_whitespace().nth(1)?.parse::<u32>().ok());
    uid.map(|uid| names.name_of(uid)).unwrap_or_default()
}

fn command_line(pid: i32) -> String {
    let bytes = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
    let words: Vec<&[u8]> = bytes.split(|byte| *byte == 0).collect();
    let line = words.join(&b' ');
    let kept = &line[..line.len().min(MAX_COMMAND_LINE_BYTES)];
    String::from_utf8_lossy(kept).trim_end().to_owned()
}

fn seconds_in_tick() -> f64 {
    1.0 / system_number(SysconfVar::CLK_TCK, 100) as f64
}

fn system_number(name: SysconfVar, usual: u64) -> u64 {
    let number = sysconf(name).ok().flatten().and_then(|number| u64::try_from(number).ok());
    number.filter(|number| *number > 0).unwrap_or(usual)
}
