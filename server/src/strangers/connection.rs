//! The state of one connection until its peer has proven something.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use futures_util::task::AtomicWaker;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// What somebody may send over a WebSocket before a credential was accepted.
const STRANGER_BYTES: usize = 16 * 1024;

/// A connection whose peer has proven nothing, or did so in the end.
pub struct Connection {
    is_known: AtomicBool,
    is_closing: AtomicBool,
    /// Wakes the task that reads or writes, when the connection is to be closed.
    waker: AtomicWaker,
    waiting: Mutex<Waiting>,
    reading: Mutex<Reading>,
}

/// Whether we wait for the peer, or the peer for us.
struct Waiting {
    /// Requests of the peer that wait until we have time for them.
    requests: usize,
    /// The round since which we wait for the peer, if there are none.
    since: u64,
}

/// What may be read of the peer.
#[derive(Default)]
struct Reading {
    /// Bytes that may still come; none while others limit them.
    left: Option<usize>,
    /// Slots for those that may send more, and how much.
    more: Option<(Arc<Semaphore>, usize)>,
    slot: Option<OwnedSemaphorePermit>,
}

impl Connection {
    /// One that was opened in this round.
    pub fn new(round: u64) -> Self {
        Self {
            is_known: AtomicBool::new(false),
            is_closing: AtomicBool::new(false),
            waker: AtomicWaker::new(),
            waiting: Mutex::new(Waiting { requests: 0, since: round }),
            reading: Mutex::default(),
        }
    }

    /// Whether its peer has proven something.
    pub fn is_known(&self) -> bool {
        self.is_known.load(Ordering::Acquire)
    }

    /// Its peer has proven something; returns whether that is news.
    pub fn make_known(&self) -> bool {
        let is_news = !self.is_known.swap(true, Ordering::AcqRel);
        if is_news {
            *lock(&self.reading) = Reading::default();
        }
        is_news
    }

    /// The round since which we wait for the peer; none while it waits for us.
    pub fn waits_since(&self) -> Option<u64> {
        let waiting = lock(&self.waiting);
        (waiting.requests == 0).then_some(waiting.since)
    }

    /// A request of the peer begins to wait until we have time for it.
    pub fn begin_request(&self) {
        lock(&self.waiting).requests += 1;
    }

    /// The request no longer waits, from this round on.
    pub fn end_request(&self, round: u64) {
        let mut waiting = lock(&self.waiting);
        waiting.requests -= 1;
        waiting.since = round;
    }

    /// Has the task of the connection close it.
    pub fn close(&self) {
        self.is_closing.store(true, Ordering::Release);
        self.waker.wake();
    }

    /// Ready when the connection is to be closed. A peer that has proven
    /// something in the last moment stays.
    pub fn poll_closed(&self, context: &Context<'_>) -> Poll<()> {
        if self.is_known() {
            return Poll::Pending;
        }
        self.waker.register(context.waker());
        match self.is_closing.load(Ordering::Acquire) {
            true => Poll::Ready(()),
            false => Poll::Pending,
        }
    }

    /// From here on the peer may send as much as a stranger may.
    pub fn limit_reading(&self) {
        if !self.is_known() {
            lock(&self.reading).left = Some(STRANGER_BYTES);
        }
    }

    /// Lets the peer send so many more bytes while there is a slot.
    pub fn offer_more(&self, slots: &Arc<Semaphore>, bytes: usize) {
        if !self.is_known() {
            lock(&self.reading).more = Some((Arc::clone(slots), bytes));
        }
    }

    /// Whether more may be read of the peer.
    pub fn may_read(&self) -> bool {
        let mut reading = lock(&self.reading);
        if reading.left != Some(0) {
            return true;
        }
        let Some((slots, bytes)) = reading.more.take() else { return false };
        let Ok(slot) = slots.try_acquire_owned() else { return false };
        (reading.left, reading.slot) = (Some(bytes), Some(slot));
        true
    }

    /// Counts bytes that were read.
    pub fn count_read(&self, bytes: usize) {
        let mut reading = lock(&self.reading);
        reading.left = reading.left.map(|left| left.saturating_sub(bytes));
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
