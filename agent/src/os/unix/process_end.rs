//! The end of one process.

use std::time::{Duration, Instant};

use nix::errno::Errno;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::os::{Problem, refusals};

/// How long a process may take to end by itself when asked.
const TERMINATE_LIMIT: Duration = Duration::from_secs(2);

/// How long the kernel may take to end it.
const KILL_LIMIT: Duration = Duration::from_secs(2);

const BETWEEN_CHECKS: Duration = Duration::from_millis(20);

/// Finds when the process with a number started, in the system's own unit; none when there
/// is none, or it only waits to be collected.
pub type FindStart = fn(i32) -> Option<u64>;

/// Asks a process to end, and leaves it at that.
pub fn terminate(pid: u32, find_start: FindStart) -> Result<(), Problem> {
    let (id, _) = find_other(pid, find_start)?;
    send(id, Signal::SIGTERM)?;
    Ok(())
}

/// Ends a process: first with a request, then with force.
pub async fn end(pid: u32, find_start: FindStart) -> Result<(), Problem> {
    let (id, started) = find_other(pid, find_start)?;
    for (signal, limit) in [(Signal::SIGTERM, TERMINATE_LIMIT), (Signal::SIGKILL, KILL_LIMIT)] {
        if !send(id, signal)? || is_gone_within(limit, id, started, find_start).await {
            return Ok(());
        }
    }
    Err(Problem::failed(format!("process {id} does not end: the kernel holds it")))
}

/// A process that may be ended, and when it started: neither the agent nor what the system
/// hangs on.
fn find_other(pid: u32, find_start: FindStart) -> Result<(i32, u64), Problem> {
    if pid == std::process::id() {
        return Err(refusals::own_process());
    }
    // A number that does not fit would mean a group, or everything.
    let id = i32::try_from(pid).unwrap_or(0);
    if id <= 1 {
        return Err(refusals::process_not_to_end(pid));
    }
    let started = find_start(id).ok_or_else(|| refusals::no_process(pid))?;
    Ok((id, started))
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
async fn is_gone_within(limit: Duration, id: i32, started: u64, find_start: FindStart) -> bool {
    let deadline = Instant::now() + limit;
    loop {
        if find_start(id) != Some(started) {
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
    use super::*;

    #[tokio::test]
    async fn what_must_not_be_ended_is_refused() {
        for (pid, reason) in [
            (std::process::id(), "the agent does not end itself"),
            (0, "process 0 is not one to end"),
            (1, "process 1 is not one to end"),
            (u32::MAX, "process 4294967295 is not one to end"),
            (999_999_999, "there is no process 999999999"),
        ] {
            assert_eq!(terminate(pid, |_| None).unwrap_err().to_string(), reason);
            assert_eq!(end(pid, |_| None).await.unwrap_err().to_string(), reason);
        }
    }
}
