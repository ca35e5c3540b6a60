//! What a helper does once the process that started it has ended.

use std::fs;
use std::io;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use anyhow::Context;

use super::removal::remove_at_restart;
use super::task::{Removal, Restart};
use crate::os::windows::other_process::OtherProcess;
use crate::os::windows::pause::pause;
use crate::os::windows::service_manager::control::{Refusal, start_after};

/// A process that is about to end and takes longer is ended.
const END_LIMIT: Duration = Duration::from_secs(60);

/// How often something is tried that another program may prevent for a moment, one that
/// looks for viruses above all.
const ATTEMPTS: u32 = 10;
const BETWEEN_ATTEMPTS: Duration = Duration::from_secs(1);

/// Starts the agent again, from its program or from the one before it.
pub fn restart(task: &Restart) -> anyhow::Result<()> {
    wait_for_end(task.after);
    if let Some(fallback) = &task.fallback
        && !task.program.exists()
    {
        tracing::warn!("an update was cut short: the old program is put back");
        put_back(fallback, &task.program)?;
    }
    let Err(error) = start(task) else { return Ok(()) };
    let Some(fallback) = task.fallback.as_ref().filter(|path| path.exists()) else {
        return Err(error);
    };
    tracing::error!("the new program does not start, the old one is put back: {error:#}");
    put_back(fallback, &task.program)?;
    start(task)
}

/// Removes a program that its own process could not remove.
pub fn remove(task: &Removal) -> anyhow::Result<()> {
    wait_for_end(task.after);
    let program = &task.program;
    let remove = || match fs::remove_file(program) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    };
    let Err(error) = several_times(remove) else { return Ok(()) };
    tracing::warn!("{} is removed when Windows starts again: {error}", program.display());
    remove_at_restart(program).with_context(|| format!("cannot remove {}", program.display()))
}

fn wait_for_end(id: u32) {
    let process = match OtherProcess::open_earlier(id) {
        Ok(Some(process)) => process,
        Ok(None) => return,
        Err(error) => {
            tracing::warn!(%error, "the end of the process before this one cannot be seen");
            return;
        }
    };
    if process.ends_within(END_LIMIT) {
        return;
    }
    tracing::warn!("the process before this one does not end: it is ended");
    if let Err(error) = process.terminate() {
        tracing::error!(%error, "it cannot be ended");
    }
    process.ends_within(END_LIMIT);
}

#[expect(clippy::disallowed_methods, reason = "it is the agent")]
fn start(task: &Restart) -> anyhow::Result<()> {
    if !task.is_service {
        let start = || Command::new(&task.program).args(&task.arguments).spawn();
        return several_times(start).map(drop).context("the agent cannot be started");
    }
    let mut attempts = ATTEMPTS;
    loop {
        attempts -= 1;
        match start_after(task.after) {
            Ok(()) => return Ok(()),
            Err(Refusal::Final(error)) => return Err(error),
            Err(Refusal::Passing(error)) if attempts == 0 => return Err(error),
            Err(Refusal::Passing(_)) => pause(BETWEEN_ATTEMPTS),
        }
    }
}

fn put_back(old: &Path, program: &Path) -> anyhow::Result<()> {
    several_times(|| fs::rename(old, program)).context("the old program cannot be put back")
}

fn several_times<T>(mut work: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    for _ in 1..ATTEMPTS {
        match work() {
            Ok(value) => return Ok(value),
            Err(_) => pause(BETWEEN_ATTEMPTS),
        }
    }
    work()
}
