//! All SQL of the table `debug_logs`, except for the lists that people read.

use sea_orm::{ConnectionTrait, DbErr, Value};

use super::queue::TimedEntry;
use crate::app::App;
use crate::jobs::delete_in_batches;
use crate::storage::sql;
use crate::time::Timestamp;

const OLD_ENTRIES: &str = "delete from debug_logs where id in
    (select id from debug_logs where entry_time < $1 order by entry_time limit $2)";

/// Stores entries, except those about agents that are gone by now.
pub(super) async fn insert(
    write: &impl ConnectionTrait,
    entries: &[TimedEntry],
) -> Result<(), DbErr> {
    for chunk in sql::even_chunks(entries) {
        let row = |TimedEntry { time, entry }: &TimedEntry| -> [Value; 5] {
            let (level, log_type) = (entry.level.into(), entry.log_type.into());
            [(*time).into(), entry.agent.into(), level, log_type, entry.message.clone().into()]
        };
        let text = format!(
            "with v (entry_time, agent_id, log_level, log_type, message) as (values {})
             insert into debug_logs (entry_time, agent_id, log_level, log_type, message)
             select v.entry_time, v.agent_id, v.log_level, v.log_type, v.message
               from v
              where v.agent_id is null
                 or exists (select 1 from present_agents a where a.id = v.agent_id)",
            sql::rows(5, chunk.len())
        );
        sql::execute(write, &text, chunk.iter().flat_map(row)).await?;
    }
    Ok(())
}

/// Deletes entries from before a time. Returns how many there were.
pub async fn prune_before(app: &App, before: Timestamp) -> Result<u64, DbErr> {
    delete_in_batches(app, OLD_ENTRIES, before, &[]).await
}
