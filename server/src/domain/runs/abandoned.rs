//! Ends runs whose agent is gone: it accepted the order, and was not seen any
//! more.
//!
//! Nobody knows what such a run did, and without its agent nobody would ever
//! end it: its bulk action would wait for ever. If the agent comes back, its
//! report still counts.

use std::time::Duration;

use super::queries::{self, AbandonedRun};
use super::status::RunStatus;
use super::store::{self, FinishedRun};
use crate::app::App;
use crate::debug_log::{DebugEntry, LogType};
use crate::domain::alert_events::{self, AlertEvent};
use crate::domain::definitions::{TaskEnd, record_task_end};
use crate::events::Event;
use crate::jobs::Periodic;
use crate::time::Timestamp;

/// How long an agent is not seen, and how much longer than allowed a run takes,
/// before it is given up.
const PATIENCE: Duration = Duration::from_secs(3600);
/// Runs per transaction.
const BATCH: i64 = 500;
const REASON: &str = "the agent was not seen any more during the run";

/// Every five minutes: ends runs whose agent is gone.
pub const ABANDONED: Periodic = Periodic {
    name: "abandoned_runs",
    every: Duration::from_secs(300),
    handler: |app| Box::pin(end_abandoned(app)),
};

async fn end_abandoned(app: App) -> anyhow::Result<()> {
    let now = Timestamp::now();
    // While no server was running, no agent could be seen.
    if now.since(app.started) < PATIENCE {
        return Ok(());
    }
    loop {
        let (runs, tasks) = end_batch(&app, now).await?;
        for (run, task) in runs.iter().zip(tasks) {
            publish(&app, run, task).await;
        }
        if runs.len() < usize::try_from(BATCH).unwrap_or(usize::MAX) {
            return Ok(());
        }
    }
}

/// Ends some runs; returns them, each with what it means for its task.
async fn end_batch(
    app: &App,
    now: Timestamp,
) -> anyhow::Result<(Vec<AbandonedRun>, Vec<Option<TaskEnd>>)> {
    let write = app.db.begin().await?;
    let runs = queries::abandon(&write, REASON, now, now.minus(PATIENCE), BATCH).await?;
    let mut tasks = Vec::with_capacity(runs.len());
    for run in &runs {
        let end = match run.task_id {
            Some(_) => record_task_end(&write, run.id).await?,
            None => None,
        };
        tasks.push(end);
    }
    let failed = tasks.iter().flatten().filter_map(|end| end.alert.clone());
    let failed: Vec<AlertEvent> = failed.collect();
    alert_events::record(app, &write, &failed).await?;
    write.commit().await?;
    if !failed.is_empty() {
        app.jobs.wake().await;
    }
    Ok((runs, tasks))
}

async fn publish(app: &App, run: &AbandonedRun, task: Option<TaskEnd>) {
    store::announce_end_in_bulk(app, &run.run_id, run.bulk_id).await;
    let message = format!("run {} was given up: {REASON}", run.id);
    app.debug_log.record(DebugEntry::warning(LogType::AgentIssues, message).about(run.agent));
    let ended = FinishedRun {
        status: RunStatus::Interrupted,
        ..FinishedRun::failed(run.id, run.run_id.as_str())
    };
    let mut events = vec![ended.event(&run.agent_id)];
    events.extend(task.map(|end| Event::task_result(end.result(&run.agent_id))));
    let located = events.into_iter().map(|event| event.about(run.client_id, run.site_id));
    app.events.publish_all(&located.collect::<Vec<_>>()).await;
}
