//! What this machine measures each minute, without being asked.
//!
//! `sampler` measures, and stores what it measured in the ledger. From there the
//! connection sends it (`link/samples.rs`), and it is kept until the server has
//! stored it. The last minutes are also in memory, for those who want to know
//! how the machine is doing now.

mod pace;
mod packing;
mod recent;
mod sample;
mod sampler;

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;

use pace::Pace;
#[cfg(test)]
pub use packing::blocks_of;
pub use recent::Recent;
pub use sample::Sample;
pub use sampler::run_for_ever;

/// A block that was sent so often without an answer is dropped: over more than
/// half a day, see [`Pace::delay`]. A server that cannot take a block closes the
/// connection, and must not do so for ever.
const MAX_ATTEMPTS: u32 = 24;

/// The samples in memory, and how far those in the ledger are.
#[derive(Debug)]
pub struct Metrics {
    /// When samples are stored and sent.
    pace: Pace,
    recent: Mutex<Recent>,
    /// Wakes the connection: there are more samples in the ledger.
    stored: Notify,
    /// How often in a row a block was sent that the server did not acknowledge.
    attempts: AtomicU32,
}

impl Metrics {
    /// Of an agent that has not measured anything yet.
    pub fn new(agent_id: &str) -> Self {
        Self {
            pace: Pace::of(agent_id),
            recent: Mutex::default(),
            stored: Notify::new(),
            attempts: AtomicU32::new(0),
        }
    }

    /// The samples of the last minutes.
    pub fn recent(&self) -> Recent {
        self.recent.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn add(&self, sample: Arc<Sample>) {
        self.recent.lock().unwrap_or_else(PoisonError::into_inner).add(sample);
    }

    /// Waits until there are more samples in the ledger.
    ///
    /// One waiter at a time: the connection.
    pub async fn wait_for_more(&self) {
        self.stored.notified().await;
    }

    /// Records that a block was sent; false when that was done too often already.
    pub fn may_send(&self) -> bool {
        self.attempts.fetch_add(1, Ordering::Relaxed) < MAX_ATTEMPTS
    }

    /// Records that the server has a block, or that it was dropped.
    pub fn settled(&self) {
        self.attempts.store(0, Ordering::Relaxed);
    }

    /// How long to wait before the first block of a connection, or the next one
    /// that is stored, is sent.
    pub fn delay(&self) -> Duration {
        self.pace.delay(self.attempts.load(Ordering::Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_that_is_never_acknowledged_is_given_up() {
        let metrics = Metrics::new("agent-1");
        let first = metrics.delay();
        for _ in 0..MAX_ATTEMPTS {
            assert!(metrics.may_send());
        }
        assert!(!metrics.may_send());
        assert!(metrics.delay() > first);
        metrics.settled();
        assert_eq!((metrics.delay(), metrics.may_send()), (first, true));
    }
}
