//! Nightly: the space of deleted rows returns to the disk.

use std::time::Duration;

use crate::app::App;
use crate::debug_log::{DebugEntry, LogType};
use crate::jobs::Periodic;
use crate::storage::Disk;

const DAY: Duration = Duration::from_secs(24 * 3600);

/// Shortens the database file by what deleted rows have left behind.
pub const SPACE: Periodic =
    Periodic { name: "database_space", every: DAY, handler: |app| Box::pin(return_space(app)) };

/// Works in steps, between which others write, until nothing is left to do or
/// the server stops.
async fn return_space(app: App) -> anyhow::Result<()> {
    while !app.stopping.is_cancelled() && app.db.shorten_file().await? {}
    Ok(())
}

/// Begins to do the same now, in the background.
pub(super) fn begin_to_return_space(app: &App) {
    let (work, app_clone) = (return_space(app.clone()), app.clone());
    app.tasks.spawn(async move {
        if let Err(error) = work.await {
            let error = format!("{error:#}");
            tracing::warn!(error, "the database file could not be shortened");
            let message = format!("the database file could not be shortened: {error}");
            app_clone.debug_log.record(DebugEntry::warning(LogType::SystemIssues, message));
        }
    });
}

/// Reports when the disk of the data folder is nearly full: a server that cannot
/// write refuses every change.
pub async fn warn_about_full_disk(app: &App) {
    let folder = app.settings.data.clone();
    let disk = tokio::task::spawn_blocking(move || Disk::of(&folder)).await;
    if disk.ok().flatten().is_some_and(Disk::is_nearly_full) {
        let message = "less than a tenth of the disk of the data folder is left (MUSTER_DATA)";
        tracing::warn!("{message}");
        app.debug_log.record(DebugEntry::critical(LogType::SystemIssues, message));
    }
}
