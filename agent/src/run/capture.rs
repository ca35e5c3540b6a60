//! Takes what a process prints to the run's spool, piece by piece.

use std::sync::Arc;
use std::time::Duration;

use muster_protocol::Stream;
use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use super::Job;
use super::platform::Process;
use crate::board::Board;
use crate::run_id::RunId;
use crate::spool::SpoolWriter;

/// The memory a stream takes, whatever the process prints.
const BUFFER_BYTES: usize = 8 * 1024;

/// After the process ended, its pipes are read until they close or are silent
/// for this long: a child in the background may hold them open for ever.
const QUIET: Duration = Duration::from_millis(100);

/// A child in the background that never stops printing is not waited for.
const DRAIN_LIMIT: Duration = Duration::from_millis(500);

/// The two streams of a process, on their way to the spool.
pub struct Captures {
    stdout: JoinHandle<SpoolWriter>,
    stderr: JoinHandle<SpoolWriter>,
    signals: Signals,
    job: (std::path::PathBuf, u64),
}

#[derive(Clone, Default)]
struct Signals {
    /// The process is gone: what is in the pipes is all it said.
    ended: CancellationToken,
    /// Enough was waited.
    give_up: CancellationToken,
}

struct Capture {
    run_id: RunId,
    stream: Stream,
    spool: SpoolWriter,
    board: Arc<Board>,
    signals: Signals,
}

impl Captures {
    /// Begins to read both streams of a process.
    pub fn start(job: &Job, process: &mut Process) -> Self {
        let (stdout, stderr) = process.take_pipes();
        let signals = Signals::default();
        let capture = |stream| Capture {
            run_id: job.run_id.clone(),
            stream,
            spool: SpoolWriter::new(&job.run_dir, stream, job.command.output_limit),
            board: Arc::clone(&job.board),
            signals: signals.clone(),
        };
        Self {
            stdout: tokio::spawn(capture(Stream::Stdout).read_all(stdout)),
            stderr: tokio::spawn(capture(Stream::Stderr).read_all(stderr)),
            job: (job.run_dir.clone(), job.command.output_limit),
            signals,
        }
    }

    /// Reads what the ended process left in its pipes, and closes them.
    pub async fn finish(self) -> (SpoolWriter, SpoolWriter) {
        let Self { stdout, stderr, signals, job: (run_dir, limit) } = self;
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
        // A capture that panicked has lost count: its stream counts as cut.
        let or_cut = |spool: Result<SpoolWriter, _>, stream| {
            spool.unwrap_or_else(|_| {
                let mut spool = SpoolWriter::new(&run_dir, stream, limit);
                spool.cut_here();
                spool
            })
        };
        (or_cut(stdout, Stream::Stdout), or_cut(stderr, Stream::Stderr))
    }
}

impl Capture {
    async fn read_all<P: AsyncRead + Unpin>(mut self, pipe: Option<P>) -> SpoolWriter {
        let Some(mut pipe) = pipe else { return self.spool };
        let mut buffer = vec![0; BUFFER_BYTES];
        loop {
            let read = tokio::select! {
                read = pipe.read(&mut buffer) => read,
                () = self.signals.until_quiet() => break,
            };
            match read {
                Ok(0) => break,
                Ok(length) => self.keep(&buffer[..length]),
                Err(error) => {
                    tracing::warn!(%error, run_id = %self.run_id, "a pipe cannot be read");
                    break;
                }
            }
        }
        self.spool
    }

    /// A full disk ends the spool, not the process.
    fn keep(&mut self, bytes: &[u8]) {
        let before = self.spool.length();
        match self.spool.write(bytes) {
            Ok(length) if length > before => self.board.grown(&self.run_id, self.stream, length),
            Ok(_) => {}
            Err(error) => {
                tracing::error!(%error, run_id = %self.run_id, "output cannot be spooled");
                self.spool.cut_here();
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
