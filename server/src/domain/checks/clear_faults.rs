//! Results of agents that were not seen for long say nothing about today.

use std::time::Duration;

use super::publish::{ChangedResult, events_of};
use super::result_queries as queries;
use crate::app::App;
use crate::domain::settings::read_plain;
use crate::jobs::Periodic;
use crate::time::Timestamp;

const HOUR: Duration = Duration::from_secs(60 * 60);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// Makes the results of agents pending that were not seen for `clear_faults_days`.
/// Their alerts are closed by `domain/alerts/retention.rs`.
pub const CLEAR_FAULTS: Periodic =
    Periodic { name: "check_clear_faults", every: HOUR, handler: |app| Box::pin(clear(app)) };

async fn clear(app: App) -> anyhow::Result<()> {
    let days = read_plain(app.db.read()).await?.clear_faults_days;
    let Some(days) = u32::try_from(days).ok().filter(|days| *days > 0) else { return Ok(()) };
    let unseen_since = Timestamp::now().minus(DAY.saturating_mul(days));
    while !app.stopping.is_cancelled() && clear_some(&app, unseen_since).await? {}
    Ok(())
}

/// Clears some results; returns whether there were any.
async fn clear_some(app: &App, unseen_since: Timestamp) -> anyhow::Result<bool> {
    let write = app.db.begin().await?;
    let rows = queries::lock_unseen(&write, unseen_since).await?;
    if rows.is_empty() {
        return Ok(false);
    }
    let ids: Vec<i64> = rows.iter().map(|row| row.id).collect();
    queries::update_cleared(&write, &ids).await?;
    let events = events_of(&write, rows.iter().map(ChangedResult::cleared).collect()).await?;
    write.commit().await?;
    app.events.publish_all(&events).await;
    Ok(true)
}
