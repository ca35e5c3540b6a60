//! `POST /agents/<agent_id>/checks/`: a new check of an agent.

use axum::Json;
use axum::extract::State;

use super::body::CheckBody;
use super::check::Check;
use super::create_check::create;
use crate::app::App;
use crate::auth::{Caller, may};
use crate::domain::fleet::find_target;
use crate::error::{ApiError, ErrorBody};
use crate::ids::AgentId;
use crate::input::{Body, Path};

/// Create a check of an agent.
///
/// As `POST /checks/`; the path names the owner.
#[utoipa::path(
    post,
    path = "/agents/{agent_id}/checks/",
    tag = "checks",
    params(("agent_id" = String, Path)),
    request_body = CheckBody,
    responses((status = 200, body = Check), (status = "default", body = ErrorBody)),
)]
pub async fn create_agent_check(
    State(app): State<App>,
    caller: Caller<may::ManageChecks>,
    Path(agent_id): Path<AgentId>,
    Body(body): Body<CheckBody>,
) -> Result<Json<Check>, ApiError> {
    let target = find_target(&app, &caller, &agent_id).await?;
    create(&app, &caller, &body.of_agent(&target.agent_id)).await
}
