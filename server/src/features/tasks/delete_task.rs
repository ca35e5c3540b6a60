//! `DELETE /tasks/<id>/`: removes a task.

use axum::Json;
use axum::extract::State;

use super::update_task::find_locked;
use super::{owner, queries};
use crate::app::App;
use crate::audit::{Action, Change};
use crate::auth::{Caller, may};
use crate::domain::definitions::{Changed, mark_due};
use crate::error::{ApiError, ErrorBody};
use crate::events::{Entity, Event};
use crate::input::Path;
use crate::wording::sentence;

/// Delete a task.
///
/// An agent that is offline keeps it until it is back; its list of tasks shows
/// it as `pendingdeletion` until then.
#[utoipa::path(
    delete,
    path = "/tasks/{id}/",
    tag = "tasks",
    params(("id" = i64, Path, description = "Key of the task")),
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn delete_task(
    State(app): State<App>,
    caller: Caller<may::ManageAutotasks>,
    Path(id): Path<i64>,
) -> Result<Json<String>, ApiError> {
    let mut change = Change::begin(&app, &caller).await?;
    let task = find_locked(&change, &caller, id).await?;
    let touched = task.owner.touched(&change, &caller).await?;
    let message = format!("{} deleted task {}", caller.username, task.settings.name);
    let entry = owner::entry(&change, &caller, Action::Delete, &task, message).await?;
    mark_due(&change, Changed::Tasks(&touched)).await?;
    queries::delete_tasks(&*change, &[id]).await?;
    change.publish(
        owner::with_location(&*change, Event::deleted(Entity::Task, id), &task.owner).await?,
    );
    change.commit(entry.before(&task.audited())).await?;
    Ok(Json(sentence(&format!("the task {} was deleted", task.settings.name))))
}
