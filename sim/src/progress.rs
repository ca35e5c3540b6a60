//! A line on standard error that shows how far the simulation is.

use std::io::{IsTerminal, Write};
use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinHandle;
use tokio::time::Instant;

use crate::fleet::Common;

/// Shows how far it is until it is dropped.
pub struct Progress {
    common: Arc<Common>,
    agents: usize,
    began: Instant,
    task: JoinHandle<()>,
}

impl Progress {
    /// Begins to tell: every second to a person, more seldom into a file.
    pub fn begin(common: &Arc<Common>, agents: usize) -> Self {
        let every = Duration::from_secs(if std::io::stderr().is_terminal() { 1 } else { 10 });
        let (shared, began) = (Arc::clone(common), Instant::now());
        let task = tokio::spawn(async move {
            let mut ticks = tokio::time::interval(every);
            loop {
                ticks.tick().await;
                tell(&line(&shared, agents, began.elapsed()));
            }
        });
        Self { common: Arc::clone(common), agents, began, task }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.task.abort();
        tell(&line(&self.common, self.agents, self.began.elapsed()));
        if std::io::stderr().is_terminal() {
            // The next line is not about progress.
            write(b"\n");
        }
    }
}

fn line(common: &Common, agents: usize, elapsed: Duration) -> String {
    let counts = &common.counts;
    format!(
        "{:>4} s  {} of {agents} enrolled  {} connected  {} orders  {} stored  {} broken  {} failed",
        elapsed.as_secs(),
        counts.enrolled.get(),
        counts.connected.get(),
        counts.orders.get(),
        counts.closed.get(),
        counts.broken.get(),
        counts.failed.get() + counts.lost.get(),
    )
}

/// On a terminal each line takes the place of the one before.
fn tell(line: &str) {
    match std::io::stderr().is_terminal() {
        true => write(format!("\r{line}\u{1b}[K").as_bytes()),
        false => write(format!("{line}\n").as_bytes()),
    }
}

/// Nobody may be reading any more; the simulation goes on.
fn write(text: &[u8]) {
    let mut stderr = std::io::stderr().lock();
    let _ = stderr.write_all(text).and_then(|()| stderr.flush());
}
