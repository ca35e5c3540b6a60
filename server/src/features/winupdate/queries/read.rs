//! Reading what decisions and installations need of updates.

use std::collections::BTreeMap;

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};

use super::{CHUNK, IS_APPROVED};
use crate::auth::Scope;
use crate::ids::{AgentId, AgentKey};
use crate::storage::sql;

/// A run may also wait for its agent.
pub(super) const HAS_RUN: &str = "coalesce(r.status in ('queued', 'running'), false)";

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
    pub state: String,
    /// Whether somebody hid it at the computer.
    pub is_hidden: bool,
}

/// The updates of an agent that are neither installed nor superseded.
pub async fn list_candidates(
    db: &impl ConnectionTrait,
    agent: AgentKey,
) -> Result<Vec<Candidate>, DbErr> {
    let text = format!(
        "select w.id, w.guid, {IS_APPROVED} as is_approved,
                {HAS_RUN} as has_run, w.state, w.is_hidden
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
