//! What waits in the name of a user or an API key.

use sea_orm::{ConnectionTrait, DbErr};

use super::find::{CancellableRun, cancellable};
use crate::domain::runs::Requester;
use crate::ids::RunKey;
use crate::storage::sql;
use crate::time::Timestamp;

/// A condition on `runs r`: it waits for its agent, or is a reboot that waits
/// there for its time. Written so that it is found by the index of open runs.
pub const WAITS: &str = "r.status in ('queued', 'running')
    and (r.status = 'queued' or r.order_name = 'schedule_reboot')";

/// Whether the requester of a run or bulk action may still ask for something, as
/// a condition on that table: the server itself, or an active user whose API
/// key, if it was one, exists.
pub fn requester_is_active(table: &str) -> String {
    format!(
        "(coalesce({table}.user_id, 0) = 0
          or (exists (select 1 from users u where u.id = {table}.user_id and u.is_active)
              and ({table}.api_key is null
                   or exists (select 1 from api_keys k where k.id = {table}.api_key))))"
    )
}

/// The bulk actions in this name that still start runs.
pub async fn list_open_bulks(
    db: &impl ConnectionTrait,
    requester: Requester,
) -> Result<Vec<i64>, DbErr> {
    let text = format!(
        "select id from bulk_actions
          where finished is null and status = 'running' and {} = $1 order by id",
        requester.column()
    );
    sql::values(db, &text, [requester.key().into()]).await
}

/// Drops the runs in this name that wait for their agents, and asks for the end
/// of reboots that wait for their time. Returns how many there were.
pub async fn cancel_waiting(
    write: &impl ConnectionTrait,
    requester: Requester,
    problem: &str,
    now: Timestamp,
) -> Result<u64, DbErr> {
    let (column, key) = (requester.column(), requester.key());
    let text = format!(
        "update runs set status = 'cancelled', problem = $2, finished = $3, cancel_asked = $3,
                order_body = $4
          where {column} = $1 and status = 'queued'"
    );
    let values = [key.into(), problem.into(), now.into(), Vec::<u8>::new().into()];
    let dropped = sql::execute(write, &text, values).await?;
    let text = format!(
        "update runs set cancel_asked = $2
          where {column} = $1 and status = 'running' and order_name = 'schedule_reboot'
            and cancel_asked is null"
    );
    let ending = sql::execute(write, &text, [key.into(), now.into()]).await?;
    Ok(dropped + ending)
}

/// The next runs in this name that were cancelled at this time.
pub async fn list_revoked(
    db: &impl ConnectionTrait,
    requester: Requester,
    asked: Timestamp,
    after: RunKey,
    limit: i64,
) -> Result<Vec<CancellableRun>, DbErr> {
    let text = format!(
        "{} where r.{} = $1 and r.cancel_asked = $2 and r.id > $3
          order by r.id limit $4",
        cancellable(),
        requester.column()
    );
    sql::all(db, &text, [requester.key().into(), asked.into(), after.into(), limit.into()]).await
}
