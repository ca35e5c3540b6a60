//! Installed software: rounds enqueue jobs, which ask the agents.

use std::time::Duration;

use anyhow::Context;
use futures_util::StreamExt;
use futures_util::future::BoxFuture;
use serde_json::{Value, json};

use super::round::MAX_PER_ROUND;
use crate::agent_link::Unanswered;
use crate::app::App;
use crate::debug_log::{DebugEntry, LogType};
use crate::domain::collections::queries::{self, CollectedData};
use crate::domain::fleet::{Target, list_targets};
use crate::error::ApiError;
use crate::features::software;
use crate::ids::AgentKey;
use crate::jobs::NewJob;
use crate::time::Timestamp;

/// Kind of the job that asks agents for their software. Payload: `agents`,
/// their keys.
pub const SOFTWARE_KIND: &str = "software_collection";

/// Agents that one job asks: one that does not answer delays few others.
const AGENTS_PER_JOB: usize = 10;
/// Questions of a job that are open at the same time.
const CONCURRENT_QUESTIONS: usize = 4;
/// An agent that did not answer is asked again after this long.
const RETRY_AFTER: Duration = Duration::from_secs(3600);

/// Enqueues jobs for the agents that are due.
pub async fn begin(app: &App, now: Timestamp, seen: Timestamp) -> anyhow::Result<()> {
    let due =
        queries::list_due(app.db.read(), CollectedData::Software, now, seen, MAX_PER_ROUND).await?;
    if due.is_empty() {
        return Ok(());
    }
    let agents: Vec<AgentKey> = due.iter().map(|agent| agent.id).collect();
    let write = app.db.begin().await?;
    queries::record_asked(&write, CollectedData::Software, &agents, now).await?;
    for some in agents.chunks(AGENTS_PER_JOB) {
        app.jobs.enqueue(&write, NewJob::now(SOFTWARE_KIND, json!({ "agents": some }))).await?;
    }
    write.commit().await?;
    app.jobs.wake().await;
    Ok(())
}

/// The result of a question.
enum CollectionOutcome {
    Stored,
    Offline,
    RetryLater,
    Unsupported,
}

/// Asks agents for their software and stores their answers.
pub async fn collect_software(app: App, payload: Value) -> anyhow::Result<()> {
    let agents = payload["agents"].as_array().context("the job has no agents")?;
    let ids: Vec<AgentKey> = agents.iter().filter_map(Value::as_i64).map(AgentKey).collect();
    let targets = list_targets(app.db.read(), &ids).await?;
    let asking = targets.into_iter().map(|agent| collect_one(app.clone(), agent));
    let outcomes: Vec<(AgentKey, anyhow::Result<CollectionOutcome>)> =
        futures_util::stream::iter(asking).buffer_unordered(CONCURRENT_QUESTIONS).collect().await;

    let (mut offline, mut retry_later) = (Vec::new(), Vec::new());
    for (id, outcome) in outcomes {
        match outcome? {
            CollectionOutcome::Offline => offline.push(id),
            CollectionOutcome::RetryLater => retry_later.push(id),
            CollectionOutcome::Stored | CollectionOutcome::Unsupported => {}
        }
    }
    if offline.is_empty() && retry_later.is_empty() {
        return Ok(());
    }
    let now = Timestamp::now();
    let write = app.db.begin().await?;
    queries::set_due(&write, CollectedData::Software, &offline, now).await?;
    queries::set_due(&write, CollectedData::Software, &retry_later, now.plus(RETRY_AFTER)).await?;
    write.commit().await?;
    Ok(())
}

fn collect_one(
    app: App,
    agent: Target,
) -> BoxFuture<'static, (AgentKey, anyhow::Result<CollectionOutcome>)> {
    Box::pin(async move { (agent.id, collect(&app, &agent).await) })
}

async fn collect(app: &App, agent: &Target) -> anyhow::Result<CollectionOutcome> {
    let reported = match software::request_inventory(app, &agent.agent_id).await {
        Ok(reported) => reported,
        Err(Unanswered::Offline | Unanswered::BusDown) => return Ok(CollectionOutcome::Offline),
        Err(reason @ (Unanswered::Unknown | Unanswered::UnsupportedPlatform(_))) => {
            tracing::debug!(agent.id = %agent.agent_id, %reason, "the agent cannot list software");
            return Ok(CollectionOutcome::Unsupported);
        }
        Err(Unanswered::Frozen) => return Ok(CollectionOutcome::RetryLater),
        Err(reason @ (Unanswered::TimedOut | Unanswered::Failed(_))) => {
            tracing::info!(agent.id = %agent.agent_id, %reason, "the agent did not list software");
            record_failure(app, agent, &reason.to_string());
            return Ok(CollectionOutcome::RetryLater);
        }
    };
    match software::store_inventory(app, agent, reported).await {
        Ok(()) => Ok(CollectionOutcome::Stored),
        Err(ApiError::Internal(cause)) => Err(cause),
        Err(refusal) => {
            tracing::warn!(agent.id = %agent.agent_id, %refusal, "the software was not stored");
            record_failure(app, agent, &refusal.to_string());
            Ok(CollectionOutcome::RetryLater)
        }
    }
}

fn record_failure(app: &App, agent: &Target, reason: &str) {
    let message = format!("the software could not be collected: {reason}");
    app.debug_log.record(DebugEntry::warning(LogType::AgentIssues, message).about(agent.id));
}
