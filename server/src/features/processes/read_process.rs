//! `GET /agents/<agent_id>/processes/<pid>/`: one process of an agent.

use axum::Json;
use axum::extract::State;

use super::process::{self, Process};
use crate::app::App;
use crate::auth::{Caller, may};
use crate::domain::fleet::find_target;
use crate::error::{ApiError, ErrorBody};
use crate::ids::AgentId;
use crate::input::Path;

/// Read a process of an agent.
///
/// Asks the agent.
#[utoipa::path(
    get,
    path = "/agents/{agent_id}/processes/{pid}/",
    tag = "processes",
    params(("agent_id" = String, Path), ("pid" = u32, Path)),
    responses((status = 200, body = Process), (status = "default", body = ErrorBody)),
)]
pub async fn read_process(
    State(app): State<App>,
    caller: Caller<may::ManageProcs>,
    Path((agent_id, pid)): Path<(AgentId, u32)>,
) -> Result<Json<Process>, ApiError> {
    let target = find_target(&app, &caller, &agent_id).await?;
    let processes = process::ask(&app, &target).await?;
    let found = processes.into_iter().find(|process| process.pid == pid);
    found.map(Json).ok_or(ApiError::NotFound("process"))
}
