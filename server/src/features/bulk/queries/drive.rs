//! The data for continuing a bulk action.

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};

use crate::domain::fleet::REMOVED_AGENTS;
use crate::domain::runs::queries::requester_is_active;
use crate::ids::{AgentId, RunId, RunKey};
use crate::storage::sql;

/// A bulk action that has not finished.
#[derive(Debug, FromQueryResult)]
pub struct ActiveBulk {
    pub id: i64,
    pub status: String,
    pub sealed_action: Option<Vec<u8>>,
    pub username: String,
    pub user_id: i64,
    pub api_key: Option<i64>,
    /// Whether user and API key are still there and may start something.
    pub requester_is_active: bool,
    pub skip_offline: bool,
    pub queue_hours: i64,
    pub batch: Option<i64>,
    pub stop_on_failures: Option<i64>,
    pub order_body: Option<Vec<u8>>,
    pub sent_through: RunKey,
}

pub async fn find_active(db: &impl ConnectionTrait, id: i64) -> Result<Option<ActiveBulk>, DbErr> {
    let text = format!(
        "select b.id, b.status, b.sealed_action, b.username, b.user_id, b.api_key, b.skip_offline,
                b.queue_hours, b.batch, b.stop_on_failures, b.order_body, b.sent_through,
                {} as requester_is_active
           from bulk_actions b where b.id = $1 and b.finished is null",
        requester_is_active("b")
    );
    sql::one(db, &text, [id.into()]).await
}

/// How many runs occupy a slot. Those of removed agents keep none from others.
pub async fn count_slots(db: &impl ConnectionTrait, bulk: i64) -> Result<i64, DbErr> {
    let text = format!(
        "select count(*) from runs
          where bulk_id = $1 and status in ('queued', 'running') and bulk_slot
            and agent_id not in {REMOVED_AGENTS}"
    );
    sql::number(db, &text, [bulk.into()]).await
}

/// A run whose order must be sent.
#[derive(Debug, FromQueryResult)]
pub struct UnsentRun {
    pub id: RunKey,
    pub run_id: RunId,
    pub agent_id: AgentId,
    pub client_id: i64,
    pub site_id: i64,
    pub order_name: String,
    /// Empty: that of the bulk action.
    pub order_body: Vec<u8>,
}

/// The next runs of a bulk action whose orders must be sent.
pub async fn list_unsent(
    db: &impl ConnectionTrait,
    bulk: i64,
    after: RunKey,
    limit: i64,
) -> Result<Vec<UnsentRun>, DbErr> {
    sql::all(
        db,
        "select r.id, r.run_id, a.agent_id, s.client_id, a.site_id, r.order_name, r.order_body
           from runs r join present_agents a on a.id = r.agent_id join sites s on s.id = a.site_id
          where r.bulk_id = $1 and r.status = 'queued' and r.id > $2
          order by r.id limit $3",
        [bulk.into(), after.into(), limit.into()],
    )
    .await
}

/// A run that its agent should end.
#[derive(Debug, FromQueryResult)]
pub struct UnwantedRun {
    pub run_id: RunId,
    pub agent_id: AgentId,
}

/// Runs that should end: those that are running, and those that were dropped
/// while their order may have been on the way.
pub async fn list_unwanted(
    db: &impl ConnectionTrait,
    bulk: i64,
) -> Result<Vec<UnwantedRun>, DbErr> {
    sql::all(
        db,
        "select r.run_id, a.agent_id from runs r join present_agents a on a.id = r.agent_id
          where r.bulk_id = $1 and r.cancel_asked is not null
            and (r.status = 'running' or r.finished = r.cancel_asked)
          order by r.id",
        [bulk.into()],
    )
    .await
}
