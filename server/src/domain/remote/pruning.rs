//! Sessions of long ago are deleted; the audit log keeps what happened.

use std::time::Duration;

use crate::app::App;
use crate::storage::sql;
use crate::time::Timestamp;

/// How long an ended session is shown.
const KEPT: Duration = Duration::from_secs(90 * 24 * 3600);

/// Deletes sessions that ended long ago, with their viewers.
pub async fn prune(app: &App, now: Timestamp) -> anyhow::Result<()> {
    let write = app.db.begin().await?;
    let text = "delete from remote_sessions where ended < $1";
    sql::execute(&write, text, [now.minus(KEPT).into()]).await?;
    write.commit().await?;
    Ok(())
}
