//! Updates that are approved and not installed yet.

use std::collections::{HashMap, HashSet};

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};

use super::read::HAS_RUN;
use super::{CHUNK, IS_APPROVED};
use crate::ids::AgentKey;
use crate::storage::sql;

/// Whether there is something to install. The states are those of the index
/// `winupdates_pending`.
const IS_LEFT: &str = "state not in ('installed', 'superseded') and not is_hidden";

#[derive(FromQueryResult)]
struct ApprovedUpdate {
    agent_id: AgentKey,
    guid: String,
}

/// The updates that are approved for these agents and not being installed, by
/// agent: their identifiers at the agents.
pub async fn list_approved(
    db: &impl ConnectionTrait,
    agents: &[AgentKey],
) -> Result<HashMap<AgentKey, Vec<String>>, DbErr> {
    let text = format!("{} order by w.id", approved("w.agent_id, w.guid", agents));
    let mut found: HashMap<AgentKey, Vec<String>> = HashMap::new();
    for row in sql::all::<ApprovedUpdate>(db, &text, []).await? {
        found.entry(row.agent_id).or_default().push(row.guid);
    }
    Ok(found)
}

/// The updates that are approved for these agents and not being installed; without
/// those that wait for a restart or were hidden at the computer.
pub(super) fn approved(columns: &str, agents: &[AgentKey]) -> String {
    format!(
        "select {columns} from winupdates w left join runs r on r.run_id = w.install_run
          where w.agent_id in ({}) and {IS_APPROVED}
            and w.state not in ('installed', 'superseded', 'reboot_pending')
            and not w.is_hidden and not {HAS_RUN}",
        sql::list(agents)
    )
}

/// The agents of these updates.
pub async fn list_agents_of(
    db: &impl ConnectionTrait,
    ids: &[i64],
) -> Result<Vec<AgentKey>, DbErr> {
    let mut agents = Vec::new();
    for chunk in ids.chunks(CHUNK) {
        let text = format!(
            "select distinct agent_id from winupdates where id in ({}) order by agent_id",
            sql::list(chunk)
        );
        agents.extend(sql::values::<AgentKey>(db, &text, []).await?);
    }
    agents.sort_unstable();
    agents.dedup();
    Ok(agents)
}

/// An update that its agent may install on its own.
#[derive(Debug, FromQueryResult)]
pub struct InstallableUpdate {
    pub agent_id: AgentKey,
    /// Its identifier at the agent.
    pub guid: String,
    /// `available`, `failed`, ….
    pub state: String,
    /// How often it was tried.
    pub attempts: i64,
}

/// The approved updates of these agents that are not installed, in a stable order.
pub async fn list_installable(
    db: &impl ConnectionTrait,
    agents: &[AgentKey],
) -> Result<Vec<InstallableUpdate>, DbErr> {
    let text = format!(
        "select agent_id, guid, state, attempts from winupdates
          where agent_id in ({}) and {IS_APPROVED}
            and state not in ('installed', 'superseded', 'reboot_pending') and not is_hidden
          order by agent_id, guid",
        sql::list(agents)
    );
    sql::all(db, &text, []).await
}

/// Which of these agents, or of all, have approved updates that are not
/// installed.
pub async fn list_agents_with_pending(
    db: &impl ConnectionTrait,
    agents: Option<&[i64]>,
) -> Result<HashSet<i64>, DbErr> {
    let (among, agents) = sql::among_or_all(db, "agent_id", agents);
    let text = format!(
        "select agent_id from winupdates
          where {IS_APPROVED} and {IS_LEFT} and {among}
          group by agent_id"
    );
    let found: Vec<i64> = sql::values(db, &text, agents).await?;
    Ok(found.into_iter().collect())
}

/// The condition for one agent: whether `agents a` has such updates.
pub fn has_pending() -> String {
    format!(
        "exists (select 1 from winupdates where agent_id = a.id and {IS_APPROVED} and {IS_LEFT})"
    )
}
