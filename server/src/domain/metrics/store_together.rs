//! Metrics of many connections, stored in one transaction.
//!
//! Ten thousand agents send thirty messages a second, and nobody waits for them.
//! So they are gathered for a moment: a transaction costs more than the rows in
//! it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::anyhow;
use muster_metrics::Minute;
use sea_orm::DbErr;
use tokio::sync::oneshot;

use super::agent_metrics::AgentMetrics;
use super::store::store_messages;
use crate::app::App;
use crate::batch::{Batch, Batched};
use crate::daily_bytes::DailyBytes;
use crate::ids::AgentKey;
use crate::storage::{self, Transaction};
use crate::time::Timestamp;

/// How long messages are gathered.
const GATHER: Duration = Duration::from_millis(250);
/// Bytes of an agent within a day. An honest one sends less than one MiB, and
/// after a month without its server four more.
const BYTES_A_DAY: u64 = 16 << 20;

/// Metrics that wait to be stored, and how much was accepted today.
#[derive(Default)]
struct MetricQueue {
    waiting: Batch<AgentMetrics>,
    is_gathering: AtomicBool,
    accepted: DailyBytes,
}

/// Stores a message soon, together with others. What comes back is the last
/// minute that the agent need not send again, once it is on the disk.
pub fn store_soon(app: &App, metrics: AgentMetrics) -> oneshot::Receiver<anyhow::Result<Minute>> {
    let queue = app.state.of::<MetricQueue>();
    if !queue.has_room(&metrics) {
        let (sender, receiver) = oneshot::channel();
        // The receiver is still here.
        let _ = sender.send(Ok(metrics.through));
        return receiver;
    }
    let stored = queue.waiting.add(metrics);
    if !queue.is_gathering.swap(true, Ordering::Relaxed) {
        app.tasks.spawn(store_gathered(app.clone(), queue));
    }
    stored
}

impl MetricQueue {
    /// Whether the agent may send this today. What it may not is dropped and
    /// acknowledged, or it would come again.
    fn has_room(&self, metrics: &AgentMetrics) -> bool {
        let bytes = metrics.bytes();
        let before = self.accepted.add(metrics.agent, bytes, Timestamp::now());
        let has_room = before.saturating_add(bytes) <= BYTES_A_DAY;
        if !has_room && before <= BYTES_A_DAY {
            tracing::warn!(agent.row = %metrics.agent, "an agent sent too many metrics today");
        }
        has_room
    }
}

async fn store_gathered(app: App, queue: Arc<MetricQueue>) {
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

impl Batched for AgentMetrics {
    type Change = Transaction;
    type Stored = Minute;
    type Error = anyhow::Error;

    // The agent sends what was not acknowledged again, which changes nothing.
    const NEEDS_ITS_TASK: bool = false;

    async fn begin(app: &App) -> anyhow::Result<Transaction> {
        Ok(app.db.begin().await?)
    }

    async fn store(_: &App, write: Transaction, all: &[Self]) -> anyhow::Result<Vec<Minute>> {
        store_messages(&write, all).await?;
        write.commit().await?;
        Ok(all.iter().map(|one| one.through).collect())
    }

    fn error_of_all(error: &anyhow::Error) -> Option<anyhow::Error> {
        let is_unreachable = error.downcast_ref::<DbErr>().is_some_and(storage::is_unreachable);
        is_unreachable.then(|| anyhow!("{error:#}"))
    }

    /// A second connection of an agent may send the same minutes.
    fn in_turn_of(&self) -> Option<AgentKey> {
        Some(self.agent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::storage::sql;
    use crate::testing::TestServer;
    use crate::testing::metrics::{cpu, this_minute};

    fn message(agent: AgentKey) -> AgentMetrics {
        AgentMetrics::check(agent, cpu(this_minute(), &[1.0, 2.0]).encode()).unwrap()
    }

    #[tokio::test]
    async fn what_an_agent_sends_beyond_its_bytes_of_a_day_is_dropped() {
        let (queue, agent) = (MetricQueue::default(), AgentKey(1));
        let bytes = message(agent).bytes();
        queue.accepted.add(agent, BYTES_A_DAY - bytes, Timestamp::now());

        assert!(queue.has_room(&message(agent)));
        assert!(!queue.has_room(&message(agent)));
        assert!(queue.has_room(&message(AgentKey(2))));
    }

    #[tokio::test]
    async fn what_is_dropped_is_acknowledged_at_once() {
        let server = TestServer::start().await;
        let (queue, agent) = (server.app.state.of::<MetricQueue>(), AgentKey(1));
        queue.accepted.add(agent, BYTES_A_DAY, Timestamp::now());
        let message = message(agent);
        let through = message.through;

        assert_eq!(store_soon(&server.app, message).await.unwrap().unwrap(), through);

        let count = "select count(*) from metric_parts";
        assert_eq!(sql::number(server.app.db.read(), count, []).await.unwrap(), 0);
    }
}
