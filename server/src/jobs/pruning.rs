//! Deleting old rows, a batch at a time.

use std::time::Duration;

use sea_orm::{DbErr, Value};

use crate::app::App;
use crate::storage::sql;
use crate::time::Timestamp;

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// Rows per transaction, so that others get their turn in between.
const BATCH: i64 = 5000;

const DEAD_JOBS: &str = "delete from jobs where id in
    (select id from jobs where dead_since < $1 order by dead_since limit $2)";

/// Deletes jobs that were given up a month ago.
pub async fn prune_dead(app: &App, now: Timestamp) -> Result<u64, DbErr> {
    delete_in_batches(app, DEAD_JOBS, now.minus(DAY * 30), &[]).await
}

/// Deletes rows from before a time until none are left or the server stops; the
/// rest is found the next time. Returns how many were deleted.
///
/// In the statement `$1` is the time, `$2` the most rows it may delete, and
/// `$3` and the following are `more`.
pub async fn delete_in_batches(
    app: &App,
    text: &str,
    before: Timestamp,
    more: &[Value],
) -> Result<u64, DbErr> {
    let mut total = 0;
    let mut values = vec![before.into(), BATCH.into()];
    values.extend_from_slice(more);
    while !app.stopping.is_cancelled() {
        let write = app.db.begin().await?;
        let deleted = sql::execute(&write, text, values.clone()).await?;
        write.commit().await?;
        total += deleted;
        if deleted < BATCH.unsigned_abs() {
            break;
        }
    }
    Ok(total)
}
