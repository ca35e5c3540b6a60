//! The history does not grow for ever.

use std::time::Duration;

use super::queries::{self, OLD_OUTPUT, OLD_RUNS};
use crate::app::App;
use crate::jobs::Periodic;
use crate::time::Timestamp;

const DAY: Duration = Duration::from_secs(24 * 3600);
/// `agent_history_prune_days`, until that setting has its table.
const KEPT_DAYS: u32 = 60;
/// Rows per transaction, so that others get their turn in between.
const BATCH: i64 = 5000;

/// Nightly: deletes the output of old runs, and then the runs.
pub const RETENTION: Periodic =
    Periodic { name: "run_retention", every: DAY, handler: |app| Box::pin(prune(app)) };

async fn prune(app: App) -> anyhow::Result<()> {
    let before = Timestamp::now().minus(DAY * KEPT_DAYS);
    for text in [OLD_OUTPUT, OLD_RUNS] {
        // What is left when the server stops is found a day later.
        while !app.stopping.is_cancelled() {
            let write = app.db.begin().await?;
            let deleted = queries::delete_old(&write, text, before, BATCH).await?;
            write.commit().await?;
            if deleted < BATCH.unsigned_abs() {
                break;
            }
        }
    }
    Ok(())
}
