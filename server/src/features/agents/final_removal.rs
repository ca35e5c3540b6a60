//! Deletes removed agents when the time to restore them has ended.

use std::time::Duration;

use super::remove_many::close_connections;
use crate::app::App;
use crate::audit::Change;
use crate::domain::fleet::{self, Target};
use crate::error::ApiError;
use crate::jobs::Periodic;
use crate::time::Timestamp;

/// Agents per transaction: each may have years of output, and others wait for
/// the writer.
const BATCH: i64 = 50;

/// Every minute: removals that have become final.
pub const FINAL_REMOVAL: Periodic = Periodic {
    name: "agent_removal",
    every: Duration::from_secs(60),
    handler: |app| Box::pin(finish_all(app)),
};

async fn finish_all(app: App) -> anyhow::Result<()> {
    while !app.stopping.is_cancelled()
        && fleet::has_final_removals(app.db.read(), Timestamp::now()).await?
    {
        let deleted = finish_some(&app).await.map_err(|refusal| match refusal {
            ApiError::Internal(cause) => cause,
            other => anyhow::anyhow!("{other}"),
        })?;
        if deleted.is_empty() {
            break; // They were restored, or another server was faster.
        }
        // One may have stayed open because the bus was away when it was removed.
        close_connections(&app, &deleted).await;
    }
    Ok(())
}

/// Deletes some agents whose removal has become final. Nothing is published:
/// they left every list when they were removed.
async fn finish_some(app: &App) -> Result<Vec<Target>, ApiError> {
    let mut change = Change::begin_as(app, "system", "").await?;
    let agents = fleet::lock_final_removals(&*change, Timestamp::now(), BATCH).await?;
    let mut entries = fleet::finish_removals(&change, &agents).await?;
    let Some(last) = entries.pop() else { return Ok(Vec::new()) };
    entries.into_iter().for_each(|entry| change.add_entry(entry));
    change.commit(last).await?;
    Ok(agents)
}
