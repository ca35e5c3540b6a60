//! `GET /tasks/`: all tasks.

use std::collections::HashMap;

use axum::extract::{OriginalUri, State};
use muster_alerting::Kind;

use super::queries;
use super::result::TaskResult;
use super::task::{StoredTask, Task};
use crate::app::App;
use crate::auth::{Caller, may};
use crate::domain::alert_templates::shown_templates;
use crate::error::{ApiError, ErrorBody};
use crate::ids::AgentKey;
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
    let agents = tasks.iter().filter_map(|task| task.owner.agent).map(AgentKey);
    let templates = shown_templates(db, agents, Kind::Task).await?;
    let shown = |task: StoredTask| {
        let template = task.owner.agent.and_then(|agent| templates.get(&AgentKey(agent)).cloned());
        let result = results.remove(&task.id);
        let may_change = task.owner.is_surely_changeable(&caller);
        let shown = task.visible_if(may_change).shown(None, result);
        serde_json::json!(Task { alert_template: template, ..shown })
    };
    let rows = tasks.into_iter().map(shown).collect();
    Ok(query.apply(rows, ORDERINGS)?.at(&address))
}
