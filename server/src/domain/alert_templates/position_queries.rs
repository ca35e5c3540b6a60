//! The SQL for which template applies: what is set on agents, sites and clients.

use std::collections::HashMap;

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};

use crate::auth::Scope;
use crate::ids::AgentKey;
use crate::storage::sql;

/// More agents than this are not named one by one: all are read.
const MOST_NAMED: usize = 1000;

/// What of an agent decides about its template.
#[derive(Clone, Copy, Debug, FromQueryResult)]
pub struct AgentPosition {
    pub agent: AgentKey,
    pub site: i64,
    /// Whether it is a server; else a workstation.
    pub is_server: bool,
    /// Its own policy.
    pub policy: Option<i64>,
    /// Whether it blocks the inheritance of policies.
    pub blocks: bool,
}

/// What is set on a site, on its client and for all.
#[derive(Clone, Debug, FromQueryResult)]
pub struct SitePosition {
    pub site: i64,
    pub site_name: String,
    pub client: i64,
    pub client_name: String,
    pub template: Option<i64>,
    pub client_template: Option<i64>,
    pub global_template: Option<i64>,
    /// Whether the site blocks the inheritance of policies.
    pub blocks: bool,
    /// Whether its client does.
    pub client_blocks: bool,
    server_policy: Option<i64>,
    workstation_policy: Option<i64>,
    client_server_policy: Option<i64>,
    client_workstation_policy: Option<i64>,
    default_server_policy: Option<i64>,
    default_workstation_policy: Option<i64>,
}

impl SitePosition {
    /// The policy of the site for a type of agent.
    pub fn policy(&self, is_server: bool) -> Option<i64> {
        if is_server { self.server_policy } else { self.workstation_policy }
    }

    /// The policy of the client for a type of agent.
    pub fn client_policy(&self, is_server: bool) -> Option<i64> {
        if is_server { self.client_server_policy } else { self.client_workstation_policy }
    }

    /// The default policy for a type of agent.
    pub fn default_policy(&self, is_server: bool) -> Option<i64> {
        if is_server { self.default_server_policy } else { self.default_workstation_policy }
    }
}

#[derive(FromQueryResult)]
struct ExclusionRow {
    template_id: i64,
    kind: String,
    excluded: i64,
}

/// These agents.
pub async fn list_positions(
    db: &impl ConnectionTrait,
    agents: &[AgentKey],
) -> Result<Vec<AgentPosition>, DbErr> {
    let named = Some(agents).filter(|agents| agents.len() <= MOST_NAMED);
    let (condition, bound) = sql::among_or_all(db, "a.id", named);
    let text = format!(
        "select a.id as agent, a.site_id as site, a.monitoring_type = 'server' as is_server,
                a.policy, a.block_policy_inheritance as blocks
           from present_agents a where {condition}"
    );
    sql::all(db, &text, bound).await
}

/// All agents in scope.
pub async fn list_positions_in(
    db: &impl ConnectionTrait,
    scope: &Scope,
) -> Result<Vec<AgentPosition>, DbErr> {
    let text = format!(
        "select a.id as agent, a.site_id as site, a.monitoring_type = 'server' as is_server,
                a.policy, a.block_policy_inheritance as blocks
           from present_agents a join sites s on s.id = a.site_id
          where {}",
        scope.site_condition("s.client_id", "s.id")
    );
    sql::all(db, &text, []).await
}

/// Every site.
pub async fn list_sites(db: &impl ConnectionTrait) -> Result<HashMap<i64, SitePosition>, DbErr> {
    let text = "select s.id as site, s.name as site_name, c.id as client, c.name as client_name,
                       s.alert_template as template, c.alert_template as client_template,
                       d.alert_template as global_template,
                       s.block_policy_inheritance as blocks,
                       c.block_policy_inheritance as client_blocks,
                       s.server_policy, s.workstation_policy,
                       c.server_policy as client_server_policy,
                       c.workstation_policy as client_workstation_policy,
                       d.server_policy as default_server_policy,
                       d.workstation_policy as default_workstation_policy
                  from sites s join clients c on c.id = s.client_id
                  join core_settings d on d.id = 1";
    let rows: Vec<SitePosition> = sql::all(db, text, []).await?;
    Ok(rows.into_iter().map(|row| (row.site, row)).collect())
}

/// What templates leave out, as template, `agent`, `site` or `client`, and its key.
/// Agents only if they are among these.
pub async fn list_exclusions(
    db: &impl ConnectionTrait,
    agents: Option<&[AgentKey]>,
) -> Result<Vec<(i64, String, i64)>, DbErr> {
    let named = agents.filter(|agents| agents.len() <= MOST_NAMED);
    let (condition, bound) = sql::among_or_all(db, "agent_id", named);
    let text = format!(
        "select template_id, 'agent' as kind, agent_id as excluded from template_excluded_agents
          where {condition}
         union all select template_id, 'site', site_id from template_excluded_sites
         union all select template_id, 'client', client_id from template_excluded_clients"
    );
    let rows: Vec<ExclusionRow> = sql::all(db, &text, bound).await?;
    Ok(rows.into_iter().map(|row| (row.template_id, row.kind, row.excluded)).collect())
}
