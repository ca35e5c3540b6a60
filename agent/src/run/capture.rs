//! Copies what a process prints into the run's spool, chunk by chunk.

use std::sync::Arc;
use std::time::Duration;

use muster_protocol::Stream;
use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use super::Job;
use crate::board::Board;
use crate::os::child_process::Process;
use crate::run_id::RunId;
use crate::spool::SpoolWriter;

/// The memory a stream takes, whatever the process prints.
const BUFFER_BYTES: usize = 8 * 1024;

/// After the process ended, its pipes are read until they close or are silent
/// for this long: a child in the background may hold them open for ever.
const QUIET: Duration = Duration::from_millis(100);

/// A child in the background that never stops printing is not waited for.
const DRAIN_LIMIT: Duration = Duration::from_millis(500);

/// More than a pipe holds: what an ended process has left in it.
const LEFT_BYTES: usize = 1024 * 1024;

/// Where what a process prints is captured.
#[derive(Debug)]
pub enum Captured {
    /// On the disk, for the server.
    Spool(SpoolWriter),
    /// In memory, for the agent itself; the rest of a stream is dropped.
    Memory {
        /// What was printed.
        bytes: Vec<u8>,
        /// How much of it is captured.
        limit: usize,
    },
}

/// The two streams of a process, on their way to where they are captured.
pub struct Captures {
    stdout: JoinHandle<Captured>,
    stderr: JoinHandle<Captured>,
    signals: Signals,
}

#[derive(Clone, Default)]
struct Signals {
    /// The process is gone: what is in the pipes is all it printed.
    ended: CancellationToken,
    /// The time to wait is over.
    give_up: CancellationToken,
}

struct Capture {
    run_id: RunId,
    stream: Stream,
    captured: Captured,
    board: Arc<Board>,
    signals: Signals,
}

impl Captured {
    /// In memory, up to so many bytes.
    pub fn in_memory(limit: usize) -> Self {
        Self::Memory { bytes: Vec::new(), limit }
    }
}

impl Captures {
    /// Begins to read both streams of a process.
    pub fn start(job: &Job, process: &mut Process, stdout: Captured, stderr: Captured) -> Self {
        let (stdout_pipe, stderr_pipe) = process.take_pipes();
        let signals = Signals::default();
        let capture = |stream, captured| Capture {
            run_id: job.run_id.clone(),
            stream,
            captured,
            board: Arc::clone(&job.board),
            signals: signals.clone(),
        };
        Self {
            stdout: tokio::spawn(capture(Stream::Stdout, stdout).read_all(stdout_pipe)),
            stderr: tokio::spawn(capture(Stream::Stderr, stderr).read_all(stderr_pipe)),
            signals,
        }
    }

    /// Reads what the ended process left in its pipes, and closes them; a
    /// stream is none when its reader panicked.
    pub async fn finish(self) -> (Option<Captured>, Option<Captured>) {
        let Self { stdout, stderr, signals } = self;
        signals.ended.cancel();
        let both = async { tokio::join!(stdout, stderr) };
        tokio::pin!(both);
        let (stdout, stderr) = tokio::select! {
            both = &mut both => both,
            () = tokio::time::sleep(DRAIN_LIMIT) => {
                signals.give_up.cancel();
                both.await
            }
        };
        (stdout.ok(), stderr.ok())
    }
}

impl Capture {
    async fn read_all<P: AsyncRead + Unpin>(mut self, pipe: Option<P>) -> Captured {
        let Some(mut pipe) = pipe else { return self.captured };
        let mut buffer = vec![0; BUFFER_BYTES];
        let mut left = LEFT_BYTES;
        while left > 0 {
            // The pipe first: on a busy machine it may be full when the time is over.
            let read = tokio::select! {
                biased;
                read = pipe.read(&mut buffer) => read,
                () = self.signals.until_quiet() => break,
            };
            match read {
                Ok(0) => break,
                Ok(length) => {
                    self.keep(&buffer[..length]);
                    if self.signals.give_up.is_cancelled() {
                        left = left.saturating_sub(length);
                    }
                }
                Err(error) => {
                    tracing::warn!(%error, run_id = %self.run_id, "a pipe cannot be read");
                    break;
                }
            }
        }
        self.captured
    }

    /// A full disk ends the spool, not the process.
    fn keep(&mut self, chunk: &[u8]) {
        let spool = match &mut self.captured {
            Captured::Spool(spool) => spool,
            Captured::Memory { bytes, limit } => {
                let room = limit.saturating_sub(bytes.len());
                return bytes.extend_from_slice(&chunk[..chunk.len().min(room)]);
            }
        };
        let before = spool.length();
        match spool.write(chunk) {
            Ok(length) if length > before => self.board.grown(&self.run_id, self.stream, length),
            Ok(_) => {}
            Err(error) => {
                tracing::error!(%error, run_id = %self.run_id, "output cannot be spooled");
                spool.cut_here();
            }
        }
    }
}

impl Signals {
    /// Returns when the process has ended and its pipe was silent since.
    async fn until_quiet(&self) {
        self.ended.cancelled().await;
        tokio::select! {
            () = tokio::time::sleep(QUIET) => {}
            () = self.give_up.cancelled() => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::AsyncWriteExt;

    use super::*;

    fn capture(signals: &Signals) -> Capture {
        Capture {
            run_id: RunId::parse("run-1").unwrap(),
            stream: Stream::Stdout,
            captured: Captured::in_memory(LEFT_BYTES * 2),
            board: Arc::new(Board::default()),
            signals: signals.clone(),
        }
    }

    #[tokio::test]
    async fn what_an_ended_process_left_in_its_pipe_is_read_however_late() {
        for _ in 0..50 {
            let (mut process, pipe) = tokio::io::duplex(64);
            process.write_all(b"here\n").await.unwrap();
            let signals = Signals::default();
            signals.ended.cancel();
            signals.give_up.cancel();

            let captured = capture(&signals).read_all(Some(pipe)).await;

            let Captured::Memory { bytes, .. } = captured else { panic!("it is in memory") };
            assert_eq!(bytes, b"here\n");
        }
    }

    #[tokio::test]
    async fn a_child_that_never_stops_printing_is_not_waited_for() {
        let signals = Signals::default();
        signals.ended.cancel();
        signals.give_up.cancel();

        let captured = capture(&signals).read_all(Some(tokio::io::repeat(b'x'))).await;

        let Captured::Memory { bytes, .. } = captured else { panic!("it is in memory") };
        assert_eq!(bytes.len(), LEFT_BYTES);
    }
}
