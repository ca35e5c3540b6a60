//! How long the debug log is kept.

use std::time::Duration;

use super::stored::read_settings;
use crate::app::App;
use crate::debug_log;
use crate::jobs::Periodic;
use crate::time::Timestamp;

const DAY: Duration = Duration::from_secs(24 * 3600);

/// Nightly: deletes the entries of the debug log that are old enough.
pub const DEBUG_RETENTION: Periodic =
    Periodic { name: "debug_retention", every: DAY, handler: |app| Box::pin(prune(app)) };

async fn prune(app: App) -> anyhow::Result<()> {
    let settings = read_settings(app.db.read(), &app.vault).await?;
    let days = u32::try_from(settings.debug_log_prune_days).unwrap_or(0);
    if days == 0 {
        return Ok(()); // Keep everything.
    }
    debug_log::prune_before(&app, Timestamp::now().minus(DAY * days)).await?;
    Ok(())
}
