//! Agents that were removed and can still be restored.
//!
//! Their records stay, with everything that belongs to them, until the removal
//! is final. Nobody else reads them: others read the view `present_agents`.

use sea_orm::{ConnectionTrait, DbBackend, DbErr, FromQueryResult};
use serde::Serialize;
use utoipa::ToSchema;

use super::removed::remember_removed;
use super::store::{clear_removal, delete_agents};
use super::target::{Target, target_columns};
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::Scope;
use crate::domain::freeze::IS_FROZEN;
use crate::ids::{AgentId, AgentKey};
use crate::storage::sql;
use crate::time::Timestamp;

/// The keys of removed agents that can still be restored, as a subquery.
pub const REMOVED_AGENTS: &str = "(select id from agents where removed is not null)";

/// An agent that was removed and can still be restored.
#[derive(Debug, Serialize, ToSchema, FromQueryResult)]
pub struct RemovedAgent {
    /// Identifier of the agent.
    pub agent_id: String,
    /// The host name of the computer.
    pub hostname: String,
    /// Key of its client.
    pub client: i64,
    /// Name of its client.
    pub client_name: String,
    /// Key of its site.
    pub site: i64,
    /// Name of its site.
    pub site_name: String,
    /// When it was removed.
    #[schema(value_type = String, format = DateTime)]
    pub removed: Timestamp,
    /// Who removed it.
    pub removed_by: String,
    /// Until when it can be restored. Its computer uninstalls it then.
    #[schema(value_type = String, format = DateTime)]
    pub restorable_until: Timestamp,
}

/// The removed agents in scope, the last one first.
pub async fn list_removed(
    db: &impl ConnectionTrait,
    scope: &Scope,
) -> Result<Vec<RemovedAgent>, DbErr> {
    let text = format!(
        "select a.agent_id, a.hostname, s.client_id as client, c.name as client_name,
                a.site_id as site, s.name as site_name, a.removed, a.removed_by,
                a.removal_due as restorable_until
           from agents a join sites s on s.id = a.site_id join clients c on c.id = s.client_id
          where a.removed is not null and {}
          order by a.removed desc, lower(a.hostname), a.id",
        scope.site_condition("s.client_id", "s.id")
    );
    sql::all(db, &text, []).await
}

/// Restores a removed agent in scope with everything that belongs to it; none
/// if there is no such agent.
pub async fn restore(
    write: &impl ConnectionTrait,
    scope: &Scope,
    agent_id: &AgentId,
) -> Result<Option<Target>, DbErr> {
    let condition = format!("a.agent_id = $1 and {}", scope.site_condition("s.client_id", "s.id"));
    let found = lock(write, &condition, [agent_id.into()]).await?.pop();
    if let Some(target) = &found {
        clear_removal(write, target.id).await?;
    }
    Ok(found)
}

/// Removals that become final now, as a condition on `agents a` and `sites s`.
/// While something is frozen, nobody loses the agents there for good: the removal
/// may be what the freeze was for.
fn is_final() -> String {
    format!("a.removed is not null and a.removal_due <= $1 and not {IS_FROZEN}")
}

/// Whether a removal has become final by now.
pub async fn has_final_removals(db: &impl ConnectionTrait, now: Timestamp) -> Result<bool, DbErr> {
    let text = format!(
        "select a.id from agents a join sites s on s.id = a.site_id where {} limit 1",
        is_final()
    );
    let found: Option<i64> = sql::value(db, &text, [now.into()]).await?;
    Ok(found.is_some())
}

/// Agents whose removal has become final by now. They cannot be restored until
/// the transaction ends.
pub async fn lock_final_removals(
    write: &impl ConnectionTrait,
    now: Timestamp,
    limit: i64,
) -> Result<Vec<Target>, DbErr> {
    // The time twice: only the outer condition is evaluated again when an agent
    // was restored and removed once more meanwhile.
    let condition = format!(
        "a.removal_due <= $1
            and a.id in (select a.id from agents a join sites s on s.id = a.site_id
                          where {} order by a.removal_due, a.id limit {limit})",
        is_final()
    );
    lock(write, &condition, [now.into()]).await
}

/// The removed agents of these sites. They cannot be restored until the
/// transaction ends.
pub async fn lock_removed_of(
    write: &impl ConnectionTrait,
    sites: &[i64],
) -> Result<Vec<Target>, DbErr> {
    lock(write, &format!("a.site_id in ({})", sql::list(sites)), []).await
}

/// Removed agents that match a condition on `agents a` and `sites s`, by key.
/// SQLite has one writer, and nothing to lock.
async fn lock(
    write: &impl ConnectionTrait,
    condition: &str,
    values: impl IntoIterator<Item = sea_orm::Value>,
) -> Result<Vec<Target>, DbErr> {
    let lock = match write.get_database_backend() {
        DbBackend::Postgres => "for update of a",
        _ => "",
    };
    let text = format!(
        "select {} from agents a join sites s on s.id = a.site_id
          where a.removed is not null and {condition} order by a.id {lock}",
        target_columns()
    );
    sql::all(write, &text, values).await
}

/// Deletes agents for good, with everything that belongs to them. Their
/// computers uninstall them when they connect.
pub async fn delete_for_good(write: &impl ConnectionTrait, ids: &[AgentKey]) -> Result<(), DbErr> {
    remember_removed(write, ids, Timestamp::now()).await?;
    delete_agents(write, ids).await
}

/// Ends the removal of agents that nobody has restored. Returns a row of the
/// audit log for each.
pub async fn finish_removals(change: &Change, agents: &[Target]) -> Result<Vec<Entry>, DbErr> {
    let ids: Vec<AgentKey> = agents.iter().map(|target| target.id).collect();
    delete_for_good(&**change, &ids).await?;
    let entry = |target: &Target| {
        let message = format!("the removal of agent {} became final", target.hostname);
        target.entry(Action::Delete, ObjectType::Agent, message)
    };
    Ok(agents.iter().map(entry).collect())
}
