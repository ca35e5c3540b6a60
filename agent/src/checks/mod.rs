//! What the agent measures because its definitions say so, whether or not the
//! server is there.
//!
//! `plan` decides what is due, without touching anything; `clockwork` is the one
//! task that waits, starts and gathers; `probes` has one way of measuring per
//! file. What was found goes to the ledger, and from there to the server
//! (`link/check_reports.rs`), which judges it.

mod attempts;
mod clockwork;
mod plan;
pub mod probes;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use muster_protocol::RunChecks;
use tokio::sync::{Notify, Semaphore, oneshot};

use crate::os::Problem;
pub use attempts::Attempts;
pub use clockwork::run_for_ever;

/// What the other parts of the agent pass to the clockwork, and what they get
/// from it.
#[derive(Debug)]
pub struct Checks {
    /// Wakes the clockwork.
    woken: Notify,
    /// Whether the ledger has other definitions.
    is_changed: AtomicBool,
    /// Who wants checks to run now.
    requests: Mutex<Vec<RunRequest>>,
    /// Wakes the connection: there is more in the ledger.
    stored: Notify,
    /// Wakes the connection: somebody waits for what is in the ledger now.
    wanted: Notify,
    attempts: Attempts,
    /// Held while a disk is measured directly: one that never answers takes one
    /// thread, and not one more each time.
    disks: Arc<Semaphore>,
}

/// Checks that somebody wants to run now.
#[derive(Debug)]
struct RunRequest {
    ids: Vec<i64>,
    answer: oneshot::Sender<Option<u32>>,
}

impl Checks {
    /// Of an agent that has not measured anything yet.
    pub fn new(agent_id: &str) -> Self {
        Self {
            woken: Notify::new(),
            is_changed: AtomicBool::new(true),
            requests: Mutex::default(),
            stored: Notify::new(),
            wanted: Notify::new(),
            attempts: Attempts::of(agent_id),
            disks: Arc::new(Semaphore::new(1)),
        }
    }

    /// Has the clockwork apply the definitions that are in the ledger now.
    pub fn replaced(&self) {
        self.is_changed.store(true, Ordering::Release);
        self.wake();
    }

    /// Has the clockwork check again what is due.
    pub fn wake(&self) {
        self.woken.notify_one();
    }

    /// Has checks run now; returns how many, and none while others run that were
    /// asked for before.
    pub async fn run_now(&self, request: RunChecks) -> Result<Option<u32>, Problem> {
        let (answer, answered) = oneshot::channel();
        self.requests().push(RunRequest { ids: request.ids, answer });
        self.wake();
        answered.await.map_err(|_| Problem::failed("the agent is about to stop"))
    }

    /// Waits until there is more in the ledger.
    ///
    /// One waiter at a time: the connection.
    pub async fn wait_for_more(&self) {
        self.stored.notified().await;
    }

    /// Records that reports were sent; false when that was done too often already.
    pub fn may_send(&self) -> bool {
        self.attempts.begin()
    }

    /// Records that the server has reports, or that they were dropped.
    pub fn settled(&self) {
        self.attempts.settle();
    }

    /// How long to wait before the first reports of a connection are sent, because
    /// earlier ones were not acknowledged.
    pub fn delay(&self) -> Duration {
        self.attempts.delay()
    }

    /// How long to wait after that, so that not all agents that reconnect together
    /// send at once.
    pub fn turn(&self) -> Duration {
        self.attempts.turn()
    }

    /// Waits until the ledger has something that somebody waits for.
    pub async fn wait_for_wanted(&self) {
        self.wanted.notified().await;
    }

    fn take_changed(&self) -> bool {
        self.is_changed.swap(false, Ordering::Acquire)
    }

    fn take_requests(&self) -> Vec<RunRequest> {
        std::mem::take(&mut *self.requests())
    }

    fn requests(&self) -> MutexGuard<'_, Vec<RunRequest>> {
        self.requests.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
