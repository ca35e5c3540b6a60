//! One claimed job: run it, renew its lease, store its result.

use std::any::Any;
use std::panic::AssertUnwindSafe;
use std::time::Duration;

use anyhow::{Context, anyhow};
use futures_util::FutureExt;

use super::MAX_TRIES;
use super::kinds::Kinds;
use super::queries::{self, ClaimedJob, Ending};
use crate::app::App;
use crate::debug_log::{DebugEntry, LogType};
use crate::time::Timestamp;

/// How long a job stays claimed without a renewal; the job of a killed worker is free
/// after that.
pub(super) const LEASE: Duration = Duration::from_secs(60);
/// Three renewals may fail before a lease ends.
const RENEW: Duration = Duration::from_secs(15);
/// No handler may take longer: one that hangs would block its slot for ever.
const LONGEST: Duration = Duration::from_secs(60 * 60);
/// Pause after the first failure; it triples with each.
const FIRST_PAUSE: Duration = Duration::from_secs(10);
const LONGEST_PAUSE: Duration = Duration::from_secs(60 * 60);
/// The stored length of an error's text.
const ERROR_LENGTH: usize = 2000;

/// Runs one claimed job.
pub(super) async fn run(app: App, kinds: Kinds, job: ClaimedJob) {
    let tried = tokio::select! {
        tried = attempt(&app, kinds, &job) => tried,
        () = lease_lost(&app, &job) => {
            tracing::warn!(job.id, job.kind, "a job was taken over by another worker");
            count(&job, "lost");
            return;
        }
    };
    let ending = decide_ending(&job, tried);
    if let Ending::Dead { error, .. } = &ending {
        let ClaimedJob { id, kind, .. } = &job;
        let message = format!("job {id} ({kind}) was given up after {MAX_TRIES} tries: {error}");
        app.debug_log.record(DebugEntry::error(LogType::SystemIssues, message));
    }
    if let Err(error) = queries::finish(&app.db, &job, &ending).await {
        // Its lease ends, and it runs again.
        tracing::warn!(job.id, job.kind, error = %error, "the result of a job could not be stored");
    }
}

/// Runs the handler; a panic or a handler that hangs is a failure like any other.
async fn attempt(app: &App, kinds: Kinds, job: &ClaimedJob) -> anyhow::Result<()> {
    // The claim counts the attempts, so this one was taken over from a server
    // that did not survive the last.
    if job.attempts > MAX_TRIES {
        return Err(anyhow!("the server was stopped or killed during the last try"));
    }
    let work = async {
        let payload = serde_json::from_str(&job.payload).context("the payload is not JSON")?;
        let work = kinds.work(&job.kind, app.clone(), payload);
        work.ok_or_else(|| anyhow!("nobody does this kind of job"))?.await
    };
    match tokio::time::timeout(LONGEST, AssertUnwindSafe(work).catch_unwind()).await {
        Ok(Ok(tried)) => tried,
        Ok(Err(panic)) => Err(anyhow!("panicked: {}", panic_text(&*panic))),
        Err(_) => Err(anyhow!("not done after {} minutes", LONGEST.as_secs() / 60)),
    }
}

/// Renews the lease until another worker has it.
async fn lease_lost(app: &App, job: &ClaimedJob) {
    loop {
        tokio::time::sleep(RENEW).await;
        match queries::renew(&app.db, job, Timestamp::now().plus(LEASE)).await {
            Ok(true) => {}
            Ok(false) => return,
            Err(error) => {
                tracing::warn!(job.id, job.kind, error = %error, "a lease could not be renewed");
            }
        }
    }
}

/// The consequence of an attempt, with its log line and metrics.
fn decide_ending(job: &ClaimedJob, tried: anyhow::Result<()>) -> Ending {
    let Err(error) = tried else {
        count(job, "done");
        return Ending::Done;
    };
    let error: String = format!("{error:#}").chars().take(ERROR_LENGTH).collect();
    let now = Timestamp::now();
    if job.attempts >= MAX_TRIES {
        tracing::error!(job.id, job.kind, error, "a job failed too often and is given up");
        count(job, "dead");
        return Ending::Dead { at: now, tries: MAX_TRIES, error };
    }
    tracing::warn!(job.id, job.kind, job.attempts, error, "a job failed and will be retried");
    count(job, "failed");
    Ending::Retry { at: now.plus(pause_after(job.attempts)), error }
}

/// The pause after this many failures. Jobs that failed together are spread out.
fn pause_after(attempts: i64) -> Duration {
    let earlier = u32::try_from(attempts - 1).unwrap_or(0);
    let pause = FIRST_PAUSE.saturating_mul(3_u32.saturating_pow(earlier)).min(LONGEST_PAUSE);
    pause.mul_f64(rand::random_range(1.0..1.5))
}

fn count(job: &ClaimedJob, result: &'static str) {
    metrics::counter!("muster_jobs_done_total", "kind" => job.kind.clone(), "result" => result)
        .increment(1);
}

fn panic_text(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no reason given")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_to_an_hour_and_a_half_at_most() {
        for (attempts, shortest) in [(1, 10), (2, 30), (3, 90), (7, 3600), (1000, 3600)] {
            let pause = pause_after(attempts);
            let shortest = Duration::from_secs(shortest);
            assert!(pause >= shortest && pause <= shortest.mul_f64(1.5), "{attempts}: {pause:?}");
        }
    }
}
