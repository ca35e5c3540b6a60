//! `POST /agents/<agent_id>/shutdown/`: switch the machine off.

use axum::Json;
use axum::extract::State;
use muster_protocol::Power;

use super::power::change_power;
use crate::app::App;
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::ids::AgentId;
use crate::input::Path;

/// Shut down an agent.
#[utoipa::path(
    post,
    path = "/agents/{agent_id}/shutdown/",
    tag = "agents",
    params(("agent_id" = String, Path)),
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn shut_down_agent(
    State(app): State<App>,
    caller: Caller<may::RebootAgents>,
    Path(agent_id): Path<AgentId>,
) -> Result<Json<String>, ApiError> {
    let power = Power { action: "shutdown".to_owned(), delay_seconds: 0 };
    let target = change_power(&app, &caller, &agent_id, power).await?;
    Ok(Json(format!("{} is shutting down.", target.hostname)))
}
