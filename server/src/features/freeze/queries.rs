//! All SQL of sending flags.

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};

use crate::domain::freeze::{IS_FROZEN, SERIAL};
use crate::ids::{AgentId, AgentKey};
use crate::storage::sql;

/// An agent that has been connected, and whether it is frozen.
#[derive(FromQueryResult)]
pub struct FlaggedAgent {
    pub id: AgentKey,
    pub agent_id: AgentId,
    pub is_frozen: bool,
    pub freeze_serial: i64,
}

/// The next agents that have ever been connected, by key.
pub async fn list_agents(
    db: &impl ConnectionTrait,
    after: AgentKey,
    limit: i64,
) -> Result<Vec<FlaggedAgent>, DbErr> {
    let text = format!(
        "select a.id, a.agent_id, {IS_FROZEN} as is_frozen, {SERIAL} as freeze_serial
           from present_agents a join sites s on s.id = a.site_id
          where a.id > $1 and a.line <> '' order by a.id limit $2"
    );
    sql::all(db, &text, [after.into(), limit.into()]).await
}
