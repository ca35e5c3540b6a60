//! `POST /agents/<agent_id>/remote/recover/`: repair the remote-control part of an agent.

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};

use super::recover_agent::repair;
use crate::app::App;
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::ids::AgentId;
use crate::input::Path;

/// Repair the remote-control part of an agent.
///
/// The same as repairing the agent with the mode `remote`, for callers who may control agents
/// remotely.
#[utoipa::path(
    post,
    path = "/agents/{agent_id}/remote/recover/",
    tag = "agents",
    params(("agent_id" = String, Path)),
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn recover_remote(
    State(app): State<App>,
    caller: Caller<may::UseRemote>,
    Path(agent_id): Path<AgentId>,
) -> Result<Response, ApiError> {
    let (header, done) = repair(&app, &caller, &agent_id, "remote").await?;
    Ok((header, Json(done)).into_response())
}
