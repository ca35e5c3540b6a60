//! Processes: listed, ended, and ended as a whole tree. Only those that the test
//! itself has started are ended.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use muster_protocol::{End, EndProcess, TIMED_OUT};

use super::bench::Bench;
use super::family::{Family, Members};
use super::snag::{Found, Snag};
use crate::os::{self, Problem, processes};
use crate::run::{Job, run_command};

const MEBIBYTE: u64 = 1024 * 1024;

/// The limit of the command that is to meet it.
const SHORT_SECONDS: u32 = 5;

/// The limit of commands that end before it.
const LONG_SECONDS: u32 = 15;

pub async fn list(_: Arc<Bench>) -> Found {
    let listed = processes::list_processes().await?;
    let own = listed.iter().find(|one| one.pid == std::process::id());
    let own = own.ok_or_else(|| Snag::failed("the list does not have the agent itself"))?;
    let memory = own.memory_bytes / MEBIBYTE;
    Ok(format!("{} processes; this one takes {memory} MiB", listed.len()))
}

/// Ends a process with force if need be.
pub async fn end(bench: Arc<Bench>) -> Found {
    end_youngest(&bench, |request| Box::pin(processes::end_process(request))).await
}

/// Asks a process to end.
pub async fn terminate(bench: Arc<Bench>) -> Found {
    if !os::readiness::any_process_can_be_asked() {
        let reason = "on this system only a program with a window can be asked to end";
        return Err(Snag::NotTried(reason.to_owned()));
    }
    end_youngest(&bench, |request| Box::pin(processes::terminate_process(request))).await
}

/// A command that lasts longer than its limit.
pub async fn time_limit(bench: Arc<Bench>) -> Found {
    let family = Family::new()?;
    let job = bench.job(SHORT_SECONDS)?;
    let command = family.command(SHORT_SECONDS);
    let (outcome, members) = tokio::join!(run_command(&job, &command), family.wait_for_all());
    let members = members?;
    must_be(&outcome.end, &End::TimedOut)?;
    members.wait_until_gone().await?;
    let count = members.all.len();
    Ok(format!("{count} processes were ended after {SHORT_SECONDS} seconds, code {TIMED_OUT}"))
}

/// A command that somebody cancels.
pub async fn cancel(bench: Arc<Bench>) -> Found {
    let family = Family::new()?;
    let job = bench.job(LONG_SECONDS)?;
    let command = family.command(LONG_SECONDS);
    let cancelling = async {
        let members = family.wait_for_all().await;
        job.cancel.cancel();
        members
    };
    let (outcome, members) = tokio::join!(run_command(&job, &command), cancelling);
    let members = members?;
    must_be(&outcome.end, &End::Cancelled)?;
    members.wait_until_gone().await?;
    Ok(format!("{} processes were ended at once", members.all.len()))
}

type Ending = fn(&EndProcess) -> BoxFuture<'_, Result<(), Problem>>;

/// Ends the process that the others wait for: they end by themselves then.
async fn end_youngest(bench: &Bench, ending: Ending) -> Found {
    let family = Family::new()?;
    let job = bench.job(LONG_SECONDS)?;
    let command = family.command(LONG_SECONDS);
    let (outcome, ended) =
        tokio::join!(run_command(&job, &command), end_when_running(&family, &job, ending));
    let members = ended?;
    if !matches!(outcome.end, End::Exited { .. }) {
        return Err(unexpected(&outcome.end));
    }
    members.wait_until_gone().await?;
    Ok(format!("{}, process {}, has ended", members.youngest.name, members.youngest.pid))
}

async fn end_when_running(family: &Family, job: &Job, ending: Ending) -> Result<Members, Snag> {
    let ended = async {
        let members = family.wait_for_all().await?;
        ending(&EndProcess { pid: members.youngest.pid }).await?;
        Ok::<_, Snag>(members)
    };
    let ended = ended.await;
    if ended.is_err() {
        job.cancel.cancel();
    }
    ended
}

fn must_be(end: &End, expected: &End) -> Result<(), Snag> {
    if end == expected { Ok(()) } else { Err(unexpected(end)) }
}

fn unexpected(end: &End) -> Snag {
    match end {
        End::Interrupted => Snag::NotTried("the agent is about to stop".to_owned()),
        End::CouldNotStart { reason } => Snag::failed(format!("it could not start: {reason}")),
        other => Snag::Failed(format!("the command ended otherwise: {other:?}")),
    }
}
