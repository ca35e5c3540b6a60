//! The SQL of what changed about software.

use std::time::Duration;

use sea_orm::{ConnectionTrait, DbErr};

use super::super::changes::SoftwareChange;
use crate::ids::AgentKey;
use crate::storage::sql;
use crate::time::Timestamp;

/// How long changes are kept. People look at alerts of the last days.
const KEPT: Duration = Duration::from_secs(30 * 24 * 3600);

/// Records changes of an agent's software, and forgets old ones.
pub async fn record_changes(
    write: &impl ConnectionTrait,
    agent: AgentKey,
    now: Timestamp,
    changes: &[SoftwareChange],
) -> Result<(), DbErr> {
    let text = "delete from software_changes where agent_id = $1 and time < $2";
    sql::execute(write, text, [agent.into(), now.minus(KEPT).into()]).await?;
    for chunk in sql::even_chunks(changes) {
        let text = format!(
            "insert into software_changes (agent_id, time, name, before, after, change) values {}",
            sql::rows(6, chunk.len())
        );
        let values = chunk.iter().flat_map(|change| {
            [
                agent.into(),
                now.into(),
                change.name.as_str().into(),
                change.before.as_str().into(),
                change.after.as_str().into(),
                change.change.into(),
            ]
        });
        sql::execute(write, &text, values).await?;
    }
    Ok(())
}
