//! `GET /agents/<agent_id>/`: one agent with everything.

use axum::Json;
use axum::extract::State;

use super::agent::Agent;
use super::with_fields;
use crate::app::App;
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::ids::AgentId;
use crate::input::Path;

/// Read an agent.
#[utoipa::path(
    get,
    path = "/agents/{agent_id}/",
    tag = "agents",
    params(("agent_id" = String, Path)),
    responses((status = 200, body = Agent), (status = "default", body = ErrorBody)),
)]
pub async fn read_agent(
    State(app): State<App>,
    caller: Caller<may::ListAgents>,
    Path(agent_id): Path<AgentId>,
) -> Result<Json<Agent>, ApiError> {
    let agent = with_fields::find_agent(app.db.read(), &caller.scope, &agent_id).await?;
    agent.map(Json).ok_or(ApiError::NotFound("agent"))
}
