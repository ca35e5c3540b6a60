//! The processes of this machine, and the end of one.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use muster_protocol::{EndProcess, Process};
use nix::errno::Errno;
use nix::sys::signal::{Signal, kill};
use nix::unistd::{Pid, Uid, User};
use sysinfo::{ProcessRefreshKind, ProcessesToUpdate, System, UpdateKind};

use super::process_table::{ProcessEntry, find};
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
    let mut system =
        System::new().map_err(|error| Problem::failed(format!("no processes: {error}")))?;
    let mut system = tokio::task::spawn_blocking(move || {
        refresh(&mut system, ProcessRefreshKind::nothing().without_tasks().with_cpu());
        system
    })
    .await?;
    tokio::time::sleep(BETWEEN_SAMPLES).await;
    let describe = move || {
        let kind = ProcessRefreshKind::nothing().without_tasks().with_cpu().with_memory();
        let kind = kind.with_user(UpdateKind::Always).with_cmd(UpdateKind::Always);
        refresh(&mut system, kind);
        let mut names = HashMap::new();
        let all = system.processes().values();
        let mut processes: Vec<Process> = all.map(|one| describe(one, &mut names)).collect();
        processes.sort_by_key(|process| process.pid);
        processes
    };
    Ok(tokio::task::spawn_blocking(describe).await?)
}

fn refresh(system: &mut System, kind: ProcessRefreshKind) {
    system.refresh_processes_specifics(ProcessesToUpdate::All, true, kind);
}

fn describe(process: &sysinfo::Process, names: &mut HashMap<u32, String>) -> Process {
    // The effective one decides what it may do.
    let uid = process.effective_user_id().map(|uid| **uid);
    let look_up = |uid| match User::from_uid(Uid::from_raw(uid)) {
        Ok(Some(user)) => user.name,
        _ => uid.to_string(),
    };
    let name_of = |uid| names.entry(uid).or_insert_with(|| look_up(uid)).clone();
    let words = process.cmd().iter().map(|word| word.to_string_lossy());
    let mut command_line = words.collect::<Vec<_>>().join(" ");
    command_line.truncate(command_line.floor_char_boundary(MAX_COMMAND_LINE_BYTES));
    Process {
        pid: process.pid().as_u32(),
        ppid: process.parent().map_or(0, |parent| parent.as_u32()),
        name: process.name().to_string_lossy().into_owned(),
        cpu_percent: (process.cpu_usage() * 10.0).round() / 10.0,
        memory_bytes: process.memory(),
        username: uid.map(name_of).unwrap_or_default(),
        command_line,
    }
}

/// Asks a process to end, and leaves it at that.
pub async fn terminate_process(request: &EndProcess) -> Result<(), Problem> {
    let (id, _) = find_other(request.pid)?;
    send(id, Signal::SIGTERM)?;
    Ok(())
}

/// Ends a process: first with a request, then with force.
pub async fn end_process(request: &EndProcess) -> Result<(), Problem> {
    let (id, entry) = find_other(request.pid)?;
    for (signal, limit) in [(Signal::SIGTERM, TERMINATE_LIMIT), (Signal::SIGKILL, KILL_LIMIT)] {
        if !send(id, signal)? || is_gone_within(limit, id, &entry).await {
            return Ok(());
        }
    }
    Err(Problem::failed(format!("process {id} does not end: the kernel holds it")))
}

/// A process that may be ended: neither the agent nor what the system hangs on.
fn find_other(pid: u32) -> Result<(i32, ProcessEntry), Problem> {
    if pid == std::process::id() {
        return Err(Problem::failed("the agent does not end itself"));
    }
    // A number that does not fit would mean a group, or everything.
    let id = i32::try_from(pid).unwrap_or(0);
    if id <= 1 {
        return Err(Problem::failed(format!("process {pid} is not one to end")));
    }
    let Some(entry) = find(id).filter(|entry| !entry.zombie) else {
        return Err(Problem::failed(format!("there is no process {pid}")));
    };
    Ok((id, entry))
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
async fn is_gone_within(limit: Duration, id: i32, known: &ProcessEntry) -> bool {
    let deadline = Instant::now() + limit;
    loop {
        let same = |entry: &ProcessEntry| entry.started == known.started && !entry.zombie;
        if !find(id).as_ref().is_some_and(same) {
            return true;
        }
        if Instant::now() > deadline {
            return false;
        }
        tokio::time::sleep(BETWEEN_CHECKS).await;
    }
}

#[cfg(test)]
mod tests {
    use tokio::process::Command;

    use super::*;

    #[tokio::test]
    async fn a_process_is_listed_with_its_command_and_ended_by_force_when_it_has_to_be() {
        let script = "trap '' TERM; while :; do sleep 0.1; done";
        let mut child = Command::new("sh").args(["-c", script]).kill_on_drop(true).spawn().unwrap();
        let pid = child.id().unwrap();
        let own = |list: Vec<Process>| list.into_iter().find(|process| process.pid == pid);
        let found = loop {
            // Until it is the shell, and not yet what the test is.
            let found = own(list_processes().await.unwrap());
            if let Some(found) = found.filter(|found| found.command_line.contains("trap")) {
                break found;
            }
        };
        assert_eq!(found.ppid, std::process::id());
        assert_eq!(found.command_line, format!("sh -c {script}"));
        assert!(found.memory_bytes > 0 && !found.username.is_empty(), "{found:?}");
        let request = EndProcess { pid };
        let (ended, status) = tokio::join!(end_process(&request), child.wait());
        assert_eq!(ended, Ok(()));
        assert!(!status.unwrap().success());
    }

    #[tokio::test]
    async fn what_must_not_be_ended_is_refused() {
        for (pid, reason) in [
            (std::process::id(), "the agent does not end itself"),
            (0, "process 0 is not one to end"),
            (1, "process 1 is not one to end"),
            (u32::MAX, "process 4294967295 is not one to end"),
            (999_999_999, "there is no process 999999999"),
        ] {
            let refused = terminate_process(&EndProcess { pid }).await.unwrap_err();
            assert_eq!(refused.to_string(), reason);
        }
    }
}
