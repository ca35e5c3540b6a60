//! `GET /agents/<agent_id>/history/`: the runs of one agent.

use axum::extract::{OriginalUri, State};

use super::filters::{RunFieldFilters, RunFilters};
use super::list_runs::list;
use super::run::Run;
use crate::app::App;
use crate::auth::{Caller, may};
use crate::domain::fleet::find_target;
use crate::error::{ApiError, ErrorBody};
use crate::ids::AgentId;
use crate::input::{Path, Query};
use crate::listing::{ListQuery, ListResponse};

/// List the runs of an agent.
///
/// As `GET /runs/`, of one agent.
#[utoipa::path(
    get,
    path = "/agents/{agent_id}/history/",
    tag = "agents",
    params(("agent_id" = String, Path), RunFilters, RunFieldFilters, ListQuery),
    responses((status = 200, body = Vec<Run>), (status = "default", body = ErrorBody)),
)]
pub async fn list_agent_history(
    State(app): State<App>,
    caller: Caller<may::ListAgentHistory>,
    Path(agent_id): Path<AgentId>,
    OriginalUri(address): OriginalUri,
    Query(filters): Query<RunFilters>,
) -> Result<ListResponse<Run>, ApiError> {
    let target = find_target(&app, &caller, &agent_id).await?;
    let mut conditions = filters.conditions(&caller.scope);
    conditions.and("r.agent_id =", Some(target.id));
    list(&app, conditions, &filters.list, &address).await
}
