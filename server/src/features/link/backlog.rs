//! Orders that waited for their agent, sent oldest first when it connects.
//!
//! The connection subscribes to live orders before it reads the backlog, and a
//! run is stored before its order is sent: so every order is in at least one of
//! the two. If it is in both, it is sent twice, and the agent's ledger accepts
//! it once.

use muster_protocol::Order;
use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};

use super::queries::ConnectedAgent;
use super::reports;
use crate::agent_link::Undelivered;
use crate::app::App;
use crate::auth::Vault;
use crate::domain::fleet::{find_location, list_targets};
use crate::domain::freeze::IS_FROZEN;
use crate::domain::runs::queries::requester_is_active;
use crate::domain::runs::store::{self, FinishedRun, ORDER_BODY, RUNS_WITH_BULK};
use crate::ids::{AgentKey, RunId, RunKey};
use crate::storage::sql;
use crate::time::Timestamp;

/// Orders read at once: they can be large.
const PAGE: i64 = 16;

/// An order that waits for its agent.
#[derive(Debug, FromQueryResult)]
pub struct QueuedOrder {
    pub id: RunKey,
    run_id: RunId,
    order_name: String,
    order_body: Vec<u8>,
}

impl QueuedOrder {
    /// The order; none if its body is damaged.
    pub fn into_order(self, vault: &Vault) -> Option<Order> {
        let body = store::open_body_of(vault, &self.run_id, self.order_body)?;
        Some(Order { run_id: self.run_id.into(), name: self.order_name, body })
    }
}

/// The oldest orders that wait for an agent, after this run; none while it is
/// frozen. Orders of users who were disabled since, and of API keys that were
/// revoked, are left out.
pub async fn list_queued(
    db: &impl ConnectionTrait,
    agent: AgentKey,
    after: RunKey,
    now: Timestamp,
) -> Result<Vec<QueuedOrder>, DbErr> {
    sql::all(
        db,
        &format!(
            "select r.id, r.run_id, r.order_name, {ORDER_BODY} as order_body
               from {RUNS_WITH_BULK} join agents a on a.id = r.agent_id
               join sites s on s.id = a.site_id
              where r.agent_id = $1 and r.status = 'queued' and r.expires > $2 and r.id > $3
                and not {IS_FROZEN} and {}
              order by r.id limit $4",
            requester_is_active("r")
        ),
        [agent.into(), now.into(), after.into(), PAGE.into()],
    )
    .await
}

/// Ends a run whose order this agent's build does not know.
pub async fn refuse(
    app: &App,
    agent: &ConnectedAgent,
    order: &Order,
    id: RunKey,
) -> Result<(), DbErr> {
    let write = app.db.begin().await?;
    let target = list_targets(&write, &[agent.id]).await?.pop();
    let lack = target.and_then(|target| target.capabilities.lack(&order.name));
    let reason = lack.unwrap_or_else(|| Undelivered::Unsupported.to_string());
    let run_id = &RunId::from(order.run_id.as_str());
    store::fail(&write, run_id, &reason, Timestamp::now()).await?;
    let location = find_location(&write, agent.id).await?;
    write.commit().await?;
    if let Some(location) = location {
        let finished_run = FinishedRun::failed(id, run_id);
        reports::publish_run_ended(app, agent, location, &finished_run).await;
        reports::publish_unqueued(app, agent, location, id).await;
    }
    Ok(())
}
