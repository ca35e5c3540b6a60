//! Orders that should have reached their agent by now.

use muster_protocol::Order;
use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};

use super::revoked::requester_is_active;
use crate::auth::Vault;
use crate::domain::freeze::IS_FROZEN;
use crate::domain::runs::store::{ORDER_BODY, RUNS_WITH_BULK, open_body_of};
use crate::ids::{AgentId, AgentKey, RunId, RunKey};
use crate::storage::sql;
use crate::time::Timestamp;

/// An order that should have reached its agent by now.
#[derive(Debug, FromQueryResult)]
pub struct OverdueOrder {
    pub id: RunKey,
    pub run_id: RunId,
    pub agent: AgentKey,
    pub agent_id: AgentId,
    pub client_id: i64,
    pub site_id: i64,
    pub order_name: String,
    pub order_body: Vec<u8>,
}

impl OverdueOrder {
    /// The order; none if its body is damaged.
    pub fn order(&self, vault: &Vault) -> Option<Order> {
        let body = open_body_of(vault, &self.run_id, self.order_body.clone())?;
        let (run_id, name) = (self.run_id.clone().into(), self.order_name.clone());
        Some(Order { run_id, name, body })
    }
}

/// The `select` of overdue orders, without the condition. Orders to frozen agents
/// are not overdue.
fn overdue() -> String {
    format!(
        "select r.id, r.run_id, a.id as agent, a.agent_id, s.client_id, a.site_id, r.order_name,
                {ORDER_BODY} as order_body
           from {RUNS_WITH_BULK} join present_agents a on a.id = r.agent_id
           join sites s on s.id = a.site_id
          where r.status = 'queued' and r.server = '' and not {IS_FROZEN}"
    )
}

/// The order of a run, if its agent has not confirmed it yet.
pub async fn find_unconfirmed(
    db: &impl ConnectionTrait,
    id: RunKey,
) -> Result<Option<OverdueOrder>, DbErr> {
    sql::one(db, &format!("{} and r.id = $1", overdue()), [id.into()]).await
}

/// Unconfirmed orders that cannot wait, although their agent was connected a
/// moment ago. Those of bulk actions are handled there.
pub async fn list_lost(
    db: &impl ConnectionTrait,
    stored_before: Timestamp,
    seen_since: Timestamp,
    limit: i64,
) -> Result<Vec<OverdueOrder>, DbErr> {
    let text = format!(
        "{} and r.expires is null and r.bulk_id is null and r.time < $1 and a.last_seen > $2
          order by r.id limit $3",
        overdue()
    );
    sql::all(db, &text, [stored_before.into(), seen_since.into(), limit.into()]).await
}

/// Orders that wait although their agent was connected a moment ago, oldest
/// first.
pub async fn list_overdue(
    db: &impl ConnectionTrait,
    stored_before: Timestamp,
    seen_since: Timestamp,
    now: Timestamp,
    limit: i64,
) -> Result<Vec<OverdueOrder>, DbErr> {
    sql::all(
        db,
        &format!(
            "{} and r.expires > $1 and r.time < $2 and a.last_seen > $3 and {}
              order by r.id limit $4",
            overdue(),
            requester_is_active("r")
        ),
        [now.into(), stored_before.into(), seen_since.into(), limit.into()],
    )
    .await
}
