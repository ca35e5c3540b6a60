//! `GET /automation/tasks/<task>/status/`: the results of a task everywhere.

use axum::extract::{OriginalUri, State};

use super::queries::{self, TaskStatus};
use crate::app::App;
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::input::{Path, Query};
use crate::listing::{ListQuery, ListResponse};

const ORDERINGS: &[&str] =
    &["hostname", "client", "site", "status", "sync_status", "last_run", "retcode"];

/// List what became of a task on each agent in scope.
///
/// By client, site and host name.
#[utoipa::path(
    get,
    path = "/automation/tasks/{task}/status/",
    tag = "automation",
    params(("task" = i64, Path, description = "Key of the task"), ListQuery),
    responses((status = 200, body = Vec<TaskStatus>), (status = "default", body = ErrorBody)),
)]
pub async fn list_task_statuses(
    State(app): State<App>,
    caller: Caller<may::ListAutomationPolicies>,
    OriginalUri(address): OriginalUri,
    Path(task): Path<i64>,
    Query(query): Query<ListQuery>,
) -> Result<ListResponse, ApiError> {
    let db = app.db.read();
    if queries::find_task(db, &caller.scope, task).await?.is_none() {
        return Err(ApiError::NotFound("task"));
    }
    let statuses = queries::list_statuses(db, &caller.scope, task).await?;
    let rows = statuses.iter().map(|status| serde_json::json!(status)).collect();
    Ok(query.apply(rows, ORDERINGS)?.at(&address))
}
