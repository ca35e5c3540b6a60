//! `GET /tasks/`: all tasks.

use std::collections::HashMap;

use axum::extract::{OriginalUri, State};

use super::queries;
use super::result::TaskResult;
use super::task::{StoredTask, Task};
use crate::app::App;
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::input::Query;
use crate::listing::{ListQuery, ListResponse};

pub(super) const ORDERINGS: &[&str] =
    &["id", "name", "task_type", "enabled", "next_run", "agent", "policy", "modified_time"];

/// List all tasks.
///
/// Those of agents in scope and of all policies, by name. Values of environments
/// are masked for callers who may not change them.
#[utoipa::path(
    get,
    path = "/tasks/",
    tag = "tasks",
    params(ListQuery),
    responses((status = 200, body = Vec<Task>), (status = "default", body = ErrorBody)),
)]
pub async fn list_tasks(
    State(app): State<App>,
    caller: Caller<may::ListAutotasks>,
    OriginalUri(address): OriginalUri,
    Query(query): Query<ListQuery>,
) -> Result<ListResponse, ApiError> {
    let db = app.db.read();
    let tasks = queries::list_tasks(db, &caller.scope).await?;
    let results = queries::list_results_of_owners(db, &caller.scope).await?;
    let mut results: HashMap<i64, TaskResult> =
        results.into_iter().map(|result| (result.task, result)).collect();
    let shown = |task: StoredTask| {
        let result = results.remove(&task.id);
        let may_change = task.owner.is_surely_changeable(&caller);
        serde_json::json!(task.visible_if(may_change).shown(None, result))
    };
    let rows = tasks.into_iter().map(shown).collect();
    Ok(query.apply(rows, ORDERINGS)?.at(&address))
}
