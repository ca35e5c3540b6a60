//! Reading updates of single agents.

use std::collections::BTreeMap;

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};
use serde_json::value::RawValue;

use super::super::update::WinUpdate;
use super::{ACTION, CHUNK, IS_APPROVED, Selection};
use crate::auth::Scope;
use crate::ids::{AgentId, AgentKey};
use crate::storage::sql;
use crate::time::Timestamp;

/// An update is being installed while its run is running.
const IS_INSTALLING: &str = "w.state <> 'installed' and coalesce(r.status = 'running', false)";
/// A run may also wait for its agent.
pub(super) const HAS_RUN: &str = "coalesce(r.status in ('queued', 'running'), false)";

#[derive(FromQueryResult)]
struct Row {
    id: i64,
    agent: AgentKey,
    agent_id: AgentId,
    hostname: String,
    client_name: String,
    site_name: String,
    guid: String,
    kb: String,
    title: String,
    description: String,
    severity: String,
    categories: String,
    source: String,
    state: String,
    action: String,
    inherited: bool,
    result: String,
    error: Option<String>,
    attempts: i64,
    date_installed: Option<Timestamp>,
}

/// Updates of agents, by title.
pub async fn list_updates(
    db: &impl ConnectionTrait,
    selection: &Selection,
) -> Result<Vec<WinUpdate>, DbErr> {
    let text = format!(
        "select w.id, w.agent_id as agent, a.agent_id, a.hostname, c.name as client_name,
                s.name as site_name, w.guid, w.kb, w.title, w.description, w.severity, w.categories, w.source,
                case when {IS_INSTALLING} then 'installing' else w.state end as state,
                {ACTION} as action, w.own_action = 'inherit' as inherited, w.result, w.error, w.attempts, w.date_installed
           from winupdates w
           join present_agents a on a.id = w.agent_id
           join sites s on s.id = a.site_id
           join clients c on c.id = s.client_id
           left join runs r on r.run_id = w.install_run
          where {}
          order by lower(w.title), w.title, w.id",
        selection.condition
    );
    let rows: Vec<Row> = sql::all(db, &text, selection.values.clone()).await?;
    Ok(rows.into_iter().map(Row::shown).collect())
}

impl Row {
    fn shown(self) -> WinUpdate {
        let categories = RawValue::from_string(self.categories);
        WinUpdate {
            id: self.id,
            agent: self.agent.into(),
            agent_id: self.agent_id.into(),
            hostname: self.hostname,
            client_name: self.client_name,
            site_name: self.site_name,
            guid: self.guid,
            kb: self.kb,
            title: self.title,
            description: self.description,
            severity: self.severity,
            categories: categories.unwrap_or_else(|_| RawValue::NULL.to_owned()),
            category_ids: Vec::new(),
            kb_article_ids: Vec::new(),
            more_info_urls: Vec::new(),
            support_url: String::new(),
            revision_number: 0,
            source: self.source,
            installed: self.state == "installed",
            downloaded: false,
            state: self.state,
            action: self.action,
            inherited: self.inherited,
            result: self.result,
            error: self.error,
            attempts: self.attempts,
            date_installed: self.date_installed,
        }
    }
}

/// An update with its decision.
#[derive(FromQueryResult)]
pub struct Decision {
    /// Identifier of its agent.
    pub agent_id: AgentId,
    pub title: String,
    /// The decision.
    pub own_action: String,
}

/// One update in scope.
pub async fn find_decision(
    db: &impl ConnectionTrait,
    scope: &Scope,
    id: i64,
) -> Result<Option<Decision>, DbErr> {
    let text = format!(
        "select a.agent_id, w.title, w.own_action
           from winupdates w join present_agents a on a.id = w.agent_id
           join sites s on s.id = a.site_id
          where w.id = $1 and {}",
        scope.site_condition("s.client_id", "s.id")
    );
    sql::one(db, &text, [id.into()]).await
}

/// An update that could be installed.
#[derive(Debug, FromQueryResult)]
pub struct Candidate {
    pub id: i64,
    /// Its identifier at the agent.
    pub guid: String,
    /// Whether people or policies approved it.
    pub is_approved: bool,
    /// Whether a run is at it already, or will be.
    pub has_run: bool,
}

/// The updates of an agent that are neither installed nor superseded.
pub async fn list_candidates(
    db: &impl ConnectionTrait,
    agent: AgentKey,
) -> Result<Vec<Candidate>, DbErr> {
    let text = format!(
        "select w.id, w.guid, {IS_APPROVED} as is_approved,
                {HAS_RUN} as has_run
           from winupdates w left join runs r on r.run_id = w.install_run
          where w.agent_id = $1 and w.state not in ('installed', 'superseded')
          order by w.id"
    );
    sql::all(db, &text, [agent.into()]).await
}

/// A site where updates wait.
#[derive(FromQueryResult)]
pub struct UpdateSite {
    pub client_id: i64,
    pub site_id: i64,
}

/// Where the agents of these updates are.
pub async fn list_sites(db: &impl ConnectionTrait, ids: &[i64]) -> Result<Vec<UpdateSite>, DbErr> {
    let mut sites = BTreeMap::new();
    for chunk in ids.chunks(CHUNK) {
        let text = format!(
            "select distinct s.client_id, a.site_id
               from winupdates w join present_agents a on a.id = w.agent_id
               join sites s on s.id = a.site_id
              where w.id in ({})",
            sql::list(chunk)
        );
        let found: Vec<UpdateSite> = sql::all(db, &text, []).await?;
        sites.extend(found.into_iter().map(|site| (site.site_id, site)));
    }
    Ok(sites.into_values().collect())
}
