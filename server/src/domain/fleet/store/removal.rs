//! The end of agents' records.

use sea_orm::{ConnectionTrait, DbErr};

use crate::ids::AgentKey;
use crate::storage::sql;
use crate::time::Timestamp;

/// Rows in one statement.
const CHUNK: usize = 500;

/// Removes agents until then: everything that belongs to them stays, and nobody
/// sees them.
pub async fn mark_removed(
    write: &impl ConnectionTrait,
    ids: &[AgentKey],
    by: &str,
    (now, due): (Timestamp, Timestamp),
) -> Result<(), DbErr> {
    for chunk in ids.chunks(CHUNK) {
        let text = format!(
            "update agents set removed = $1, removed_by = $2, removal_due = $3
              where removed is null and id in ({})",
            sql::list(chunk)
        );
        sql::execute(write, &text, [now.into(), by.into(), due.into()]).await?;
    }
    Ok(())
}

/// Undoes the removal of an agent.
pub async fn clear_removal(write: &impl ConnectionTrait, id: AgentKey) -> Result<(), DbErr> {
    let text = "update agents set removed = null, removed_by = '', removal_due = null
                 where id = $1";
    sql::execute(write, text, [id.into()]).await?;
    Ok(())
}

/// Deletes agents and everything that belongs to them.
pub async fn delete_agents(write: &impl ConnectionTrait, ids: &[AgentKey]) -> Result<(), DbErr> {
    for chunk in ids.chunks(CHUNK) {
        let text = format!("delete from agents where id in ({})", sql::list(chunk));
        sql::execute(write, &text, []).await?;
    }
    Ok(())
}
