//! Deletes expired logins.

use std::time::Duration;

use sea_orm::DbErr;

use crate::app::App;
use crate::auth::prune_attempts;
use crate::jobs::delete_in_batches;
use crate::time::Timestamp;

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

const SESSIONS: &str = "delete from sessions where id in
    (select id from sessions where expiry < $1 order by expiry limit $2)";

const LOGIN_PAUSES: &str = "delete from login_pauses where (username, origin) in
    (select username, origin from login_pauses where blocked_until < $1
      order by username, origin limit $2)";

/// Deletes expired sessions, pauses after failed logins a day after their end,
/// and the attempts of days that have ended.
pub async fn prune_logins(app: &App, now: Timestamp) -> Result<(), DbErr> {
    delete_in_batches(app, SESSIONS, now, &[]).await?;
    delete_in_batches(app, LOGIN_PAUSES, now.minus(DAY), &[]).await?;
    prune_attempts(app, now).await
}
