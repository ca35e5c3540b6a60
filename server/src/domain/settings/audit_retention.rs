//! How long the audit log is kept.

use std::time::Duration;

use super::stored::read_settings;
use crate::app::App;
use crate::audit;
use crate::error::ApiError;
use crate::jobs::Periodic;
use crate::time::Timestamp;

const DAY: Duration = Duration::from_secs(24 * 3600);

/// No audit row is removed before, whatever the settings say: callers who may
/// change them must not be able to hide what they did.
pub const AUDIT_FLOOR_DAYS: i64 = 30;

/// Nightly: removes the audit rows that are old enough.
pub const AUDIT_RETENTION: Periodic =
    Periodic { name: "audit_retention", every: DAY, handler: |app| Box::pin(prune(app)) };

async fn prune(app: App) -> anyhow::Result<()> {
    let rows = prune_audit_log(&app).await?;
    if rows > 0 {
        tracing::info!(rows, "old rows of the audit log were removed");
    }
    Ok(())
}

/// Removes the audit rows that are older than the settings say. Returns how many
/// they were.
pub async fn prune_audit_log(app: &App) -> Result<u64, ApiError> {
    let settings = read_settings(app.db.read(), &app.vault).await?;
    let days = match settings.audit_log_prune_days {
        0 => return Ok(0), // Keep everything.
        days => u32::try_from(days.max(AUDIT_FLOOR_DAYS)).unwrap_or(u32::MAX),
    };
    Ok(audit::prune_before(app, Timestamp::now().minus(DAY * days)).await?)
}
