//! Deletes old deployments that are of no use any more.

use std::time::Duration;

use sea_orm::DbErr;

use crate::app::App;
use crate::jobs::delete_in_batches;
use crate::time::Timestamp;

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

const DEPLOYMENTS: &str = "delete from deployments where id in
    (select id from deployments
      where created_time < $1 and (expiry < $3 or uses >= max_uses or revoked)
      order by id limit $2)";

/// Deletes those made 90 days ago that are expired, used up or revoked.
pub async fn prune(app: &App, now: Timestamp) -> Result<u64, DbErr> {
    delete_in_batches(app, DEPLOYMENTS, now.minus(DAY * 90), &[now.into()]).await
}
