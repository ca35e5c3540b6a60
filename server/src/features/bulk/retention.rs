//! Bulk actions are kept as long as the runs of agents.

use std::time::Duration;

use super::queries::OLD_BULKS;
use crate::app::App;
use crate::domain::settings::read_settings;
use crate::jobs::{Periodic, delete_in_batches};
use crate::time::Timestamp;

const DAY: Duration = Duration::from_secs(24 * 3600);

/// Nightly: deletes old bulk actions that have finished.
pub const RETENTION: Periodic =
    Periodic { name: "bulk_retention", every: DAY, handler: |app| Box::pin(prune(app)) };

async fn prune(app: App) -> anyhow::Result<()> {
    let settings = read_settings(app.db.read(), &app.vault).await?;
    let days = u32::try_from(settings.agent_history_prune_days).unwrap_or(0);
    if days > 0 {
        let before = Timestamp::now().minus(DAY * days);
        delete_in_batches(&app, OLD_BULKS, before, &[]).await?;
    }
    Ok(())
}
