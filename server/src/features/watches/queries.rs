//! What is so already, of agents and runs to be watched.

use sea_orm::{ConnectionTrait, DbErr};

use crate::domain::fleet::Status;
use crate::ids::{AgentKey, RunKey};
use crate::storage::sql;
use crate::time::Timestamp;

/// Whether an agent is online now.
pub async fn is_online(db: &impl ConnectionTrait, agent: AgentKey) -> Result<bool, DbErr> {
    let text = format!(
        "select count(*) from present_agents a where {} and a.id = $2",
        Status::condition("online")
    );
    Ok(sql::number(db, &text, [Timestamp::now().into(), agent.into()]).await? > 0)
}

/// Whether a run has ended.
pub async fn has_ended(db: &impl ConnectionTrait, run: RunKey) -> Result<bool, DbErr> {
    let text = "select count(*) from runs where id = $1 and status in ('queued', 'running')";
    Ok(sql::number(db, text, [run.into()]).await? == 0)
}
