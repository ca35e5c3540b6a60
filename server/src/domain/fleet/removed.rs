//! Agents that were removed for good and may not know it yet.

use std::time::Duration;

use sea_orm::{ConnectionTrait, DbErr};

use crate::ids::{AgentId, AgentKey};
use crate::storage::sql;
use crate::time::Timestamp;

/// For 90 days a removed agent that connects gets the order to uninstall itself.
const FAREWELL: Duration = Duration::from_secs(90 * 24 * 3600);
/// Agents remembered in one statement.
const REMOVED_CHUNK: usize = 500;

/// The key of an agent that was removed and may not know it yet.
pub async fn find_removed_key(
    db: &impl ConnectionTrait,
    agent_id: &AgentId,
    now: Timestamp,
) -> Result<Option<Vec<u8>>, DbErr> {
    sql::value(
        db,
        "select public_key from removed_agents where agent_id = $1 and removed > $2",
        [agent_id.into(), now.minus(FAREWELL).into()],
    )
    .await
}

/// Remembers agents that are being deleted, and forgets those that no longer
/// matter.
pub(super) async fn remember_removed(
    write: &impl ConnectionTrait,
    ids: &[AgentKey],
    now: Timestamp,
) -> Result<(), DbErr> {
    sql::execute(
        write,
        "delete from removed_agents where removed <= $1",
        [now.minus(FAREWELL).into()],
    )
    .await?;
    for chunk in ids.chunks(REMOVED_CHUNK) {
        let text = format!(
            "insert into removed_agents (agent_id, public_key, removed)
             select agent_id, public_key, $1 from agents
              where id in ({}) and public_key is not null",
            sql::list(chunk)
        );
        sql::execute(write, &text, [now.into()]).await?;
    }
    Ok(())
}
