//! All SQL of enrolment, and of leaving.

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};

use crate::domain::fleet::EnrolmentApproval;
use crate::ids::{AgentId, AgentKey};
use crate::storage::sql;
use crate::time::Timestamp;

/// The settings of a token's deployment for the agents that enrol with it.
#[derive(FromQueryResult)]
pub struct Deployment {
    pub id: i64,
    pub site_id: i64,
    pub site_name: String,
    pub client_id: i64,
    pub monitoring_type: String,
    /// A JSON list; empty: from anywhere.
    pub networks: String,
    /// Which computers of its site wait for approval.
    pub approval: EnrolmentApproval,
}

/// The deployment a token names, by the hash of its secret name, if it is valid
/// now.
pub async fn find_deployment(
    db: &impl ConnectionTrait,
    hash: &str,
    now: Timestamp,
) -> Result<Option<Deployment>, DbErr> {
    sql::one(
        db,
        "select d.id, d.site_id, s.name as site_name, s.client_id, d.mon_type as monitoring_type,
                d.networks, s.enrolment_approval as approval
           from deployments d join sites s on s.id = d.site_id
          where d.uid = $1 and not d.revoked and d.expiry > $2
            and (d.max_uses is null or d.uses < d.max_uses)",
        [hash.into(), now.into()],
    )
    .await
}

/// An agent that is being uninstalled.
#[derive(FromQueryResult)]
pub struct LeavingAgent {
    pub id: AgentKey,
    pub hostname: String,
    pub site_id: i64,
    pub site_name: String,
    pub client_id: i64,
    pub public_key: Option<Vec<u8>>,
    /// Whether people removed it before.
    pub is_removed: bool,
}

/// The agent with this identifier, as far as leaving needs it.
pub async fn find_leaving_agent(
    db: &impl ConnectionTrait,
    agent_id: &AgentId,
) -> Result<Option<LeavingAgent>, DbErr> {
    sql::one(
        db,
        "select a.id, a.hostname, a.site_id, s.name as site_name, s.client_id, a.public_key,
                a.removed is not null as is_removed
           from agents a join sites s on s.id = a.site_id
          where a.agent_id = $1",
        [agent_id.into()],
    )
    .await
}
