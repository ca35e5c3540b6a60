//! For how long metrics are kept.

use std::time::Duration;

use muster_metrics::{Minute, Step};
use sea_orm::DbErr;

use super::kept::KeptDays;
use super::windows::{DAY, minus, width};
use super::{minute_of, queries};
use crate::app::App;
use crate::error::ApiError;
use crate::jobs::Periodic;
use crate::time::Timestamp;

/// Blocks per transaction: each is some kilobytes, and others wait for the
/// writer.
const SLICE: u64 = 250;

/// Nightly: deletes metrics that are old enough.
pub const RETENTION: Periodic = Periodic {
    name: "metric_retention",
    every: Duration::from_secs(24 * 3600),
    handler: |app| Box::pin(prune_all(app)),
};

async fn prune_all(app: App) -> anyhow::Result<()> {
    let blocks = prune(&app).await?;
    if blocks > 0 {
        tracing::info!(blocks, "old metrics were deleted");
    }
    Ok(())
}

/// Deletes metrics that are older than the settings say. Returns how many
/// blocks they were.
pub async fn prune(app: &App) -> Result<u64, ApiError> {
    let (kept, now) = (KeptDays::read(app.db.read()).await?, minute_of(Timestamp::now()));
    let mut deleted = 0;
    for (step, days) in [(Step::Minute, kept.by_the_minute), (Step::Hour, kept.by_the_hour)] {
        let Some(days) = days else { continue };
        let before = minus(now, days.saturating_mul(DAY));
        deleted += delete_before(app, step, before).await?;
    }
    Ok(deleted)
}

/// Deletes the blocks that end before a minute or with it, until none are left
/// or the server stops; the rest is found the next time.
async fn delete_before(app: &App, step: Step, before: Minute) -> Result<u64, DbErr> {
    let Some(last) = before.0.checked_sub(width(step)).map(Minute) else { return Ok(0) };
    let mut total = 0;
    while !app.stopping.is_cancelled() {
        let write = app.db.begin().await?;
        let limit = i64::try_from(SLICE).unwrap_or(i64::MAX);
        let deleted = queries::delete_blocks(&write, step, last, limit).await?;
        write.commit().await?;
        total += deleted;
        if deleted < SLICE {
            break;
        }
    }
    Ok(total)
}
