//! The checks of agents, counted.

use sea_orm::{ConnectionTrait, DbErr, Value};
use serde_json::json;

use crate::events::catalogue::CheckCounts;
use crate::ids::AgentKey;
use crate::storage::sql;

/// Stores the counts of checks for many agents.
pub async fn store_check_counts(
    write: &impl ConnectionTrait,
    counted: &[(AgentKey, CheckCounts)],
) -> Result<(), DbErr> {
    for chunk in sql::even_chunks(counted) {
        let text = format!(
            "with v (id, checks, checks_error, checks_warning) as (values {})
             update agents set checks = v.checks, checks_error = v.checks_error,
                    checks_warning = v.checks_warning
               from v where agents.id = v.id",
            sql::rows(4, chunk.len())
        );
        let row = |(agent, counts): &(AgentKey, CheckCounts)| -> [Value; 4] {
            let text = json!(counts).to_string();
            [(*agent).into(), text.into(), counts.failing.into(), counts.warning.into()]
        };
        sql::execute(write, &text, chunk.iter().flat_map(row)).await?;
    }
    Ok(())
}
