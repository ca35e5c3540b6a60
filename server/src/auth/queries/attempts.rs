//! Login attempts of a network, as all servers of an installation count them.

use std::time::Duration;

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};

use crate::app::App;
use crate::jobs::delete_in_batches;
use crate::storage::sql;
use crate::time::Timestamp;

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// Attempts since the beginning of a minute and of a day.
#[derive(Clone, Copy, Debug, FromQueryResult)]
pub struct Attempts {
    pub minute_began: Timestamp,
    pub minute_count: i64,
    pub day_began: Timestamp,
    pub day_count: i64,
}

/// The attempts of a network, locked until the transaction ends.
pub async fn lock_attempts(write: &impl ConnectionTrait, network: &str) -> Result<Attempts, DbErr> {
    let text = "insert into login_attempts
                       (network, minute_began, minute_count, day_began, day_count)
                values ($1, 0, 0, 0, 0)
                on conflict (network) do update set day_count = login_attempts.day_count
                returning minute_began, minute_count, day_began, day_count";
    let found: Option<Attempts> = sql::one(write, text, [network.into()]).await?;
    found.ok_or_else(|| DbErr::RecordNotFound("login_attempts".to_owned()))
}

pub async fn store_attempts(
    write: &impl ConnectionTrait,
    network: &str,
    attempts: Attempts,
) -> Result<(), DbErr> {
    let text = "update login_attempts
                   set minute_began = $1, minute_count = $2, day_began = $3, day_count = $4
                 where network = $5";
    let values = [
        attempts.minute_began.into(),
        attempts.minute_count.into(),
        attempts.day_began.into(),
        attempts.day_count.into(),
        network.into(),
    ];
    sql::execute(write, text, values).await.map(|_| ())
}

/// Deletes the attempts of networks whose day has ended.
pub async fn prune_attempts(app: &App, now: Timestamp) -> Result<(), DbErr> {
    let text = "delete from login_attempts where network in
        (select network from login_attempts where day_began < $1 order by network limit $2)";
    delete_in_batches(app, text, now.minus(DAY), &[]).await.map(|_| ())
}
