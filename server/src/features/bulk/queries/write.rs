//! The rows of bulk actions themselves.

use sea_orm::{ConnectionTrait, DbErr};

use crate::domain::runs;
use crate::ids::RunKey;
use crate::storage::sql;
use crate::time::Timestamp;

/// A bulk action about to start.
pub struct NewBulk<'a> {
    pub mode: &'a str,
    pub target: String,
    pub body: String,
    pub sealed_request: Vec<u8>,
    pub sealed_action: Option<Vec<u8>>,
    pub username: &'a str,
    pub user_id: i64,
    pub api_key: Option<i64>,
    pub skip_offline: bool,
    pub queue_hours: i64,
    pub batch: Option<i64>,
    pub stop_on_failures: Option<i64>,
    pub order_name: String,
    pub order_body: Option<Vec<u8>>,
    pub retry_of: Option<i64>,
}

/// Stores a bulk action, and returns its key.
pub async fn insert_bulk(write: &impl ConnectionTrait, bulk: NewBulk<'_>) -> Result<i64, DbErr> {
    sql::number(
        write,
        "insert into bulk_actions (mode, target, body, sealed_request, sealed_action, username,
                user_id, created, status, skip_offline, queue_hours, batch, stop_on_failures,
                order_name, order_body, retry_of, api_key)
         values ($1, $2, $3, $4, $5, $6, $7, $8, 'running', $9, $10, $11, $12, $13, $14, $15, $16)
         returning id",
        [
            bulk.mode.into(),
            bulk.target.into(),
            bulk.body.into(),
            bulk.sealed_request.into(),
            bulk.sealed_action.into(),
            bulk.username.into(),
            bulk.user_id.into(),
            Timestamp::now().into(),
            bulk.skip_offline.into(),
            bulk.queue_hours.into(),
            bulk.batch.into(),
            bulk.stop_on_failures.into(),
            bulk.order_name.into(),
            bulk.order_body.into(),
            bulk.retry_of.into(),
            bulk.api_key.into(),
        ],
    )
    .await
}

/// Locks a running bulk action until the transaction ends: no other transaction
/// sends its orders or ends it meanwhile. Returns whether it is still running,
/// and may start runs.
pub async fn hold_running(write: &impl ConnectionTrait, id: i64) -> Result<bool, DbErr> {
    let text = format!(
        "update bulk_actions set status = 'running' where id = $1 and status = 'running' and {}",
        runs::queries::requester_is_active("bulk_actions")
    );
    Ok(sql::execute(write, &text, [id.into()]).await? > 0)
}

/// Ends a bulk action early: it starts no more runs. Returns whether it was
/// running until now.
pub async fn end_early(write: &impl ConnectionTrait, id: i64, status: &str) -> Result<bool, DbErr> {
    let text = "update bulk_actions set status = $2 where id = $1 and status = 'running'";
    Ok(sql::execute(write, text, [id.into(), status.into()]).await? > 0)
}

/// Drops runs that have not started, and with `all` asks for the end of those
/// that have.
pub async fn cancel_runs(
    write: &impl ConnectionTrait,
    id: i64,
    problem: &str,
    now: Timestamp,
    all: bool,
) -> Result<(), DbErr> {
    sql::execute(
        write,
        "update bulk_members set outcome = 'cancel', reason = $2
          where bulk_id = $1 and outcome = 'wait'",
        [id.into(), problem.into()],
    )
    .await?;
    runs::queries::cancel_bulk(write, id, problem, now, all).await
}

/// Stores how a bulk action ended. Its orders are deleted: they may contain
/// secrets for the agents.
pub async fn finish(
    write: &impl ConnectionTrait,
    id: i64,
    counts: &str,
    now: Timestamp,
) -> Result<bool, DbErr> {
    let touched = sql::execute(
        write,
        "update bulk_actions set finished = $2, counts = $3, sealed_action = null,
                order_body = null,
                status = case when status = 'running' then 'finished' else status end
          where id = $1 and finished is null",
        [id.into(), now.into(), counts.into()],
    )
    .await?;
    Ok(touched > 0)
}

/// Stores other counts of a bulk action that has finished; returns whether they
/// differ from those stored.
pub async fn store_counts(
    write: &impl ConnectionTrait,
    id: i64,
    counts: &str,
) -> Result<bool, DbErr> {
    let text = "update bulk_actions set counts = $2
                 where id = $1 and finished is not null and counts <> $2";
    Ok(sql::execute(write, text, [id.into(), counts.into()]).await? > 0)
}

/// Records up to which run the orders were sent.
pub async fn record_sent(write: &impl ConnectionTrait, id: i64, run: RunKey) -> Result<(), DbErr> {
    let text = "update bulk_actions set sent_through = $2 where id = $1";
    sql::execute(write, text, [id.into(), run.into()]).await?;
    Ok(())
}

/// Deletes a batch of bulk actions from before a time that have finished.
pub const OLD_BULKS: &str = "delete from bulk_actions where id in
    (select id from bulk_actions where created < $1 and finished is not null
      order by id limit $2)";

/// Keys of all bulk actions that have not finished.
pub async fn list_open(db: &impl ConnectionTrait) -> Result<Vec<i64>, DbErr> {
    sql::values(db, "select id from bulk_actions where finished is null order by id", []).await
}
