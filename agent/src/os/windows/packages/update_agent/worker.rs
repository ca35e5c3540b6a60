//! A thread of its own for Windows Update, which blocks for minutes.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use muster_protocol::{End, Stream};
use tokio::sync::{mpsc, oneshot};
use tokio_util::sync::CancellationToken;

use super::com::Com;
use crate::run::{Stage, could_not_start};

/// Lines that wait to be printed.
const WAITING_LINES: usize = 64;

/// How long a search or a download may take to be cancelled.
const ABORT_LIMIT: Duration = Duration::from_secs(30);

/// How long an installation may take to come to an end that harms nothing.
const FINISH_LIMIT: Duration = Duration::from_secs(600);

/// Why the thread did not do what it should.
#[derive(Debug, PartialEq)]
pub enum Failure {
    /// Nothing was changed, and this is why.
    CouldNotStart(String),
    /// Something may have been changed, and this went wrong.
    Broken(String),
    /// The run ended before.
    Stopped,
}

/// The thread's connection with its run.
#[derive(Debug)]
pub struct Link {
    lines: mpsc::Sender<String>,
    stop: CancellationToken,
    installing: Arc<AtomicBool>,
}

impl Link {
    fn new() -> (Self, mpsc::Receiver<String>) {
        let (lines, receiver) = mpsc::channel(WAITING_LINES);
        (Self { lines, stop: CancellationToken::new(), installing: Arc::default() }, receiver)
    }

    /// A connection with a run that has ended.
    #[cfg(test)]
    pub fn stopped() -> Self {
        let (link, _) = Self::new();
        link.stop.cancel();
        link
    }

    /// Adds a line to the run's output.
    pub fn say(&self, line: &str) {
        // Nobody listens once the run was given up.
        let _ = self.lines.blocking_send(line.to_owned());
    }

    /// Whether the run has ended.
    pub fn is_stopped(&self) -> bool {
        self.stop.is_cancelled()
    }

    /// From now on the run waits longer for an end that harms nothing.
    pub fn begin_to_install(&self) {
        self.installing.store(true, Ordering::Relaxed);
    }
}

/// Does this on a thread of its own, with COM, as a part of the run.
pub async fn run<T: Send + 'static>(
    stage: &mut Stage<'_>,
    task: impl FnOnce(&Com, &Link) -> Result<T, Failure> + Send + 'static,
) -> Result<T, End> {
    let (link, mut lines) = Link::new();
    let (stop, installing) = (link.stop.clone(), Arc::clone(&link.installing));
    let (sender, done) = oneshot::channel();
    let thread = std::thread::Builder::new().name("windows-update".to_owned()).spawn(move || {
        let result = Com::start().map_err(Failure::CouldNotStart).and_then(|com| task(&com, &link));
        // Without it no line can come any more.
        drop(link);
        let _ = sender.send(result);
    });
    thread.map_err(|error| could_not_start(format!("cannot start a thread: {error}")))?;
    loop {
        match stage.wait_for(lines.recv()).await {
            Ok(Some(line)) => stage.print_line(&line),
            Ok(None) => break,
            Err(end) => {
                stop.cancel();
                let is_installing = installing.load(Ordering::Relaxed);
                wait_for_abort(stage, lines, is_installing).await;
                return Err(end);
            }
        }
    }
    let result = done.await.unwrap_or_else(|_| {
        Err(Failure::Broken("the agent made a mistake with Windows Update".to_owned()))
    });
    result.map_err(|failure| end_of(failure, stage))
}

/// A thread that does not come to an end continues alone: Windows cannot end one
/// without harm.
async fn wait_for_abort(
    stage: &mut Stage<'_>,
    mut lines: mpsc::Receiver<String>,
    is_installing: bool,
) {
    let limit = if is_installing { FINISH_LIMIT } else { ABORT_LIMIT };
    let finish = async {
        while let Some(line) = lines.recv().await {
            stage.print_line(&line);
        }
    };
    if tokio::time::timeout(limit, finish).await.is_err() {
        tracing::warn!("Windows Update does not cancel what it is at");
    }
}

fn end_of(failure: Failure, stage: &mut Stage<'_>) -> End {
    match failure {
        Failure::CouldNotStart(reason) => could_not_start(reason),
        Failure::Broken(reason) => {
            stage.print(Stream::Stderr, &format!("{reason}\n"));
            End::Exited { code: 1 }
        }
        Failure::Stopped => End::Cancelled,
    }
}
