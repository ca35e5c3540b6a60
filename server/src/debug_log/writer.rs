//! Writes what was recorded, everything that waits in one transaction.

use std::time::Duration;

use sea_orm::DbErr;

use super::entry::{DebugEntry, LogType};
use super::queries;
use super::queue::TimedEntry;
use crate::app::App;
use crate::clock;
use crate::storage;

/// Pause after the database could not be written.
const RETRY: Duration = Duration::from_secs(10);

/// Writes entries until the server stops, and then the last ones.
pub async fn write_regularly(app: App) {
    loop {
        // Not when the stop begins: requests and jobs still end then.
        let is_last = app.closing_connections.is_cancelled();
        let is_written = write_waiting(&app, is_last).await;
        if is_last {
            return;
        }
        let rest = async {
            match is_written {
                true => app.debug_log.due().await,
                false => clock::sleep(RETRY).await,
            }
        };
        tokio::select! {
            () = app.closing_connections.cancelled() => {}
            () = rest => {}
        }
    }
}

/// Returns whether nothing is left that could not be written.
async fn write_waiting(app: &App, is_last: bool) -> bool {
    let entries = app.debug_log.take(is_last);
    if entries.is_empty() {
        return true;
    }
    let Err(error) = write(app, &entries).await else { return true };
    tracing::warn!(error = %error, "the debug log could not be written");
    app.debug_log.put_back(entries);
    if storage::is_unreachable(&error) || storage::is_full(&error) {
        // Stored once the database works again.
        let message = "the database could not be reached, or could not write";
        app.debug_log.record(DebugEntry::critical(LogType::SystemIssues, message));
    }
    false
}

async fn write(app: &App, entries: &[TimedEntry]) -> Result<(), DbErr> {
    let write = app.db.begin().await?;
    queries::insert(&write, entries).await?;
    write.commit().await
}
