//! Deletes old runs.

use std::time::Duration;

use sea_orm::DbErr;

use super::queries::{OLD_KEYS, OLD_OUTPUT, OLD_RUNS, OLD_WAITING};
use crate::app::App;
use crate::domain::settings::read_settings;
use crate::jobs::{Periodic, delete_in_batches};
use crate::time::Timestamp;

const DAY: Duration = Duration::from_secs(24 * 3600);
/// Nightly: deletes the output of old runs, and then the runs.
pub const RETENTION: Periodic =
    Periodic { name: "run_retention", every: DAY, handler: |app| Box::pin(prune(app)) };

async fn prune(app: App) -> anyhow::Result<()> {
    let settings = read_settings(app.db.read(), &app.vault).await?;
    let days = u32::try_from(settings.agent_history_prune_days).unwrap_or(0);
    if days == 0 {
        return Ok(()); // Keep everything.
    }
    let before = Timestamp::now().minus(DAY * days);
    prune_before(&app, before).await?;
    Ok(())
}

/// Deletes runs from before a time that have ended, their output first. Returns
/// how many runs were deleted.
pub async fn prune_before(app: &App, before: Timestamp) -> Result<u64, DbErr> {
    delete_in_batches(app, OLD_OUTPUT, before, &[]).await?;
    delete_in_batches(app, OLD_RUNS, before, &[]).await
}

/// Deletes runs from before a time that could wait and have ended.
pub async fn prune_waited(app: &App, before: Timestamp) -> Result<u64, DbErr> {
    delete_in_batches(app, OLD_WAITING, before, &[]).await
}

/// Deletes the idempotency keys of callers after a day.
pub async fn prune_keys(app: &App, now: Timestamp) -> Result<u64, DbErr> {
    delete_in_batches(app, OLD_KEYS, now.minus(DAY), &[]).await
}
