//! The decisions of patch policies about updates.

use sea_orm::{ConnectionTrait, DbBackend, DbErr};

use crate::ids::AgentKey;
use crate::storage::sql;

/// The effective action of `winupdates w`.
pub const ACTION: &str =
    "case w.own_action when 'inherit' then w.policy_action else w.own_action end";
/// Whether the update is approved, by people or by policy. As in the index
/// `winupdates_pending`.
pub const IS_APPROVED: &str =
    "(own_action = 'approve' or (own_action = 'inherit' and policy_action = 'approve'))";

/// Held while policies decide; used by this program only.
const LOCK: &str = "select pg_advisory_xact_lock(7310051)";

/// Lets one decide at a time. SQLite has only one writer.
pub async fn lock_decisions(write: &impl ConnectionTrait) -> Result<(), DbErr> {
    if write.get_database_backend() == DbBackend::Postgres {
        sql::execute(write, LOCK, []).await?;
    }
    Ok(())
}

/// Which of these agents have updates to decide about.
pub async fn list_agents_with_updates(
    write: &impl ConnectionTrait,
    agents: &[AgentKey],
) -> Result<Vec<AgentKey>, DbErr> {
    let text = format!(
        "select a.id from present_agents a
          where a.id in ({}) and exists (select 1 from winupdates w where w.agent_id = a.id)
          order by a.id",
        sql::list(agents)
    );
    sql::values(write, &text, []).await
}

/// Stores what policies decide about the updates of agents, by falling
/// severity, and returns how many decisions are new.
pub async fn decide(
    write: &impl ConnectionTrait,
    actions: [&str; 5],
    agents: &[AgentKey],
) -> Result<u64, DbErr> {
    let action = "case severity when 'Critical' then $1 when 'Important' then $2
                       when 'Moderate' then $3 when 'Low' then $4 else $5 end";
    let text = format!(
        "update winupdates set policy_action = {action}
          where agent_id in ({}) and policy_action <> {action}",
        sql::list(agents)
    );
    sql::execute(write, &text, actions.map(Into::into)).await
}
