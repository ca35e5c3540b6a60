//! `GET /tasks/<id>/`: one task.

use axum::Json;
use axum::extract::State;

use super::queries;
use super::task::Task;
use crate::app::App;
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::input::Path;

/// Read a task.
///
/// Values of environments are masked for callers who may not change it.
#[utoipa::path(
    get,
    path = "/tasks/{id}/",
    tag = "tasks",
    params(("id" = i64, Path, description = "Key of the task")),
    responses((status = 200, body = Task), (status = "default", body = ErrorBody)),
)]
pub async fn read_task(
    State(app): State<App>,
    caller: Caller<may::ListAutotasks>,
    Path(id): Path<i64>,
) -> Result<Json<Task>, ApiError> {
    let db = app.db.read();
    let task = queries::find_task(db, &caller.scope, id).await?;
    let task = task.ok_or(ApiError::NotFound("task"))?;
    let result = queries::find_result_of_owner(db, id).await?;
    let may_change = task.owner.is_changeable(db, &caller).await?;
    Ok(Json(task.visible_if(may_change).shown(None, result).with_template(db).await?))
}
