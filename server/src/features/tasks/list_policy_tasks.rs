//! `GET /automation/policies/<id>/tasks/`: the tasks of a policy.

use axum::extract::{OriginalUri, State};

use super::list_tasks::ORDERINGS;
use super::queries;
use super::task::{StoredTask, Task};
use crate::app::App;
use crate::auth::{Caller, Right, may};
use crate::domain::references::check_references;
use crate::error::{ApiError, ErrorBody, Problems};
use crate::features::policies;
use crate::input::{Path, Query};
use crate::listing::{ListQuery, ListResponse};

/// List the tasks of a policy.
///
/// By name.
#[utoipa::path(
    get,
    path = "/automation/policies/{id}/tasks/",
    tag = "automation",
    params(("id" = i64, Path, description = "Key of the policy"), ListQuery),
    responses((status = 200, body = Vec<Task>), (status = "default", body = ErrorBody)),
)]
pub async fn list_policy_tasks(
    State(app): State<App>,
    caller: Caller<may::ListAutotasks>,
    OriginalUri(address): OriginalUri,
    Path(id): Path<i64>,
    Query(query): Query<ListQuery>,
) -> Result<ListResponse, ApiError> {
    let db = app.db.read();
    let mut problems = Problems::new();
    check_references(db, &[("policy", Some(id))], &mut problems).await?;
    if !problems.is_empty() {
        return Err(ApiError::NotFound("policy"));
    }
    let tasks = queries::list_owned(db, &[], &[id]).await?;
    let may_change = caller.rights.has(Right::ManageAutotasks)
        && policies::is_changeable(db, &caller.scope, id).await?;
    let shown = |task: StoredTask| serde_json::json!(task.visible_if(may_change).shown(None, None));
    let rows = tasks.into_iter().map(shown).collect();
    Ok(query.apply(rows, ORDERINGS)?.at(&address))
}
