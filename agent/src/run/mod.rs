//! Runs what the server orders, and ends the whole of it when its time is up.
//!
//! The only place where the agent starts processes. What differs between
//! systems stands behind `platform`.

mod capture;
mod environment;
mod interpreter;
#[cfg(target_os = "linux")]
#[path = "linux/mod.rs"]
mod platform;
#[cfg(target_os = "macos")]
#[path = "macos.rs"]
mod platform;
#[cfg(target_os = "windows")]
#[path = "windows.rs"]
mod platform;
mod prepare;
mod script_file;
mod tool;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use muster_protocol::{End, Outcome, RunCommand, Stream};
use tokio_util::sync::CancellationToken;

use crate::board::Board;
use crate::clock;
use crate::run_id::RunId;
use crate::spool::SpoolWriter;
use capture::Captures;
use prepare::Ready;

use platform::Process;
#[cfg(test)]
pub use platform::has_control_groups;
pub use platform::{end_leftovers, people_logged_in};
pub use tool::run_tool;

/// The variable that marks every process of a run, however it detached itself.
const RUN_MARK: &str = "MUSTER_RUN_ID";

/// A run that lasts this long is worth a control group.
const CONFINE_AFTER: Duration = Duration::from_millis(25);

/// How long a killed process may take to be reported as gone.
const REAP_LIMIT: Duration = Duration::from_millis(200);

/// Nothing was started, and this is why; a sentence for a person.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct CannotStart(pub String);

/// One command to run, and where its news go.
#[derive(Debug)]
pub struct Job {
    /// The run it is.
    pub run_id: RunId,
    /// The run's own folder, which exists.
    pub run_dir: PathBuf,
    /// What to run.
    pub command: RunCommand,
    /// Where its progress is written.
    pub board: Arc<Board>,
    /// Ends the run because somebody cancelled it.
    pub cancel: CancellationToken,
    /// Ends the run because the agent stops.
    pub stopping: CancellationToken,
}

/// Runs a command to its end, whichever comes first.
///
/// The time limit counts from the start of the process. Children that the
/// command left in the background when it ended by itself go on, but what they
/// print from then on is nobody's: their pipes are closed.
pub async fn run_command(job: &Job) -> Outcome {
    run_prepared(job, prepare::prepare(job).await).await
}

async fn run_prepared(job: &Job, ready: Result<Ready, CannotStart>) -> Outcome {
    let (started, clock) = (clock::now_micros(), Instant::now());
    let mut process = match ready.and_then(|ready| platform::start(job, ready)) {
        Ok(process) => process,
        Err(reason) => return could_not_start(job, started, &reason),
    };
    let captures = Captures::start(job, &mut process);

    let end = wait_for_end(job, &mut process).await;
    if !matches!(end, End::Exited { .. }) {
        process.kill_tree().await;
        // Collects the dead process, so that no zombie stays.
        let _ = tokio::time::timeout(REAP_LIMIT, process.wait()).await;
    }
    let seconds = clock.elapsed().as_secs_f64();
    process.clean_up();
    let (stdout, stderr) = captures.finish().await;
    outcome(end, started, seconds, &stdout, &stderr)
}

async fn wait_for_end(job: &Job, process: &mut Process) -> End {
    let limit = Duration::from_secs(u64::from(job.command.timeout_seconds.max(1)));
    let deadline = tokio::time::Instant::now() + limit;
    let ended = async {
        if let Ok(status) = tokio::time::timeout(CONFINE_AFTER, process.wait()).await {
            return status;
        }
        process.confine().await;
        process.wait().await
    };
    tokio::select! {
        status = ended => End::Exited { code: platform::exit_code(status) },
        () = tokio::time::sleep_until(deadline) => End::TimedOut,
        () = job.cancel.cancelled() => End::Cancelled,
        () = job.stopping.cancelled() => End::Interrupted,
    }
}

/// The outcome of a run that ended before it started.
pub fn never_started(end: End) -> Outcome {
    Outcome {
        end,
        started: clock::now_micros(),
        seconds: 0.0,
        stdout: 0,
        stderr: 0,
        truncated: false,
    }
}

fn outcome(
    end: End,
    started: i64,
    seconds: f64,
    stdout: &SpoolWriter,
    stderr: &SpoolWriter,
) -> Outcome {
    Outcome {
        end,
        started,
        seconds,
        stdout: stdout.length(),
        stderr: stderr.length(),
        truncated: stdout.truncated() || stderr.truncated(),
    }
}

/// The reason travels twice: for programs in the outcome, for people on stderr.
fn could_not_start(job: &Job, started: i64, reason: &CannotStart) -> Outcome {
    let mut stderr = SpoolWriter::new(&job.run_dir, Stream::Stderr, job.command.output_limit);
    let text = format!("{reason}\n");
    match stderr.write(text.as_bytes()) {
        Ok(length) => job.board.grown(&job.run_id, Stream::Stderr, length),
        Err(error) => tracing::warn!(%error, "the reason of a refusal cannot be spooled"),
    }
    let stdout = SpoolWriter::new(&job.run_dir, Stream::Stdout, 0);
    let end = End::CouldNotStart { reason: reason.to_string() };
    outcome(end, started, 0.0, &stdout, &stderr)
}

#[cfg(target_os = "linux")]
#[cfg(test)]
mod tests;
