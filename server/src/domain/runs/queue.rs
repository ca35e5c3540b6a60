//! Runs that wait for their agent: those that expire, and those whose order was
//! lost.
//!
//! The agent's connection sends the orders that wait, see `agent_link`. This
//! file has the timers.

use std::time::Duration;

use serde_json::{Value, json};

use super::queries::{self, OverdueOrder};
use super::status::RunStatus;
use super::store::{self, FinishedRun};
use crate::agent_link::Undelivered;
use crate::app::App;
use crate::debug_log::{DebugEntry, LogType};
use crate::events::Event;
use crate::ids::AgentId;
use crate::jobs::{NewJob, Periodic};
use crate::time::Timestamp;

/// Kind of the job that ends expired runs.
pub const EXPIRE_KIND: &str = "run_expiry";

const SECOND: i64 = 1_000_000;
/// Runs per transaction.
const BATCH: i64 = 1000;
const EXPIRED_REASON: &str = "the agent did not come back in time";

/// The job that ends a run at this time. Runs that expire in the same second
/// share one.
pub fn expiry_job(expires: Timestamp) -> NewJob {
    let second = (expires.micros() + SECOND - 1).div_euclid(SECOND);
    let at = Timestamp::from_micros(second.saturating_mul(SECOND));
    NewJob::now(EXPIRE_KIND, json!({})).at(at).keyed(second.to_string())
}

/// The job: ends every expired run.
pub async fn expire(app: App, _payload: Value) -> anyhow::Result<()> {
    loop {
        let write = app.db.begin().await?;
        let expired = queries::expire(&write, EXPIRED_REASON, Timestamp::now(), BATCH).await?;
        write.commit().await?;
        for run in &expired {
            store::announce_end(&app, &run.run_id).await;
            let finished_run = FinishedRun {
                status: RunStatus::Expired,
                ..FinishedRun::failed(run.id, run.run_id.as_str())
            };
            publish_finished(&app, &finished_run, &run.agent_id, (run.client_id, run.site_id))
                .await;
        }
        if expired.len() < usize::try_from(BATCH).unwrap_or(usize::MAX) {
            return Ok(());
        }
    }
}

/// Publishes that a run that waited has ended.
async fn publish_finished(
    app: &App,
    finished_run: &FinishedRun,
    agent_id: &AgentId,
    (client, site): (i64, i64),
) {
    for event in [finished_run.event(agent_id), Event::pending_removed(finished_run.id, agent_id)] {
        app.events.publish(&event.about(client, site)).await;
    }
}

const EVERY: Duration = Duration::from_secs(60);
/// A younger order is still on its way.
const ON_ITS_WAY: Duration = Duration::from_secs(30);
/// The request that waits for an older order has sent it several times.
const LOST: Duration = Duration::from_secs(90);
/// Presence is recorded every half minute.
const RECENTLY_SEEN: Duration = Duration::from_secs(75);
/// Orders per round; the rest is found in the next.
const AT_ONCE: i64 = 100;

/// Every minute: orders that wait although their agent is connected. A server
/// was killed between storing and sending, or the bus lost one.
pub const REDELIVERY: Periodic =
    Periodic { name: "run_redelivery", every: EVERY, handler: |app| Box::pin(send_again(app)) };

async fn send_again(app: App) -> anyhow::Result<()> {
    let now = Timestamp::now();
    let (stored, seen) = (now.minus(ON_ITS_WAY), now.minus(RECENTLY_SEEN));
    let overdue = queries::list_overdue(app.db.read(), stored, seen, now, AT_ONCE).await?;
    for run in overdue {
        let Some(order) = run.order(&app.vault) else { continue };
        match app.agent_link.send(&run.agent_id, order).await {
            Ok(()) => tracing::info!(run.id = run.run_id.as_str(), "an order was sent again"),
            Err(reason @ Undelivered::Unsupported) => {
                give_up(&app, &run, &reason.to_string()).await?;
            }
            // The agent gets it when it connects, when it is thawed, or in the next
            // round.
            Err(Undelivered::Offline | Undelivered::BusDown | Undelivered::Frozen) => {}
        }
    }
    end_lost(&app, now).await
}

/// Ends runs that cannot wait and whose order is lost: the server that should
/// have sent it was killed, together with the request that waited.
async fn end_lost(app: &App, now: Timestamp) -> anyhow::Result<()> {
    let (stored, seen) = (now.minus(LOST), now.minus(RECENTLY_SEEN));
    for run in queries::list_lost(app.db.read(), stored, seen, AT_ONCE).await? {
        // An order that arrives after all must not run any more. For an agent
        // that is offline this is resolved when it connects.
        if app.agent_link.cancel(&run.agent_id, &run.run_id).await.is_ok() {
            give_up(app, &run, "the order never reached the agent").await?;
        }
    }
    Ok(())
}

async fn give_up(app: &App, run: &OverdueOrder, problem: &str) -> anyhow::Result<()> {
    let write = app.db.begin().await?;
    let is_finished =
        queries::end_queued(&write, run.id, RunStatus::Failed, problem, Timestamp::now()).await?;
    write.commit().await?;
    if is_finished {
        store::announce_end(app, &run.run_id).await;
        let message = format!("run {} was given up: {problem}", run.id);
        app.debug_log.record(DebugEntry::warning(LogType::AgentIssues, message).about(run.agent));
        let finished_run = FinishedRun::failed(run.id, run.run_id.as_str());
        publish_finished(app, &finished_run, &run.agent_id, (run.client_id, run.site_id)).await;
    }
    Ok(())
}
