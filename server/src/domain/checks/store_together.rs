//! Results of many connections, stored in one transaction.
//!
//! Ten thousand agents with ten checks send many results a second, and nobody waits
//! for them. So they are gathered for a moment: a transaction costs more than the
//! rows in it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::anyhow;
use sea_orm::DbErr;
use tokio::sync::oneshot;

use super::agent_reports::AgentReports;
use super::store_reports::store_messages;
use crate::app::App;
use crate::batch::{Batch, Batched};
use crate::daily_bytes::DailyBytes;
use crate::ids::AgentKey;
use crate::storage::{self, Transaction};
use crate::time::Timestamp;

/// How long messages are gathered.
const GATHER: Duration = Duration::from_millis(250);
/// Bytes of an agent within a day. Ten checks a minute whose results are short are
/// four MiB, and scripts with long output every few minutes some tens of them.
const BYTES_A_DAY: u64 = 128 << 20;

/// Results that wait to be stored, and how much was accepted today.
#[derive(Default)]
struct ReportQueue {
    waiting: Batch<AgentReports>,
    is_gathering: AtomicBool,
    accepted: DailyBytes,
}

/// Stores a message soon, together with others. What comes back is the number of the
/// last result that the agent need not send again, once it is on the disk.
pub fn store_soon(app: &App, reports: AgentReports) -> oneshot::Receiver<anyhow::Result<u64>> {
    let queue = app.state.of::<ReportQueue>();
    if !queue.has_room(&reports) {
        let (sender, receiver) = oneshot::channel();
        // The receiver is still here.
        let _ = sender.send(Ok(reports.through()));
        return receiver;
    }
    let stored = queue.waiting.add(reports);
    if !queue.is_gathering.swap(true, Ordering::Relaxed) {
        app.tasks.spawn(store_gathered(app.clone(), queue));
    }
    stored
}

impl ReportQueue {
    /// Whether the agent may send this today. What it may not is dropped and
    /// acknowledged, or it would come again.
    fn has_room(&self, reports: &AgentReports) -> bool {
        let bytes = reports.bytes as u64;
        let before = self.accepted.add(reports.agent, bytes, Timestamp::now());
        let has_room = before.saturating_add(bytes) <= BYTES_A_DAY;
        if !has_room && before <= BYTES_A_DAY {
            tracing::warn!(agent.row = %reports.agent, "an agent sent too many results of checks today");
        }
        has_room
    }
}

async fn store_gathered(app: App, queue: Arc<ReportQueue>) {
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

impl Batched for AgentReports {
    type Change = Transaction;
    type Stored = u64;
    type Error = anyhow::Error;

    // The agent sends what was not acknowledged again, which changes nothing.
    const NEEDS_ITS_TASK: bool = false;

    async fn begin(app: &App) -> anyhow::Result<Transaction> {
        Ok(app.db.begin().await?)
    }

    async fn store(app: &App, write: Transaction, all: &[Self]) -> anyhow::Result<Vec<u64>> {
        let after = store_messages(app, &write, all).await?;
        write.commit().await?;
        app.events.publish_all(&after.events).await;
        if after.has_jobs {
            app.jobs.wake().await;
        }
        Ok(all.iter().map(Self::through).collect())
    }

    fn error_of_all(error: &anyhow::Error) -> Option<anyhow::Error> {
        let is_unreachable = error.downcast_ref::<DbErr>().is_some_and(storage::is_unreachable);
        is_unreachable.then(|| anyhow!("{error:#}"))
    }

    /// A second connection of an agent may send the same results.
    fn in_turn_of(&self) -> Option<AgentKey> {
        Some(self.agent)
    }
}

#[cfg(test)]
mod tests {
    use muster_protocol::{CheckReport, Reading};

    use super::*;

    #[tokio::test]
    async fn what_an_agent_sends_beyond_its_bytes_of_a_day_is_dropped() {
        let message = |agent: AgentKey| {
            let report = CheckReport {
                number: 1,
                check: 1,
                version: String::new(),
                time: 0,
                took_ms: 0,
                reading: Reading::NoDisk,
                forced: false,
            };
            AgentReports::check(agent, vec![report]).unwrap()
        };
        let (queue, agent) = (ReportQueue::default(), AgentKey(1));
        let bytes = message(agent).bytes as u64;
        queue.accepted.add(agent, BYTES_A_DAY - bytes, Timestamp::now());

        assert!(queue.has_room(&message(agent)));
        assert!(!queue.has_room(&message(agent)));
        assert!(queue.has_room(&message(AgentKey(2))));
    }
}
