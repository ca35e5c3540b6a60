//! Installed and superseded updates are deleted after a while.

use std::time::Duration;

use super::queries::OLD_UPDATES;
use crate::app::App;
use crate::jobs::{Periodic, delete_in_batches};
use crate::time::Timestamp;

const DAY: Duration = Duration::from_secs(24 * 3600);
/// Long enough for questions about what was installed when.
const KEPT: Duration = Duration::from_secs(365 * 24 * 3600);

/// Daily: deletes updates that are installed or superseded for a year.
pub const RETENTION: Periodic =
    Periodic { name: "update_retention", every: DAY, handler: |app| Box::pin(prune(app)) };

async fn prune(app: App) -> anyhow::Result<()> {
    delete_in_batches(&app, OLD_UPDATES, Timestamp::now().minus(KEPT), &[]).await?;
    Ok(())
}
