//! `PUT /tasks/<id>/`: changes a task; absent fields stay.

use axum::Json;
use axum::extract::State;

use super::body::TaskBody;
use super::create_task::refusal;
use super::queries::{self, TaskWrite};
use super::task::{StoredTask, Task, removal_time};
use super::{check, collector, owner, removal};
use crate::app::App;
use crate::audit::{Action, Change};
use crate::auth::{Caller, Identity, may};
use crate::domain::definitions::{self, Changed, mark_due};
use crate::error::{ApiError, ErrorBody};
use crate::events::{Entity, Event};
use crate::ids::AgentKey;
use crate::input::{Body, IfMatch, Path};

/// Change a task.
///
/// Checked as a whole with what is stored. Its owner stays. Needs the rights of
/// all its actions, as `POST /tasks/` does.
#[utoipa::path(
    put,
    path = "/tasks/{id}/",
    tag = "tasks",
    params(("id" = i64, Path, description = "Key of the task"), IfMatch),
    request_body = TaskBody,
    responses((status = 200, body = Task), (status = "default", body = ErrorBody)),
)]
pub async fn update_task(
    State(app): State<App>,
    caller: Caller<may::ManageAutotasks>,
    Path(id): Path<i64>,
    seen: IfMatch,
    Body(body): Body<TaskBody>,
) -> Result<Json<Task>, ApiError> {
    let mut change = Change::begin(&app, &caller).await?;
    let old = find_locked(&change, &caller, id).await?;
    let touched = old.owner.touched(&change, &caller).await?;
    if seen.differs_from(old.stamps.modified_time) {
        let result = queries::find_result_of_owner(&*change, id).await?;
        let shown = old.clone().shown(None, result).with_template(&*change).await?;
        seen.must_be_newest(&old.stamps, &shown)?;
    }
    let (mut settings, timing, mut problems) = body.merged_with(Some((&old.settings, &old.timing)));
    owner::must_stay(&body, &old.owner, &mut problems);
    let stored = Some(&old.settings);
    let key = Some(old.owner.key());
    check::check(&app, &*change, &caller, key, stored, &mut settings, &mut problems).await?;
    ApiError::refuse(problems)?;
    // For all its actions: when a command runs, and under which account, is part of it.
    settings.must_be_allowed(&caller)?;
    let agent = old.owner.agent.map(AgentKey);
    collector::must_write_field(&*change, &caller, &settings, agent).await?;

    let removal_time = removal_time(&timing, old.zone);
    let by = change.username();
    let written = TaskWrite { settings: &settings, timing: &timing, removal_time, by };
    queries::update_task(&*change, id, &written).await.map_err(refusal)?;
    mark_due(&change, Changed::Tasks(&touched)).await?;
    definitions::mark_unsynced(&*change, id).await?;
    removal::schedule(&change, removal_time).await?;
    change
        .publish(owner::with_location(&*change, Event::saved(Entity::Task, id), &old.owner).await?);

    let new = queries::find_task(&*change, &caller.scope, id).await?;
    let new = new.ok_or(ApiError::NotFound("task"))?;
    let result = queries::find_result_of_owner(&*change, id).await?;
    let shown = new.clone().shown(None, result).with_template(&*change).await?;
    let message = format!("{} changed task {}", caller.username, new.settings.name);
    let entry = owner::entry(&change, &caller, Action::Modify, &new, message).await?;
    change.commit(entry.before(&old.audited()).after(&new.audited())).await?;
    Ok(Json(shown))
}

/// A visible task. No one else changes it until the change ends.
pub(super) async fn find_locked(
    change: &Change,
    caller: &Identity,
    id: i64,
) -> Result<StoredTask, ApiError> {
    queries::lock_task(&**change, id).await?;
    let task = queries::find_task(&**change, &caller.scope, id).await?;
    task.ok_or(ApiError::NotFound("task"))
}
