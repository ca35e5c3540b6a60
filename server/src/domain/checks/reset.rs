//! Making results passing until their checks report again.

use sea_orm::DbErr;

use super::publish::{ChangedResult, events_of};
use super::result_queries::{self as queries, ResultRow};
use crate::app::App;
use crate::audit::Change;
use crate::domain::alert_events::{self, AlertEvent, Happening, Source};
use crate::ids::AgentKey;
use crate::time::Timestamp;

/// Resets one result; its open alert is resolved. Returns false if it is gone.
pub async fn reset_result(app: &App, change: &mut Change, result: i64) -> Result<bool, DbErr> {
    let rows = queries::lock_where(&**change, "r.id = $1", result.into()).await?;
    reset(app, change, rows).await.map(|count| count > 0)
}

/// Resets all results of an agent that fail. Returns how many.
pub async fn reset_all(app: &App, change: &mut Change, agent: AgentKey) -> Result<usize, DbErr> {
    let condition = "r.agent_id = $1 and r.status = 'failing'";
    let rows = queries::lock_where(&**change, condition, agent.into()).await?;
    reset(app, change, rows).await
}

async fn reset(app: &App, change: &mut Change, rows: Vec<ResultRow>) -> Result<usize, DbErr> {
    let ids: Vec<i64> = rows.iter().map(|row| row.id).collect();
    queries::update_reset(&**change, &ids).await?;
    let now = Timestamp::now().micros();
    let failing = rows.iter().filter(|row| row.status == "failing");
    let alerts: Vec<AlertEvent> = failing
        .map(|row| AlertEvent {
            agent: row.agent,
            source: Source::Check { check: row.check_id },
            // Not before the result that is reset, whose clock may be ahead.
            time: now.max(row.last_run.unwrap_or(now)),
            what: Happening::recovered("the check was reset"),
        })
        .collect();
    alert_events::record(app, &**change, &alerts).await?;
    let events = events_of(&**change, rows.iter().map(ChangedResult::reset).collect()).await?;
    for event in events {
        change.publish(event);
    }
    Ok(rows.len())
}
