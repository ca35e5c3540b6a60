//! `GET /agents/<agent_id>/tasks/`: the tasks of one agent and their results.

use std::collections::HashMap;

use axum::extract::{OriginalUri, State};
use muster_alerting::Kind;

use super::list_tasks::ORDERINGS;
use super::of_policies::position;
use super::queries::{self, AgentReference};
use super::result::TaskResult;
use super::task::{StoredTask, Task};
use crate::app::App;
use crate::auth::{Caller, may};
use crate::domain::alert_templates::shown_templates;
use crate::domain::policies::policies_of;
use crate::error::{ApiError, ErrorBody};
use crate::ids::AgentId;
use crate::input::{Path, Query};
use crate::listing::{ListQuery, ListResponse};

/// List the tasks of an agent.
///
/// Its own by name, then those of its policies, the most specific policy
/// first, then those that it is about to forget.
#[utoipa::path(
    get,
    path = "/agents/{agent_id}/tasks/",
    tag = "tasks",
    params(("agent_id" = String, Path), ListQuery),
    responses((status = 200, body = Vec<Task>), (status = "default", body = ErrorBody)),
)]
pub async fn list_agent_tasks(
    State(app): State<App>,
    caller: Caller<may::ListAutotasks>,
    OriginalUri(address): OriginalUri,
    Path(agent_id): Path<AgentId>,
    Query(query): Query<ListQuery>,
) -> Result<ListResponse, ApiError> {
    let db = app.db.read();
    let agent = queries::find_agent(db, &caller.scope, AgentReference::Id(&agent_id)).await?;
    let agent = agent.ok_or(ApiError::NotFound("agent"))?;
    let key = agent.target.id;
    let reaches = policies_of(db, &[key]).await?;
    let levels: Vec<i64> = reaches.applied(key).map(|reach| reach.policy).collect();
    let mut tasks = queries::list_owned(db, &[key], &levels).await?;
    tasks.retain(|task| task.settings.runs_on(&agent.target.plat));
    // Stable: within one owner they stay by name.
    tasks.sort_by_key(|task| position(task, &levels));

    let results = queries::list_results_of_agent(db, key).await?;
    let mut results: HashMap<i64, TaskResult> =
        results.into_iter().map(|result| (result.task, result)).collect();
    let leaving: Vec<i64> =
        results.keys().copied().filter(|id| !tasks.iter().any(|task| task.id == *id)).collect();
    tasks.extend(queries::list_by_key(db, &leaving).await?);
    let zone = queries::zone(&agent.agent_time_zone);
    let template = shown_templates(db, [key], Kind::Task).await?.remove(&key);
    let shown = |task: StoredTask| {
        let result = results.remove(&task.id);
        let may_change = task.owner.is_surely_changeable(&caller);
        let shown = task.visible_if(may_change).shown(Some(zone), result);
        serde_json::json!(Task { alert_template: template.clone(), ..shown })
    };
    let rows = tasks.into_iter().map(shown).collect();
    Ok(query.apply(rows, ORDERINGS)?.at(&address))
}
