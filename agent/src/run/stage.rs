//! A run in progress: its clock, its two streams, and the processes it starts.

use std::time::{Duration, Instant};

use muster_protocol::{ActionOutcome, End, Outcome, Stream};

use super::capture::{Captured, Captures};
use super::prepare::Ready;
use super::{CannotStart, Job, could_not_start};
use crate::clock;
use crate::os::child_process::{self, Process};
use crate::spool::SpoolWriter;

/// A run that lasts this long is worth a control group.
const CONFINE_AFTER: Duration = Duration::from_millis(25);

/// How long a killed process may take to be reported as gone.
const REAP_LIMIT: Duration = Duration::from_millis(200);

/// The most a process may answer the agent itself.
const REPLY_BYTES: usize = 32 * 1024 * 1024;

/// A run from its start to its outcome; its processes share one time limit.
#[derive(Debug)]
pub struct Stage<'a> {
    job: &'a Job,
    started: i64,
    clock: Instant,
    deadline: tokio::time::Instant,
    /// How long it took until its last process, or other part, ended.
    seconds: f64,
    stdout: SpoolWriter,
    stderr: SpoolWriter,
}

/// What a process answered the agent itself.
#[derive(Debug)]
pub struct Reply {
    /// Its return code.
    pub code: i32,
    /// Its standard output.
    pub stdout: String,
}

impl<'a> Stage<'a> {
    /// Begins a run: from now on its time counts.
    pub fn begin(job: &'a Job) -> Self {
        let limit = Duration::from_secs(u64::from(job.limits.seconds.max(1)));
        let spool = |stream| SpoolWriter::new(&job.run_dir, stream, job.limits.output_bytes);
        Self {
            job,
            started: clock::now_micros(),
            clock: Instant::now(),
            deadline: tokio::time::Instant::now() + limit,
            seconds: 0.0,
            stdout: spool(Stream::Stdout),
            stderr: spool(Stream::Stderr),
        }
    }

    /// The run it is.
    pub fn job(&self) -> &'a Job {
        self.job
    }

    /// Sets the limit of the next process, and not beyond `ends`.
    pub fn limit_next(&mut self, seconds: u32, ends: Option<tokio::time::Instant>) {
        let limit = Duration::from_secs(u64::from(seconds.max(1)));
        let deadline = tokio::time::Instant::now() + limit;
        self.deadline = ends.map_or(deadline, |ends| ends.min(deadline));
    }

    /// How many bytes of each stream are in the spool.
    pub fn spooled(&self) -> (u64, u64) {
        (self.stdout.length(), self.stderr.length())
    }

    /// Runs a process that is all of the run.
    pub async fn run_alone(mut self, ready: Result<Ready, CannotStart>) -> Outcome {
        let end = match ready {
            Ok(ready) => self.run(ready).await,
            Err(CannotStart(reason)) => End::CouldNotStart { reason },
        };
        self.finish(end)
    }

    /// Runs a process to its end; what it prints is the run's output.
    ///
    /// Children that it left in the background when it ended by itself continue,
    /// but what they print from then on is lost: their pipes are closed.
    pub async fn run(&mut self, ready: Ready) -> End {
        let stdout = Captured::Spool(self.stdout.hand_over());
        let (end, captured) = self.run_capturing(ready, stdout).await;
        if let Some(Captured::Spool(spool)) = captured {
            self.stdout = spool;
        }
        end
    }

    /// Runs a process whose stdout is for the agent; its stderr is the run's.
    ///
    /// Fails with the end of the whole run: its time is up, it was cancelled,
    /// or the program could not start.
    pub async fn ask(&mut self, ready: Ready) -> Result<Reply, End> {
        let (end, captured) = self.run_capturing(ready, Captured::in_memory(REPLY_BYTES)).await;
        match (end, captured) {
            (End::Exited { code }, Some(Captured::Memory { bytes, .. })) => {
                Ok(Reply { code, stdout: String::from_utf8_lossy(&bytes).into_owned() })
            }
            (end, _) => Err(end),
        }
    }

    /// Waits for a part of the run. Fails with the end of the whole run: its
    /// time is up, it was cancelled, or the agent stops.
    pub async fn wait_for<T>(&mut self, part: impl Future<Output = T>) -> Result<T, End> {
        let done = tokio::select! {
            done = part => Ok(done),
            () = tokio::time::sleep_until(self.deadline) => Err(End::TimedOut),
            () = self.job.cancel.cancelled() => Err(End::Cancelled),
            () = self.job.stopping.cancelled() => Err(End::Interrupted),
        };
        self.seconds = self.clock.elapsed().as_secs_f64();
        done
    }

    /// Adds a text of the agent itself to the run's output.
    pub fn print(&mut self, stream: Stream, text: &str) {
        let spool = match stream {
            Stream::Stdout => &mut self.stdout,
            Stream::Stderr => &mut self.stderr,
        };
        match spool.write(text.as_bytes()) {
            Ok(length) => self.job.board.grown(&self.job.run_id, stream, length),
            Err(error) => tracing::warn!(%error, "a text of the agent cannot be spooled"),
        }
    }

    /// Adds a line to the run's stdout, on a line of its own.
    pub fn print_line(&mut self, line: &str) {
        let before = if self.stdout.is_within_line() { "\n" } else { "" };
        self.print(Stream::Stdout, &format!("{before}{line}\n"));
    }

    /// Ends the run. Why it could not start is sent twice: for programs in the
    /// outcome, for people on stderr.
    pub fn finish(mut self, end: End) -> Outcome {
        if let End::CouldNotStart { reason } = &end {
            self.print(Stream::Stderr, &format!("{reason}\n"));
        }
        self.conclude(end, Vec::new())
    }

    /// Ends a run of several actions, whose output is complete.
    pub fn conclude(self, end: End, actions: Vec<ActionOutcome>) -> Outcome {
        Outcome {
            end,
            started: self.started,
            seconds: self.seconds,
            stdout: self.stdout.length(),
            stderr: self.stderr.length(),
            truncated: self.stdout.truncated() || self.stderr.truncated(),
            actions,
        }
    }

    /// A stream is none when its reader broke: then it counts as truncated.
    async fn run_capturing(&mut self, ready: Ready, stdout: Captured) -> (End, Option<Captured>) {
        let Ready { command, script } = ready;
        let mut process = match child_process::start(&self.job.run_id, &self.job.run_dir, command) {
            Ok(process) => process,
            Err(problem) => return (could_not_start(problem.to_string()), Some(stdout)),
        };
        let stderr = Captured::Spool(self.stderr.hand_over());
        let captures = Captures::start(self.job, &mut process, stdout, stderr);
        let end = self.wait_for_end(&mut process).await;
        if !matches!(end, End::Exited { .. }) {
            process.kill_tree().await;
            // Collects the dead process, so that no zombie stays.
            let _ = tokio::time::timeout(REAP_LIMIT, process.wait()).await;
        }
        self.seconds = self.clock.elapsed().as_secs_f64();
        drop(script);
        process.clean_up();
        let (stdout, stderr) = captures.finish().await;
        if let Some(Captured::Spool(spool)) = stderr {
            self.stderr = spool;
        }
        (end, stdout)
    }

    async fn wait_for_end(&mut self, process: &mut Process) -> End {
        let ended = async {
            if let Ok(status) = tokio::time::timeout(CONFINE_AFTER, process.wait()).await {
                return status;
            }
            process.confine().await;
            process.wait().await
        };
        match self.wait_for(ended).await {
            Ok(status) => End::Exited { code: child_process::exit_code(status) },
            Err(end) => end,
        }
    }
}
