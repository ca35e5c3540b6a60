//! `GET` and `POST /agents/<agent_id>/ping/`: is it online right now?

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use muster_protocol::question_name;
use serde::Serialize;
use utoipa::ToSchema;

use crate::agent_link::Unanswered;
use crate::app::App;
use crate::auth::{Caller, Identity, may};
use crate::domain::fleet::find_target;
use crate::error::{ApiError, ErrorBody};
use crate::ids::AgentId;
use crate::input::Path;

const LIMIT: Duration = Duration::from_secs(2);

/// Whether an agent answered.
#[derive(Serialize, ToSchema)]
pub struct PingResult {
    /// The host name of the computer.
    pub name: String,
    /// `online` or `offline`.
    #[schema(extensions(("x-enum-values" = json!(["online", "offline"]))))]
    pub status: &'static str,
}

/// Ask an agent whether it is there.
///
/// Waits two seconds at most. An agent that does not answer is `offline`.
#[utoipa::path(
    get,
    path = "/agents/{agent_id}/ping/",
    tag = "agents",
    params(("agent_id" = String, Path)),
    responses((status = 200, body = PingResult), (status = "default", body = ErrorBody)),
)]
pub async fn ping_agent(
    State(app): State<App>,
    caller: Caller<may::ListAgents>,
    Path(agent_id): Path<AgentId>,
) -> Result<Json<PingResult>, ApiError> {
    ping(&app, &caller, &agent_id).await.map(Json)
}

/// Ask an agent whether it is there.
///
/// The same as GET, for callers that send it so.
#[utoipa::path(
    post,
    path = "/agents/{agent_id}/ping/",
    tag = "agents",
    params(("agent_id" = String, Path)),
    responses((status = 200, body = PingResult), (status = "default", body = ErrorBody)),
)]
pub async fn ping_agent_by_post(
    State(app): State<App>,
    caller: Caller<may::ListAgents>,
    Path(agent_id): Path<AgentId>,
) -> Result<Json<PingResult>, ApiError> {
    ping(&app, &caller, &agent_id).await.map(Json)
}

async fn ping(app: &App, caller: &Identity, agent_id: &AgentId) -> Result<PingResult, ApiError> {
    let target = find_target(app, caller, agent_id).await?;
    let name = question_name::PING;
    let answer: Result<(), Unanswered> =
        app.agent_link.ask_agent(&target.agent_id, name, &(), LIMIT).await;
    let status = match answer {
        Err(Unanswered::BusDown) => return Err(Unanswered::BusDown.into()),
        Err(Unanswered::Offline | Unanswered::TimedOut) => "offline",
        // Whatever it answered, or its server on its behalf: it is online.
        Ok(()) | Err(_) => "online",
    };
    Ok(PingResult { name: target.hostname, status })
}
