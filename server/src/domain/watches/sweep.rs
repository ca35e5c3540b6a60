//! Fires watches for what is so already: after runs have ended, and every minute for
//! what was missed, because a server was killed or the watch was added at the same
//! moment.

use std::time::Duration;

use super::{fire, queries};
use crate::app::App;
use crate::jobs::Periodic;
use crate::time::Timestamp;

/// Watches per transaction.
const BATCH: usize = 500;

/// Every minute: watches that should have fired.
pub const SWEEP: Periodic = Periodic {
    name: "watch_sweep",
    every: Duration::from_secs(60),
    handler: |app| Box::pin(async move { sweep(&app).await }),
};

/// Fires what is due. Its cost depends on how many watches there are, which is few,
/// and not on how many runs have ended.
pub async fn sweep(app: &App) -> anyhow::Result<()> {
    loop {
        let due = queries::list_due(app.db.read(), Timestamp::now(), BATCH).await?;
        if due.is_empty() {
            return Ok(());
        }
        let write = app.db.begin().await?;
        let fired = queries::take(&write, &due).await?;
        fire::enqueue(app, &write, &fired).await?;
        write.commit().await?;
        app.jobs.wake().await;
        if due.len() < BATCH {
            return Ok(());
        }
    }
}
