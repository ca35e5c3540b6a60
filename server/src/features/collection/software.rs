//! Installed software: rounds enqueue jobs, which ask the agents.

use std::time::Duration;

use anyhow::Context;
use futures_util::StreamExt;
use futures_util::future::BoxFuture;
use serde_json::{Value, json};

use super::round::MOST;
use crate::agent_link::Unanswered;
use crate::app::App;
use crate::domain::collections::queries::{self, What};
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
const TOGETHER: usize = 10;
/// Questions of a job that are open at the same time.
const AT_ONCE: usize = 4;
/// An agent that did not answer is asked again after this long.
const AGAIN: Duration = Duration::from_secs(3600);

/// Enqueues jobs for the agents that are due.
pub async fn begin(app: &App, now: Timestamp, seen: Timestamp) -> anyhow::Result<()> {
    let due = queries::list_due(app.db.read(), What::Software, now, seen, MOST).await?;
    if due.is_empty() {
        return Ok(());
    }
    let agents: Vec<AgentKey> = due.iter().map(|agent| agent.id).collect();
    let write = app.db.begin().await?;
    queries::note_asked(&write, What::Software, &agents, now).await?;
    for some in agents.chunks(TOGETHER) {
        app.jobs.enqueue(&write, NewJob::now(SOFTWARE_KIND, json!({ "agents": some }))).await?;
    }
    write.commit().await?;
    app.jobs.wake().await;
    Ok(())
}

/// The result of a question.
enum Answered {
    Stored,
    Away,
    NotNow,
    Never,
}

/// Asks agents for their software and stores their answers.
pub async fn collect_software(app: App, payload: Value) -> anyhow::Result<()> {
    let agents = payload["agents"].as_array().context("the job has no agents")?;
    let ids: Vec<AgentKey> = agents.iter().filter_map(Value::as_i64).map(AgentKey).collect();
    let targets = list_targets(app.db.read(), &ids).await?;
    let asking = targets.into_iter().map(|agent| collect_one(app.clone(), agent));
    let answered: Vec<(AgentKey, anyhow::Result<Answered>)> =
        futures_util::stream::iter(asking).buffer_unordered(AT_ONCE).collect().await;

    let (mut away, mut not_now) = (Vec::new(), Vec::new());
    for (id, answered) in answered {
        match answered? {
            Answered::Away => away.push(id),
            Answered::NotNow => not_now.push(id),
            Answered::Stored | Answered::Never => {}
        }
    }
    if away.is_empty() && not_now.is_empty() {
        return Ok(());
    }
    let now = Timestamp::now();
    let write = app.db.begin().await?;
    queries::set_due(&write, What::Software, &away, now).await?;
    queries::set_due(&write, What::Software, &not_now, now.plus(AGAIN)).await?;
    write.commit().await?;
    Ok(())
}

fn collect_one(
    app: App,
    agent: Target,
) -> BoxFuture<'static, (AgentKey, anyhow::Result<Answered>)> {
    Box::pin(async move { (agent.id, collect(&app, &agent).await) })
}

async fn collect(app: &App, agent: &Target) -> anyhow::Result<Answered> {
    let told = match software::ask(app, &agent.agent_id).await {
        Ok(told) => told,
        Err(Unanswered::Offline | Unanswered::BusDown) => return Ok(Answered::Away),
        Err(reason @ (Unanswered::Unknown | Unanswered::UnsupportedPlatform(_))) => {
            tracing::debug!(agent.id = %agent.agent_id, %reason, "the agent cannot list software");
            return Ok(Answered::Never);
        }
        Err(reason @ (Unanswered::TimedOut | Unanswered::Failed(_))) => {
            tracing::info!(agent.id = %agent.agent_id, %reason, "the agent did not list software");
            return Ok(Answered::NotNow);
        }
    };
    match software::keep(app, agent, told).await {
        Ok(()) => Ok(Answered::Stored),
        Err(ApiError::Internal(cause)) => Err(cause),
        Err(refusal) => {
            tracing::warn!(agent.id = %agent.agent_id, %refusal, "the software was not stored");
            Ok(Answered::NotNow)
        }
    }
}
