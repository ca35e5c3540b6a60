//! Where the two sides of one viewer find each other.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use tokio::sync::{mpsc, watch};
use tokio_util::sync::CancellationToken;

use super::{Reason, Side};

/// Messages that wait for a side to read.
const WAITING: usize = 1;

/// What a side holds while it is connected.
#[derive(Debug)]
pub struct Seat {
    /// To the other side.
    pub out: mpsc::Sender<Bytes>,
    /// From the other side.
    pub incoming: mpsc::Receiver<Bytes>,
}

/// The two sides of one viewer, whether they have come or not.
#[derive(Debug)]
pub struct Meeting {
    seats: Mutex<Seats>,
    came: watch::Sender<(bool, bool)>,
    reason: Mutex<Option<Reason>>,
    ended: CancellationToken,
    present: AtomicUsize,
    to_agent: AtomicU64,
    to_viewer: AtomicU64,
}

#[derive(Debug)]
struct Seats {
    viewer: Option<Seat>,
    agent: Option<Seat>,
}

impl Default for Meeting {
    fn default() -> Self {
        let (to_agent, from_viewer) = mpsc::channel(WAITING);
        let (to_viewer, from_agent) = mpsc::channel(WAITING);
        let viewer = Seat { out: to_agent, incoming: from_agent };
        let agent = Seat { out: to_viewer, incoming: from_viewer };
        Self {
            seats: Mutex::new(Seats { viewer: Some(viewer), agent: Some(agent) }),
            came: watch::Sender::new((false, false)),
            reason: Mutex::default(),
            ended: CancellationToken::new(),
            present: AtomicUsize::default(),
            to_agent: AtomicU64::default(),
            to_viewer: AtomicU64::default(),
        }
    }
}

impl Meeting {
    /// The seat of a side; none when it is taken.
    pub fn take_seat(&self, side: Side) -> Option<Seat> {
        let mut seats = lock(&self.seats);
        let seat = match side {
            Side::Viewer => seats.viewer.take(),
            Side::Agent => seats.agent.take(),
        }?;
        self.present.fetch_add(1, Ordering::AcqRel);
        self.came.send_modify(|(viewer, agent)| match side {
            Side::Viewer => *viewer = true,
            Side::Agent => *agent = true,
        });
        Some(seat)
    }

    /// Waits until both sides are here.
    pub async fn both(&self) {
        let mut came = self.came.subscribe();
        // It cannot fail: the sender is here.
        let _ = came.wait_for(|(viewer, agent)| *viewer && *agent).await;
    }

    /// Ends it for both sides. The first reason counts.
    pub fn end(&self, reason: Reason) {
        lock(&self.reason).get_or_insert(reason);
        self.ended.cancel();
    }

    /// Waits for the end, and returns the reason.
    pub async fn ended(&self) -> Reason {
        self.ended.cancelled().await;
        self.reason().unwrap_or_else(|| Reason::new("left", "a side has left"))
    }

    /// Why it was ended, if it was.
    pub fn reason(&self) -> Option<Reason> {
        lock(&self.reason).clone()
    }

    /// A side is gone; returns whether it was the last one.
    pub fn leave(&self) -> bool {
        self.present.fetch_sub(1, Ordering::AcqRel) == 1
    }

    /// Counts bytes that a side was sent.
    pub fn count(&self, from: Side, bytes: usize) {
        let counter = match from {
            Side::Viewer => &self.to_agent,
            Side::Agent => &self.to_viewer,
        };
        counter.fetch_add(bytes as u64, Ordering::Relaxed);
    }

    /// Bytes to the agent, and to the viewer.
    pub fn counted(&self) -> (u64, u64) {
        (self.to_agent.load(Ordering::Relaxed), self.to_viewer.load(Ordering::Relaxed))
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
