//! The SQL of where policies are set.

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};

use crate::auth::Scope;
use crate::ids::{AgentId, AgentKey};
use crate::storage::sql;

/// A client a policy is set for.
#[derive(Clone, Debug, FromQueryResult)]
pub struct AssignedClient {
    pub id: i64,
    pub name: String,
    pub server_policy: Option<i64>,
    pub workstation_policy: Option<i64>,
}

/// A site a policy is set for.
#[derive(Clone, Debug, FromQueryResult)]
pub struct AssignedSite {
    pub id: i64,
    pub name: String,
    pub client: i64,
    pub client_name: String,
    pub server_policy: Option<i64>,
    pub workstation_policy: Option<i64>,
}

/// An agent a policy is set for.
#[derive(Clone, Debug, FromQueryResult)]
pub struct AssignedAgent {
    pub id: AgentKey,
    pub agent_id: AgentId,
    /// The host name of the computer.
    pub hostname: String,
    pub site: i64,
    pub site_name: String,
    pub client: i64,
    pub client_name: String,
}

/// Clients that are readable in a scope, by name; with a policy only those it
/// is set for.
pub async fn list_assigned_clients(
    db: &impl ConnectionTrait,
    scope: &Scope,
    policy: Option<i64>,
) -> Result<Vec<AssignedClient>, DbErr> {
    let text = format!(
        "select c.id, c.name, c.server_policy, c.workstation_policy
           from clients c
          where {} and ($1 = 0 or c.server_policy = $1 or c.workstation_policy = $1)
          order by lower(c.name), c.id",
        scope.client_condition("c.id")
    );
    sql::all(db, &text, [policy.unwrap_or(0).into()]).await
}

/// Sites in scope, by name; with a policy only those it is set for.
pub async fn list_assigned_sites(
    db: &impl ConnectionTrait,
    scope: &Scope,
    policy: Option<i64>,
) -> Result<Vec<AssignedSite>, DbErr> {
    let text = format!(
        "select s.id, s.name, s.client_id as client, c.name as client_name, s.server_policy,
                s.workstation_policy
           from sites s join clients c on c.id = s.client_id
          where {} and ($1 = 0 or s.server_policy = $1 or s.workstation_policy = $1)
          order by lower(s.name), s.id",
        scope.site_condition("s.client_id", "s.id")
    );
    sql::all(db, &text, [policy.unwrap_or(0).into()]).await
}

const AGENTS: &str = "select a.id, a.agent_id, a.hostname, s.id as site, s.name as site_name,
        c.id as client, c.name as client_name
   from present_agents a join sites s on s.id = a.site_id join clients c on c.id = s.client_id";

/// Agents in scope that a policy is set for, by host name.
pub async fn list_assigned_agents(
    db: &impl ConnectionTrait,
    scope: &Scope,
    policy: i64,
) -> Result<Vec<AssignedAgent>, DbErr> {
    let text = format!(
        "{AGENTS} where {} and a.policy = $1 order by lower(a.hostname), a.id",
        scope.site_condition("s.client_id", "s.id")
    );
    sql::all(db, &text, [policy.into()]).await
}

/// One agent in scope.
pub async fn find_assigned_agent(
    db: &impl ConnectionTrait,
    scope: &Scope,
    agent: AgentKey,
) -> Result<Option<AssignedAgent>, DbErr> {
    let condition = scope.site_condition("s.client_id", "s.id");
    sql::one(db, &format!("{AGENTS} where {condition} and a.id = $1"), [agent.into()]).await
}

/// Whether a client is readable in a scope.
pub async fn client_is_readable(
    db: &impl ConnectionTrait,
    scope: &Scope,
    client: i64,
) -> Result<bool, DbErr> {
    let text = format!(
        "select c.id from clients c where c.id = $1 and {}",
        scope.client_condition("c.id")
    );
    let found: Option<i64> = sql::value(db, &text, [client.into()]).await?;
    Ok(found.is_some())
}
