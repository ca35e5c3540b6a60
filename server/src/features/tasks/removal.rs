//! Tasks that delete themselves when they expire.

use sea_orm::DbErr;
use serde_json::{Value, json};

use super::task::StoredTask;
use super::{owner, queries};
use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::domain::definitions::{Changed, mark_due};
use crate::domain::fleet::AffectedAgents;
use crate::error::ApiError;
use crate::events::{Entity, Event};
use crate::features::policies;
use crate::ids::AgentKey;
use crate::jobs::NewJob;
use crate::time::Timestamp;

/// Kind of the job that deletes expired tasks.
pub const REMOVAL_KIND: &str = "task_removal";

const SECOND: i64 = 1_000_000;
/// Tasks looked up at once.
const BATCH: i64 = 100;

/// Schedules the deletion of a task at its time. Tasks of the same second share
/// a job.
pub async fn schedule(change: &Change, at: Option<Timestamp>) -> Result<(), DbErr> {
    let Some(at) = at else { return Ok(()) };
    let second = (at.micros() + SECOND - 1).div_euclid(SECOND);
    let at = Timestamp::from_micros(second.saturating_mul(SECOND));
    change.enqueue(NewJob::now(REMOVAL_KIND, json!({})).at(at).keyed(second.to_string())).await
}

/// The job: deletes every expired task.
pub async fn remove_expired(app: App, _payload: Value) -> anyhow::Result<()> {
    loop {
        let now = Timestamp::now();
        let ids = queries::list_removable(app.db.read(), now, BATCH).await?;
        if ids.is_empty() {
            return Ok(());
        }
        for task in queries::list_by_key(app.db.read(), &ids).await? {
            match remove(&app, &task).await {
                Err(ApiError::Internal(cause)) => return Err(cause),
                Err(refusal) => anyhow::bail!("{refusal}"),
                Ok(()) => {}
            }
        }
    }
}

async fn remove(app: &App, task: &StoredTask) -> Result<(), ApiError> {
    let mut change = Change::begin_as(app, "system", "").await?;
    let touched = match (task.owner.agent, task.owner.policy) {
        (Some(agent), _) => AffectedAgents::agents([AgentKey(agent)]),
        (None, Some(policy)) => policies::find_usage(&*change, policy)
            .await?
            .map(|usage| usage.touched())
            .unwrap_or_default(),
        (None, None) => AffectedAgents::default(),
    };
    mark_due(&change, Changed::Tasks(&touched)).await?;
    queries::delete_tasks(&*change, &[task.id]).await?;
    change.publish(
        owner::with_location(&*change, Event::deleted(Entity::Task, task.id), &task.owner).await?,
    );
    let message = format!("task {} expired and was deleted", task.settings.name);
    let entry = Entry::new(Action::Delete, ObjectType::AutomatedTask, task.id, message);
    change.commit(entry.before(&task.audited())).await
}
