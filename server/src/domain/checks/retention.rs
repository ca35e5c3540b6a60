//! For how long the history of checks is kept.

use std::time::Duration;

use super::result_queries;
use crate::app::App;
use crate::domain::settings::read_plain;
use crate::error::ApiError;
use crate::jobs::Periodic;
use crate::time::Timestamp;

/// Rows per transaction: others wait for the writer.
const SLICE: u64 = 1000;
const DAY: Duration = Duration::from_secs(24 * 3600);

/// Nightly: deletes history that is old enough.
pub const RETENTION: Periodic = Periodic {
    name: "check_history_retention",
    every: DAY,
    handler: |app| Box::pin(prune_all(app)),
};

async fn prune_all(app: App) -> anyhow::Result<()> {
    let rows = prune(&app).await?;
    if rows > 0 {
        tracing::info!(rows, "old history of checks was deleted");
    }
    Ok(())
}

/// Deletes history that is older than the settings say, as far as it is in rows of
/// its own: the newest hours of each check stay. Returns how many rows they were.
pub async fn prune(app: &App) -> Result<u64, ApiError> {
    let days = read_plain(app.db.read()).await?.check_history_prune_days;
    let Some(days) = u32::try_from(days).ok().filter(|days| *days > 0) else { return Ok(0) };
    let before = Timestamp::now().minus(DAY.saturating_mul(days));
    let mut total = 0;
    while !app.stopping.is_cancelled() {
        let write = app.db.begin().await?;
        let deleted = result_queries::delete_history(&write, before, SLICE).await?;
        write.commit().await?;
        total += deleted;
        if deleted < SLICE {
            break;
        }
    }
    Ok(total)
}
