//! The processes of this machine, and the end of one.

use std::collections::HashMap;
use std::fs;
use std::time::{Duration, Instant};

use muster_protocol::{EndProcess, Process};
use nix::errno::Errno;
use nix::sys::signal::{Signal, kill};
use nix::unistd::{Pid, SysconfVar, Uid, User, sysconf};

use super::process_stat::{ProcessStat, find_stat, list_stats};
use crate::os::Problem;

/// Between the two samples that show how busy a process is.
const BETWEEN_SAMPLES: Duration = Duration::from_millis(400);

/// How long a process may take to end by itself when asked.
const TERMINATE_LIMIT: Duration = Duration::from_secs(2);

/// How long the kernel may take to end it.
const KILL_LIMIT: Duration = Duration::from_secs(2);

const BETWEEN_CHECKS: Duration = Duration::from_millis(20);

/// Longer command lines are cut.
const MAX_COMMAND_LINE_BYTES: usize = 16 * 1024;

/// Every running process, with what it takes right now.
pub async fn list_processes() -> Result<Vec<Process>, Problem> {
    let (before, began) = (tokio::task::spawn_blocking(list_stats).await?, Instant::now());
    tokio::time::sleep(BETWEEN_SAMPLES).await;
    let describe = move || {
        let after = list_stats();
        let busy = Busy { before, seconds: began.elapsed().as_secs_f64(), tick: seconds_in_tick() };
        let page_bytes = system_number(SysconfVar::PAGE_SIZE, 4096);
        let mut names = HashMap::new();
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
    let (id, _) = find_other(request.pid)?;
    send(id, Signal::SIGTERM)?;
    Ok(())
}

/// Ends a process: first with a request, then with force.
pub async fn end_process(request: &EndProcess) -> Result<(), Problem> {
    let (id, stat) = find_other(request.pid)?;
    for (signal, limit) in [(Signal::SIGTERM, TERMINATE_LIMIT), (Signal::SIGKILL, KILL_LIMIT)] {
        if !send(id, signal)? || is_gone_within(limit, id, &stat).await {
            return Ok(());
        }
    }
    Err(Problem::failed(format!("process {id} does not end: the kernel holds it")))
}

/// A process that may be ended: neither the agent nor what the system hangs on.
fn find_other(pid: u32) -> Result<(i32, ProcessStat), Problem> {
    if pid == std::process::id() {
        return Err(Problem::failed("the agent does not end itself"));
    }
    // A number that does not fit would mean a group, or everything.
    let id = i32::try_from(pid).unwrap_or(0);
    if id <= 1 {
        return Err(Problem::failed(format!("process {pid} is not one to end")));
    }
    let Some(stat) = find_stat(id).filter(|stat| !stat.zombie) else {
        return Err(Problem::failed(format!("there is no process {pid}")));
    };
    Ok((id, stat))
}

/// Whether the process was still there for the signal.
fn send(id: i32, signal: Signal) -> Result<bool, Problem> {
    match kill(Pid::from_raw(id), signal) {
        Ok(()) => Ok(true),
        Err(Errno::ESRCH) => Ok(false),
        Err(error) => Err(Problem::failed(format!("process {id} cannot be ended: {error}"))),
    }
}

/// Whether the process, and not a later one of its number, has ended.
async fn is_gone_within(limit: Duration, id: i32, known: &ProcessStat) -> bool {
    let deadline = Instant::now() + limit;
    loop {
        let same = |stat: &ProcessStat| stat.started == known.started && !stat.zombie;
        if !find_stat(id).as_ref().is_some_and(same) {
            return true;
        }
        if Instant::now() > deadline {
            return false;
        }
        tokio::time::sleep(BETWEEN_CHECKS).await;
    }
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

fn username(pid: i32, names: &mut HashMap<u32, String>) -> String {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("Uid:"));
    // The second number is the one that decides what it may do.
    let uid = line.and_then(|ids| ids.split_ascii_whitespace().nth(1)?.parse::<u32>().ok());
    let Some(uid) = uid else { return String::new() };
    let look_up = || match User::from_uid(Uid::from_raw(uid)) {
        Ok(Some(user)) => user.name,
        _ => uid.to_string(),
    };
    names.entry(uid).or_insert_with(look_up).clone()
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
