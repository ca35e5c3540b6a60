//! What people set on agents.

use sea_orm::{ConnectionTrait, DbErr, Value};

use crate::ids::AgentKey;
use crate::storage::sql;
use crate::time::{self, Timestamp};

/// Rows in one statement.
const CHUNK: usize = 500;

/// Stores these columns for these agents, the same for all.
pub async fn store_settings(
    write: &impl ConnectionTrait,
    ids: &[AgentKey],
    mut columns: Vec<(&'static str, Value)>,
    by: &str,
) -> Result<(), DbErr> {
    columns.push(("modified_by", by.into()));
    columns.push(("modified_time", Timestamp::now().into()));
    let names = columns.iter().enumerate();
    let set: Vec<String> = names.map(|(at, (name, _))| format!("{name} = ${}", at + 1)).collect();
    let values: Vec<Value> = columns.into_iter().map(|(_, value)| value).collect();
    for chunk in ids.chunks(CHUNK) {
        let text =
            format!("update agents set {} where id in ({})", set.join(", "), sql::list(chunk));
        sql::execute(write, &text, values.clone()).await?;
    }
    Ok(())
}

/// Puts agents into maintenance or takes them out.
pub async fn set_maintenance(
    write: &impl ConnectionTrait,
    ids: &[AgentKey],
    is_on: bool,
    until: Option<Timestamp>,
    by: &str,
) -> Result<(), DbErr> {
    for chunk in ids.chunks(CHUNK) {
        let text = format!(
            "update agents set maintenance_mode = $1, maintenance_until = $2, modified_by = $3,
                    modified_time = $4
              where id in ({})",
            sql::list(chunk)
        );
        let values = [is_on.into(), time::optional(until), by.into(), Timestamp::now().into()];
        sql::execute(write, &text, values).await?;
    }
    Ok(())
}

/// Moves the agents of these sites to another one, also those that were removed
/// and can be restored.
pub async fn move_agents(
    write: &impl ConnectionTrait,
    from: &[i64],
    to: i64,
    by: &str,
) -> Result<(), DbErr> {
    let text = format!(
        "update agents set site_id = $1, modified_by = $2, modified_time = $3
          where site_id in ({})",
        sql::list(from)
    );
    sql::execute(write, &text, [to.into(), by.into(), Timestamp::now().into()]).await?;
    Ok(())
}
