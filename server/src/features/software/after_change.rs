//! The job after software was installed or removed: asks the agent for its
//! software.

use std::time::Duration;

use anyhow::Context;
use serde_json::{Value, json};

use super::{queries, refresh_inventory};
use crate::agent_link::Unanswered;
use crate::app::App;
use crate::domain::runs::SOFTWARE_KIND;
use crate::error::ApiError;
use crate::ids::RunKey;
use crate::jobs::NewJob;
use crate::time::Timestamp;

/// A machine that restarts after an installation is back by then.
const AGAIN_AFTER: Duration = Duration::from_secs(300);
/// An agent that stays offline is asked again at its next collection.
const TRIES: i64 = 12;

/// Refreshes the inventory after a run that changed it. The payload names the
/// run.
pub async fn after_change(app: App, payload: Value) -> anyhow::Result<()> {
    let id = RunKey(payload["run"].as_i64().context("the job names no run")?);
    let Some(agent) = queries::find_changed(app.db.read(), id).await? else { return Ok(()) };
    match refresh_inventory::request_inventory(&app, &agent.agent_id).await {
        Ok(reported) => match refresh_inventory::store_inventory(&app, &agent, reported).await {
            Err(ApiError::Internal(cause)) => Err(cause),
            Err(refusal) => anyhow::bail!("{refusal}"),
            Ok(()) => Ok(()),
        },
        Err(Unanswered::Offline | Unanswered::TimedOut | Unanswered::BusDown) => {
            ask_later(&app, id, payload["tries"].as_i64().unwrap_or(0) + 1).await
        }
        // It never will.
        Err(reason) => {
            tracing::info!(agent.id = %agent.agent_id, %reason, "the software of an agent could not be listed");
            Ok(())
        }
    }
}

async fn ask_later(app: &App, run: RunKey, tries: i64) -> anyhow::Result<()> {
    if tries >= TRIES {
        return Ok(());
    }
    let job = NewJob::now(SOFTWARE_KIND, json!({ "run": run, "tries": tries }))
        .at(Timestamp::now().plus(AGAIN_AFTER))
        .keyed(run.to_string());
    let write = app.db.begin().await?;
    app.jobs.enqueue(&write, job).await?;
    write.commit().await?;
    Ok(())
}
