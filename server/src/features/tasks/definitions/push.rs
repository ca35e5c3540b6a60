//! The job that sends agents their definitions.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use futures_util::{StreamExt, stream};
use muster_protocol::Definitions;
use sea_orm::DbErr;
use serde_json::Value;

use super::build::build;
use crate::agent_link::Undelivered;
use crate::app::App;
use crate::domain::checks::{self, WantedCheck};
use crate::domain::definitions::{
    self, BuiltDefinitions, BuiltTask, DueAgent, SyncedTask, push_job, store,
};
use crate::error::ApiError;
use crate::events::Event;
use crate::ids::AgentKey;
use crate::jobs::Periodic;

/// Hourly: documents that were marked and whose job was lost.
pub const SWEEP: Periodic =
    Periodic { name: "definitions_sweep", every: HOUR, handler: |app| Box::pin(sweep(app)) };

async fn sweep(app: App) -> anyhow::Result<()> {
    if definitions::list_due(app.db.read(), 1).await?.is_empty() {
        return Ok(());
    }
    // One job at a time: two would send chunks of two documents to one agent.
    let write = app.db.begin().await?;
    app.jobs.enqueue(&write, push_job()).await?;
    write.commit().await?;
    app.jobs.wake().await;
    Ok(())
}

const HOUR: Duration = Duration::from_secs(3600);
/// Agents whose documents are made together, and stored in one transaction: commands
/// wait for it on SQLite.
const BATCH: i64 = 50;
/// Documents that are sent concurrently.
const AT_ONCE: usize = 32;

/// The job: makes the documents of all marked agents, and sends them to
/// connected agents that have another. The others get theirs on connecting.
pub async fn push_definitions(app: App, _payload: Value) -> anyhow::Result<()> {
    let mut lost = Vec::new();
    while !app.stopping.is_cancelled() {
        let mut agents = definitions::list_due(app.db.read(), BATCH).await?;
        if agents.is_empty() {
            break;
        }
        let (began, is_full) = (Instant::now(), agents.len() as i64 == BATCH);
        let mut built = build(&app, &agents).await.map_err(|refusal| match refusal {
            ApiError::Internal(cause) => cause,
            other => anyhow::anyhow!("{other}"),
        })?;
        let settled = store_built(&app, &mut agents, &mut built).await?;
        publish_synced(&app, &agents, &settled).await;
        lost.extend(send(&app, agents, built).await);
        if is_full {
            pause(&app, began.elapsed()).await;
        }
    }
    if lost.is_empty() {
        return Ok(());
    }
    // They are connected and may not have received it: marked again, and
    // retried.
    let write = app.db.begin().await?;
    definitions::mark_agents(&write, &lost).await?;
    write.commit().await?;
    anyhow::bail!("{} agents could not be reached: the message bus is away", lost.len());
}

/// Lets others work as long as a batch took: documents of the whole fleet are many
/// seconds of work, and nobody waits for them as for a command.
async fn pause(app: &App, took: Duration) {
    tokio::select! {
        () = tokio::time::sleep(took) => {}
        () = app.stopping.cancelled() => {}
    }
}

/// Stores what was built in one transaction: the digests, the states of tasks, and
/// which checks agents should run.
async fn store_built(
    app: &App,
    agents: &mut Vec<DueAgent>,
    built: &mut HashMap<AgentKey, BuiltDefinitions>,
) -> Result<Vec<SyncedTask>, DbErr> {
    let write = app.db.begin().await?;
    let settled = store(&write, agents, built).await?;
    let mut wanted = Vec::new();
    for (agent, built) in built.iter_mut() {
        let checks = std::mem::take(&mut built.checks).into_iter();
        wanted.extend(checks.map(|(check, BuiltTask { version, problem })| WantedCheck {
            agent: *agent,
            check,
            version,
            problem,
        }));
    }
    let ids: Vec<AgentKey> = built.keys().copied().collect();
    checks::store_wanted(&write, &ids, wanted).await?;
    write.commit().await?;
    Ok(settled)
}

/// Sends the documents to agents that have another; returns the agents that may
/// not have received it.
async fn send(
    app: &App,
    agents: Vec<DueAgent>,
    mut built: HashMap<AgentKey, BuiltDefinitions>,
) -> Vec<AgentKey> {
    let mut sending = Vec::new();
    for agent in agents {
        let Some(BuiltDefinitions { document, .. }) = built.remove(&agent.target.id) else {
            continue;
        };
        if document.digest != agent.kept {
            sending.push(send_one(app.clone(), agent, document));
        }
    }
    stream::iter(sending).buffer_unordered(AT_ONCE).filter_map(std::future::ready).collect().await
}

async fn send_one(app: App, agent: DueAgent, document: Definitions) -> Option<AgentKey> {
    match app.agent_link.send_definitions(&agent.target.agent_id, &document).await {
        Ok(()) | Err(Undelivered::Offline | Undelivered::Unsupported | Undelivered::Frozen) => None,
        Err(Undelivered::BusDown) => Some(agent.target.id),
    }
}

/// Publishes which tasks became synced without a message from their agents,
/// because nothing changed for them.
async fn publish_synced(app: &App, agents: &[DueAgent], settled: &[SyncedTask]) {
    for agent in agents {
        let tasks: Vec<i64> = settled
            .iter()
            .filter(|settled| settled.agent == agent.target.id)
            .map(|settled| settled.task)
            .collect();
        if !tasks.is_empty() {
            let event = Event::tasks_synced(&agent.target.agent_id, tasks);
            app.events.publish(&agent.target.locate(event)).await;
        }
    }
}
