//! SQL that reads the debug log.

use sea_orm::{ConnectionTrait, DbErr};

use super::entry::DebugLogEntry;
use super::filters::{Condition, Order};
use crate::listing::Page;
use crate::storage::sql;

/// Each entry with its agent, and where that is. What has no agent has texts
/// without content, which a search can exclude.
const ENTRIES: &str = "select d.id, d.entry_time, coalesce(a.hostname, '') as agent,
       coalesce(a.agent_id, '') as agent_id, d.log_level, d.log_type, d.message,
       d.agent_id as agent_key, s.client_id, a.site_id
  from debug_logs d
  left join present_agents a on a.id = d.agent_id
  left join sites s on s.id = a.site_id";

/// One page of the matching entries, and how many match on all pages.
pub async fn read_page(
    db: &impl ConnectionTrait,
    mut condition: Condition,
    order: &Order,
    page: Page,
) -> Result<(Vec<DebugLogEntry>, i64), DbErr> {
    let passes = condition.text();
    let count = format!("select count(*) from ({ENTRIES}) l where {passes}");
    let total = sql::number(db, &count, condition.values.clone()).await?;
    let (limit, offset) = (condition.bind(page.size), condition.bind(page.offset()));
    let (column, direction) = (&order.column, if order.descending { "desc" } else { "asc" });
    let text = format!(
        "select l.id, l.entry_time, nullif(l.agent, '') as agent,
                nullif(l.agent_id, '') as agent_id, l.log_level, l.log_type, l.message
           from ({ENTRIES}) l
          where {passes}
          order by l.{column} {direction}, l.id {direction}
          limit {limit} offset {offset}"
    );
    Ok((sql::all(db, &text, condition.values).await?, total))
}
