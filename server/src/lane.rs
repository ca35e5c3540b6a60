//! A bounded number of callers is at work, a bounded number waits for that,
//! each for a bounded time; anyone beyond that is refused at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The bounds of a lane.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// How many are at work at once.
    pub at_once: usize,
    /// How many may wait for one of those to end.
    pub waiting: usize,
    /// How long each of them waits.
    pub max_wait: Duration,
}

/// A slot in a lane, until dropped.
pub type Slot = OwnedSemaphorePermit;

/// A lane with its bounds.
pub struct Lane {
    limits: Limits,
    slots: Arc<Semaphore>,
    waiting: AtomicUsize,
}

impl Lane {
    /// An empty lane.
    pub fn new(limits: Limits) -> Self {
        let slots = Arc::new(Semaphore::new(limits.at_once));
        Self { limits, slots, waiting: AtomicUsize::new(0) }
    }

    /// A slot, or none when too many wait or it takes too long.
    pub async fn enter(&self) -> Option<Slot> {
        if let Ok(slot) = Arc::clone(&self.slots).try_acquire_owned() {
            return Some(slot);
        }
        let _waiting = QueuedCaller::begin(&self.waiting, self.limits.waiting)?;
        let slot = Arc::clone(&self.slots).acquire_owned();
        tokio::time::timeout(self.limits.max_wait, slot).await.ok()?.ok()
    }

    #[cfg(test)]
    pub fn waiting(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }

    /// Whether the queue is full.
    pub fn is_full(&self) -> bool {
        self.waiting.load(Ordering::Relaxed) >= self.limits.waiting
    }
}

/// Counts a waiting caller, until it has a slot, gives up or hangs up.
struct QueuedCaller<'a>(&'a AtomicUsize);

impl<'a> QueuedCaller<'a> {
    fn begin(count: &'a AtomicUsize, most: usize) -> Option<Self> {
        let waiting = Self(count);
        (count.fetch_add(1, Ordering::Relaxed) < most).then_some(waiting)
    }
}

impl Drop for QueuedCaller<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
