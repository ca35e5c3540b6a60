//! The SQL for which policies reach which agents.

use std::collections::HashMap;

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult, Value};

use super::resolution::{Candidates, PolicyFacts};
use crate::auth::Scope;
use crate::domain::fleet::AffectedAgents;
use crate::ids::AgentKey;
use crate::storage::sql;

/// More agents than this are not named one by one: all are read.
const MOST_NAMED: usize = 1000;

/// The tables with the settings for a kind of machine.
const FROM: &str = "from present_agents a
   join sites s on s.id = a.site_id
   join clients c on c.id = s.client_id
   join core_settings d on d.id = 1";
const SITE_POLICY: &str =
    "case a.monitoring_type when 'server' then s.server_policy else s.workstation_policy end";
const CLIENT_POLICY: &str =
    "case a.monitoring_type when 'server' then c.server_policy else c.workstation_policy end";
const DEFAULT_POLICY: &str =
    "case a.monitoring_type when 'server' then d.server_policy else d.workstation_policy end";

/// A selection of agents.
pub enum AgentSelection<'a> {
    All,
    /// These.
    Agents(&'a [AgentKey]),
    /// Those a policy is set for, whether it reaches them or not.
    SetFor(i64),
}

impl AgentSelection<'_> {
    /// A condition on [`FROM`], and its bound value.
    fn condition(&self, db: &impl ConnectionTrait, scope: &Scope) -> (String, Option<Value>) {
        let scope = scope.site_condition("s.client_id", "s.id");
        match self {
            Self::Agents(ids) if ids.len() <= MOST_NAMED => {
                let (among, ids) = sql::among(db, "a.id", 1, ids);
                (format!("{scope} and {among}"), Some(ids))
            }
            Self::All | Self::Agents(_) => (scope, None),
            Self::SetFor(policy) => {
                let levels = format!("a.policy, {SITE_POLICY}, {CLIENT_POLICY}, {DEFAULT_POLICY}");
                (format!("{scope} and $1 in ({levels})"), Some((*policy).into()))
            }
        }
    }
}

#[derive(FromQueryResult)]
struct CandidatesRow {
    agent: AgentKey,
    site: i64,
    client: i64,
    agent_policy: Option<i64>,
    site_policy: Option<i64>,
    client_policy: Option<i64>,
    default_policy: Option<i64>,
    agent_blocks: bool,
    site_blocks: bool,
    client_blocks: bool,
}

#[derive(FromQueryResult)]
struct FactsRow {
    id: i64,
    name: String,
    active: bool,
    enforced: bool,
    alert_template: Option<i64>,
}

#[derive(FromQueryResult)]
struct ExclusionRow {
    policy_id: i64,
    kind: String,
    excluded: i64,
}

/// What is set for agents. With more than a thousand named ones all agents are
/// returned, and the caller must ignore the others.
pub async fn list_candidates(
    db: &impl ConnectionTrait,
    scope: &Scope,
    chosen: &AgentSelection<'_>,
) -> Result<Vec<Candidates>, DbErr> {
    let (condition, bound) = chosen.condition(db, scope);
    let text = format!(
        "select a.id as agent, s.id as site, c.id as client, a.policy as agent_policy,
                {SITE_POLICY} as site_policy, {CLIENT_POLICY} as client_policy,
                {DEFAULT_POLICY} as default_policy,
                a.block_policy_inheritance as agent_blocks,
                s.block_policy_inheritance as site_blocks,
                c.block_policy_inheritance as client_blocks
         {FROM} where {condition}"
    );
    let rows: Vec<CandidatesRow> = sql::all(db, &text, bound).await?;
    Ok(rows.into_iter().map(Candidates::from).collect())
}

/// The facts about every policy, including exclusions of the selected agents.
pub async fn list_facts(
    db: &impl ConnectionTrait,
    scope: &Scope,
    chosen: &AgentSelection<'_>,
) -> Result<HashMap<i64, PolicyFacts>, DbErr> {
    let rows: Vec<FactsRow> = sql::all(
        db,
        "select id, name, active, enforced, alert_template from policies where not hidden",
        [],
    )
    .await?;
    let fact = |row: FactsRow| {
        let FactsRow { id, name, active, enforced, alert_template } = row;
        let facts =
            PolicyFacts { name, active, enforced, alert_template, ..PolicyFacts::default() };
        (id, facts)
    };
    let mut facts: HashMap<i64, PolicyFacts> = rows.into_iter().map(fact).collect();
    let (condition, bound) = chosen.condition(db, scope);
    let text = format!(
        "select x.policy_id, 'agent' as kind, x.agent_id as excluded {FROM}
           join policy_excluded_agents x on x.agent_id = a.id where {condition}
         union all select policy_id, 'site', site_id from policy_excluded_sites
         union all select policy_id, 'client', client_id from policy_excluded_clients"
    );
    let exclusions: Vec<ExclusionRow> = sql::all(db, &text, bound).await?;
    for ExclusionRow { policy_id, kind, excluded } in exclusions {
        let facts = facts.entry(policy_id).or_default();
        match kind.as_str() {
            "agent" => facts.excluded_agents.insert(AgentKey(excluded)),
            "site" => facts.excluded_sites.insert(excluded),
            _ => facts.excluded_clients.insert(excluded),
        };
    }
    Ok(facts)
}

/// The agents of touched clients and sites, by key.
pub async fn list_touched(
    db: &impl ConnectionTrait,
    touched: &AffectedAgents,
) -> Result<Vec<AgentKey>, DbErr> {
    let condition = match touched.everything {
        true => "1 = 1".to_owned(),
        false => format!(
            "s.client_id in ({}) or s.id in ({}) or a.id in ({})",
            sql::list(&touched.clients),
            sql::list(&touched.sites),
            sql::list(&touched.agents)
        ),
    };
    let text = format!(
        "select a.id from present_agents a join sites s on s.id = a.site_id
          where {condition} order by a.id"
    );
    sql::values(db, &text, []).await
}

impl From<CandidatesRow> for Candidates {
    fn from(row: CandidatesRow) -> Self {
        Self {
            agent: row.agent,
            site: row.site,
            client: row.client,
            policies: [row.agent_policy, row.site_policy, row.client_policy, row.default_policy],
            agent_blocks: row.agent_blocks,
            site_blocks: row.site_blocks,
            client_blocks: row.client_blocks,
        }
    }
}
