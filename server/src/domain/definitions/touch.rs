//! What follows when the policies of agents may have changed.

use sea_orm::DbErr;

use super::due::{Changed, mark_due};
use crate::audit::Change;
use crate::domain::fleet::{AffectedAgents, job_about};
use crate::jobs::NewJob;

/// Kind of the job that repeats the decisions about updates. Payload: [`AffectedAgents`].
pub const DECIDE_KIND: &str = "patch_decisions";

/// The job that repeats the decisions about updates of these agents.
pub fn decision_job(touched: &AffectedAgents) -> NewJob {
    job_about(DECIDE_KIND, touched)
}

/// Starts everything that follows when the policies of agents may have changed,
/// once the change is committed. Every change of a policy, of its assignments
/// or exclusions, or of an agent's site or kind calls this.
pub async fn touch(change: &Change, touched: &AffectedAgents) -> Result<(), DbErr> {
    if touched.is_empty() {
        return Ok(());
    }
    mark_due(change, Changed::Tasks(touched)).await?;
    change.enqueue(decision_job(touched)).await
}
