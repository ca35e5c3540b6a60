//! Changes to runs that people and the clock make.

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};

use crate::features::runs::idempotency::REMEMBERED;
use crate::storage::sql;
use crate::time::Timestamp;

/// Takes a key for a run, and gives the run that has it: ours, or the one of
/// another request that was faster.
pub async fn claim_key(
    write: &impl ConnectionTrait,
    user_id: i64,
    key: &str,
    run: i64,
) -> Result<i64, DbErr> {
    let now = Timestamp::now();
    sql::execute(
        write,
        "delete from idempotency_keys where user_id = $1 and key = $2 and created_time <= $3",
        [user_id.into(), key.into(), now.minus(REMEMBERED).into()],
    )
    .await?;
    sql::execute(
        write,
        "insert into idempotency_keys (user_id, key, run_id, created_time) values ($1, $2, $3, $4)
         on conflict (user_id, key) do nothing",
        [user_id.into(), key.into(), run.into(), now.into()],
    )
    .await?;
    sql::number(
        write,
        "select run_id from idempotency_keys where user_id = $1 and key = $2",
        [user_id.into(), key.into()],
    )
    .await
}

/// Drops a run that has not started; tells whether it was one.
pub async fn drop_queued(
    write: &impl ConnectionTrait,
    id: i64,
    problem: &str,
    now: Timestamp,
) -> Result<bool, DbErr> {
    let touched = sql::execute(
        write,
        "update runs set status = 'cancelled', problem = $1, finished = $2, order_body = $3
          where id = $4 and status = 'queued'",
        [problem.into(), now.into(), Vec::<u8>::new().into(), id.into()],
    )
    .await?;
    Ok(touched > 0)
}

/// Notes that a run is to be ended; tells whether it was running.
pub async fn ask_to_end(
    write: &impl ConnectionTrait,
    id: i64,
    now: Timestamp,
) -> Result<bool, DbErr> {
    let touched = sql::execute(
        write,
        "update runs set cancel_asked = $1 where id = $2 and status = 'running'",
        [now.into(), id.into()],
    )
    .await?;
    Ok(touched > 0)
}

/// A run whose agent stayed away too long.
#[derive(Debug, FromQueryResult)]
pub struct Expired {
    pub id: i64,
    pub agent_id: String,
    pub client_id: i64,
    pub site_id: i64,
}

/// Ends up to `limit` runs that waited until their time was up.
pub async fn expire(
    write: &impl ConnectionTrait,
    problem: &str,
    now: Timestamp,
    limit: i64,
) -> Result<Vec<Expired>, DbErr> {
    let ids: Vec<i64> = sql::values(
        write,
        "update runs set status = 'expired', problem = $1, finished = $2
          where status = 'queued' and id in
                (select id from runs where status = 'queued' and expires <= $2
                  order by expires limit $3)
         returning id",
        [problem.into(), now.into(), limit.into()],
    )
    .await?;
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    // Integers of our own, see `Scope::site_condition`.
    let list: Vec<String> = ids.iter().map(i64::to_string).collect();
    let text = format!(
        "select r.id, a.agent_id, s.client_id, a.site_id
           from runs r join agents a on a.id = r.agent_id join sites s on s.id = a.site_id
          where r.id in ({}) order by r.id",
        list.join(", ")
    );
    sql::all(write, &text, []).await
}

/// An order that should have reached its agent by now.
#[derive(Debug, FromQueryResult)]
pub struct Overdue {
    pub run_id: String,
    pub agent_id: String,
    pub order_name: String,
    pub order_body: Vec<u8>,
}

/// Orders that wait although their agent was here a moment ago, oldest first.
pub async fn list_overdue(
    db: &impl ConnectionTrait,
    stored_before: Timestamp,
    seen_since: Timestamp,
    now: Timestamp,
    limit: i64,
) -> Result<Vec<Overdue>, DbErr> {
    sql::all(
        db,
        "select r.run_id, a.agent_id, r.order_name, r.order_body
           from runs r join agents a on a.id = r.agent_id
          where r.status = 'queued' and r.expires > $1 and r.time < $2 and a.last_seen > $3
          order by r.id limit $4",
        [now.into(), stored_before.into(), seen_since.into(), limit.into()],
    )
    .await
}

/// What is to be done with the output of a run that ended.
#[derive(Debug, FromQueryResult)]
pub struct Following {
    pub agent: i64,
    pub user_id: Option<i64>,
    pub username: String,
    pub custom_field: Option<i64>,
    pub collector_all_output: bool,
    pub save_to_agent_note: bool,
}

/// Takes what is to be done with the output of a run, once, and only if it
/// ran and ended by itself.
pub async fn take_following(
    write: &impl ConnectionTrait,
    id: i64,
) -> Result<Option<Following>, DbErr> {
    sql::one(
        write,
        "update runs set followed_up = true
          where id = $1 and not followed_up and status in ('passed', 'failed') and problem = ''
         returning agent_id as agent, user_id, username, custom_field, collector_all_output,
                   save_to_agent_note",
        [id.into()],
    )
    .await
}

/// Deletes a batch of what runs from before a time have printed.
pub const OLD_OUTPUT: &str = "delete from run_output where (run_id, stream, start_offset) in
    (select o.run_id, o.stream, o.start_offset
       from run_output o join runs r on r.id = o.run_id
      where r.time < $1 and r.status not in ('queued', 'running') limit $2)";

/// Deletes a batch of runs from before a time. Open ones stay.
pub const OLD_RUNS: &str = "delete from runs where id in
    (select id from runs where time < $1 and status not in ('queued', 'running')
      order by time limit $2)";

/// Runs one of the two statements above; tells how many rows went.
pub async fn delete_old(
    write: &impl ConnectionTrait,
    text: &str,
    before: Timestamp,
    limit: i64,
) -> Result<u64, DbErr> {
    sql::execute(write, text, [before.into(), limit.into()]).await
}
