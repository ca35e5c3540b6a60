//! A round: a few of the agents that are due and online are asked.

use std::time::Duration;

use super::{scans, software};
use crate::app::App;
use crate::features::winupdate;
use crate::jobs::Periodic;
use crate::time::Timestamp;

/// A computer that was just added shows its software and updates within this time.
const INTERVAL: Duration = Duration::from_secs(15);
/// Agents that are asked for their software in one round, and as many for
/// updates: two in a second. Ten thousand that reconnect at once take an hour
/// and a half.
pub(super) const MAX_PER_ROUND: i64 = 30;
/// Presence is recorded every half minute.
const SEEN_WITHIN: Duration = Duration::from_secs(75);

/// Asks agents for their software and for missing updates.
pub const COLLECTION: Periodic =
    Periodic { name: "collection", every: INTERVAL, handler: |app| Box::pin(begin(app)) };

async fn begin(app: App) -> anyhow::Result<()> {
    winupdate::count_new(&app).await?;
    match app.settings.collection_disabled {
        true => Ok(()),
        false => begin_round(&app, Timestamp::now()).await,
    }
}

/// One round at this time.
pub(super) async fn begin_round(app: &App, now: Timestamp) -> anyhow::Result<()> {
    // Which agents count as online does not depend on when something is due.
    let seen = Timestamp::now().minus(SEEN_WITHIN);
    scans::begin(app, now, seen).await?;
    software::begin(app, now, seen).await
}
