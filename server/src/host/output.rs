//! What a process prints, in chunks and not beyond its limit.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use muster_protocol::Stream;
use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

/// The memory a stream takes, whatever the process prints.
const BUFFER_BYTES: usize = 16 * 1024;
/// After the process ended, its pipe is read until it is silent for this long:
/// a child in the background may keep it open for ever.
const QUIET: Duration = Duration::from_millis(100);
/// The capacity of a pipe: a child that never stops printing is not waited for.
const IN_A_PIPE: usize = 1024 * 1024;

/// A chunk of what a process printed.
#[derive(Debug)]
pub struct OutputChunk {
    pub stream: Stream,
    /// The bytes.
    pub data: Vec<u8>,
}

/// Reads one stream of a process.
#[derive(Clone)]
pub struct Reader {
    /// Bytes that are passed on; the rest is dropped.
    pub limit: u64,
    /// Where the chunks go.
    pub chunks: mpsc::Sender<OutputChunk>,
    /// Set when the process is gone.
    pub ended: CancellationToken,
    /// Set when something was dropped.
    pub truncated: Arc<AtomicBool>,
}

impl Reader {
    /// Reads until the stream ends, or until the process has and its pipe is
    /// silent.
    pub async fn read_all<P: AsyncRead + Unpin>(self, stream: Stream, mut pipe: P) {
        let mut room = usize::try_from(self.limit).unwrap_or(usize::MAX);
        let (mut left, mut buffer) = (IN_A_PIPE, vec![0; BUFFER_BYTES]);
        loop {
            let length = tokio::select! {
                read = pipe.read(&mut buffer) => read.unwrap_or(0),
                () = self.until_quiet() => 0,
            };
            let kept = length.min(room);
            room -= kept;
            if kept < length {
                self.truncated.store(true, Ordering::Relaxed);
            }
            if self.ended.is_cancelled() {
                left = left.saturating_sub(length);
            }
            if length == 0 || left == 0 {
                return;
            }
            let data = buffer[..kept].to_vec();
            if !data.is_empty() && self.chunks.send(OutputChunk { stream, data }).await.is_err() {
                return; // The receiver is gone.
            }
        }
    }

    async fn until_quiet(&self) {
        self.ended.cancelled().await;
        tokio::time::sleep(QUIET).await;
    }
}
