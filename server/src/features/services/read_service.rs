//! `GET /services/<agent_id>/<name>/`: one service of an agent.

use axum::Json;
use axum::extract::State;
use muster_protocol::{Service as ReportedService, question_name};

use super::service::{LIMIT, Service};
use crate::app::App;
use crate::auth::{Caller, may};
use crate::domain::fleet::find_target;
use crate::error::{ApiError, ErrorBody};
use crate::ids::AgentId;
use crate::input::Path;

/// Read a service of an agent.
///
/// Asks the agent.
#[utoipa::path(
    get,
    path = "/services/{agent_id}/{name}/",
    tag = "services",
    params(("agent_id" = String, Path), ("name" = String, Path)),
    responses((status = 200, body = Service), (status = "default", body = ErrorBody)),
)]
pub async fn read_service(
    State(app): State<App>,
    caller: Caller<may::ManageWinsvcs>,
    Path((agent_id, name)): Path<(AgentId, String)>,
) -> Result<Json<Service>, ApiError> {
    let target = find_target(&app, &caller, &agent_id).await?;
    let question = question_name::READ_SERVICE;
    target.must_be_able_to(question)?;
    let reported: ReportedService =
        app.agent_link.ask_agent(&target.agent_id, question, &name, LIMIT).await?;
    Ok(Json(reported.into()))
}
