//! Answers are remembered for a day.

use sea_orm::DbErr;

use super::REMEMBERED;
use crate::app::App;
use crate::jobs::delete_in_batches;
use crate::time::Timestamp;

const IDEMPOTENT_REQUESTS: &str = "delete from idempotent_requests where (caller, key) in
    (select caller, key from idempotent_requests
      where created_time < $1 order by created_time limit $2)";

/// Deletes answers that have expired.
pub async fn prune(app: &App, now: Timestamp) -> Result<u64, DbErr> {
    delete_in_batches(app, IDEMPOTENT_REQUESTS, now.minus(REMEMBERED), &[]).await
}
