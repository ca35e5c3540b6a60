//! What collections of updates and software found out about agents.

use sea_orm::{ConnectionTrait, DbErr, Value};

use crate::ids::AgentKey;
use crate::storage::sql;
use crate::time::Timestamp;

/// Stores when updates were last installed on an agent.
pub async fn store_patch_time(
    write: &impl ConnectionTrait,
    agent: AgentKey,
    time: Timestamp,
) -> Result<(), DbErr> {
    let text = "update agents set patches_last_installed = $1 where id = $2";
    sql::execute(write, text, [time.into(), agent.into()]).await?;
    Ok(())
}

/// Stores whether an agent must be restarted.
pub async fn store_needs_reboot(
    write: &impl ConnectionTrait,
    agent: AgentKey,
    needs_reboot: bool,
) -> Result<(), DbErr> {
    let text = "update agents set needs_reboot = $1 where id = $2";
    sql::execute(write, text, [needs_reboot.into(), agent.into()]).await?;
    Ok(())
}

/// Stores when the software of an agent was last listed.
pub async fn store_software_time(
    write: &impl ConnectionTrait,
    agent: AgentKey,
    time: Timestamp,
) -> Result<(), DbErr> {
    let text = "update agents set software_collected_at = $1 where id = $2";
    sql::execute(write, text, [time.into(), agent.into()]).await?;
    Ok(())
}

/// Stores the counts of updates, JSON, for many agents in one statement.
pub async fn store_update_counts(
    write: &impl ConnectionTrait,
    counted: &[(AgentKey, String)],
) -> Result<(), DbErr> {
    if counted.is_empty() {
        return Ok(());
    }
    let ids: Vec<AgentKey> = counted.iter().map(|(id, _)| *id).collect();
    let case = |(position, id): (usize, &AgentKey)| format!("when {id} then ${}", position + 1);
    let cases: Vec<String> = ids.iter().enumerate().map(case).collect();
    let text = format!(
        "update agents set updates = case id {} else updates end where id in ({})",
        cases.join(" "),
        sql::list(&ids)
    );
    let values: Vec<Value> = counted.iter().map(|(_, text)| text.clone().into()).collect();
    sql::execute(write, &text, values).await?;
    Ok(())
}
