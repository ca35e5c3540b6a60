//! Drops everything that waits for an agent, of all callers.

use sea_orm::DbErr;

use super::cancel::dropped_events;
use super::queries;
use super::status::RunStatus;
use crate::audit::Change;
use crate::ids::{AgentKey, RunId};
use crate::time::Timestamp;

/// Drops every run whose order an agent has not confirmed, within a change, and
/// returns which. Their end is to be announced once the change is committed.
pub async fn drop_queue(
    change: &mut Change,
    agent: AgentKey,
    problem: &str,
) -> Result<Vec<RunId>, DbErr> {
    let mut dropped = Vec::new();
    for run in queries::list_unconfirmed(&**change, agent).await? {
        let now = Timestamp::now();
        if queries::end_queued(&**change, run.run, RunStatus::Cancelled, problem, now).await? {
            for event in dropped_events(&run) {
                change.publish(event);
            }
            dropped.push(run.run_id);
        }
    }
    Ok(dropped)
}
