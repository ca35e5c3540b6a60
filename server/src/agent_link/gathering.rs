//! Messages for which nobody waits, gathered for a moment and stored in one
//! transaction: that costs more than the rows in it, and ten thousand agents send
//! many messages a second.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::Context;
use tokio::sync::oneshot;

use crate::app::App;
use crate::batch::{Batch, Batched};
use crate::daily_bytes::DailyBytes;
use crate::ids::AgentKey;
use crate::time::Timestamp;

/// How long messages are gathered.
const GATHER: Duration = Duration::from_millis(250);

/// A message of an agent that may wait a moment.
pub trait Gathered: Batched<Error = anyhow::Error> + 'static {
    /// Bytes that an agent may send within a day.
    const BYTES_A_DAY: u64;
    /// What it is, for the log: "metrics".
    const NAME: &str;

    /// Who sent it.
    fn agent(&self) -> AgentKey;
    fn bytes(&self) -> u64;
    /// What the agent learns when it is dropped, so that it does not come again.
    fn acknowledgement(&self) -> Self::Stored;
}

/// Messages that wait to be stored, and how much was accepted today.
struct Gathering<T: Gathered> {
    waiting: Batch<T>,
    is_gathering: AtomicBool,
    accepted: DailyBytes,
}

impl<T: Gathered> Default for Gathering<T> {
    fn default() -> Self {
        Self {
            waiting: Batch::default(),
            is_gathering: AtomicBool::default(),
            accepted: DailyBytes::default(),
        }
    }
}

/// The message of a connection that is being stored, if there is one.
pub struct PendingMessage<T: Gathered>(Option<oneshot::Receiver<anyhow::Result<T::Stored>>>);

impl<T: Gathered> Default for PendingMessage<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<T: Gathered> PendingMessage<T> {
    pub fn is_none(&self) -> bool {
        self.0.is_none()
    }

    /// Waits until the message is stored; for ever if there is none. Returns what the
    /// agent need not send again.
    pub async fn stored(&mut self) -> anyhow::Result<T::Stored> {
        match &mut self.0 {
            Some(stored) => stored.await.context("the server is stopping")?,
            None => std::future::pending().await,
        }
    }
}

/// Stores a message soon, together with others.
pub fn store_soon<T: Gathered>(app: &App, message: T) -> PendingMessage<T> {
    let queue = app.state.of::<Gathering<T>>();
    if !queue.has_room(&message) {
        let (sender, receiver) = oneshot::channel();
        // The receiver is still here.
        let _ = sender.send(Ok(message.acknowledgement()));
        return PendingMessage(Some(receiver));
    }
    let stored = queue.waiting.add(message);
    if !queue.is_gathering.swap(true, Ordering::Relaxed) {
        app.tasks.spawn(store_gathered(app.clone(), queue));
    }
    PendingMessage(Some(stored))
}

impl<T: Gathered> Gathering<T> {
    /// Whether the agent may send this today.
    fn has_room(&self, message: &T) -> bool {
        let (agent, bytes) = (message.agent(), message.bytes());
        let before = self.accepted.add(agent, bytes, Timestamp::now());
        let has_room = before.saturating_add(bytes) <= T::BYTES_A_DAY;
        if !has_room && before <= T::BYTES_A_DAY {
            tracing::warn!(agent.row = %agent, "an agent sent too many {} today", T::NAME);
        }
        has_room
    }
}

async fn store_gathered<T: Gathered>(app: App, queue: Arc<Gathering<T>>) {
    tokio::select! {
        () = tokio::time::sleep(GATHER) => {}
        () = app.stopping.cancelled() => {}
    }
    // Before they are taken: whatever comes later is gathered again.
    queue.is_gathering.store(false, Ordering::Relaxed);
    while !queue.waiting.is_empty() {
        let _turn = app.agent_link.storing.turn().await;
        queue.waiting.store_waiting(&app).await;
    }
}

/// For tests: what an agent has left for today.
#[cfg(test)]
pub fn leave_for_today<T: Gathered>(app: &App, agent: AgentKey, bytes: u64) {
    let queue = app.state.of::<Gathering<T>>();
    queue.accepted.add(agent, T::BYTES_A_DAY - bytes, Timestamp::now());
}
