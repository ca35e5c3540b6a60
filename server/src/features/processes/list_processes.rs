//! `GET /agents/<agent_id>/processes/`: the processes of an agent.

use axum::extract::{OriginalUri, State};
use axum::response::{IntoResponse, Response};

use super::process::{self, Process};
use crate::app::App;
use crate::auth::{Caller, may};
use crate::domain::fleet::find_target;
use crate::error::{ApiError, ErrorBody};
use crate::ids::AgentId;
use crate::input::{Path, Query};
use crate::listing::ListQuery;

const ORDERINGS: &[&str] = &["name", "pid", "ppid", "membytes", "username"];

/// List the processes of an agent.
///
/// Asks the agent; by name.
#[utoipa::path(
    get,
    path = "/agents/{agent_id}/processes/",
    tag = "processes",
    params(("agent_id" = String, Path), ListQuery),
    responses((status = 200, body = Vec<Process>), (status = "default", body = ErrorBody)),
)]
pub async fn list_processes(
    State(app): State<App>,
    caller: Caller<may::ManageProcs>,
    OriginalUri(address): OriginalUri,
    Path(agent_id): Path<AgentId>,
    Query(query): Query<ListQuery>,
) -> Result<Response, ApiError> {
    query.order(ORDERINGS)?;
    let target = find_target(&app, &caller, &agent_id).await?;
    let processes = process::ask(&app, &target).await?;
    let rows = processes.iter().map(|process| serde_json::json!(process)).collect();
    Ok(query.apply(rows, ORDERINGS)?.at(&address).into_response())
}
