//! `POST /agents/<agent_id>/tasks/`: a new task of an agent.

use axum::Json;
use axum::extract::State;

use super::body::TaskBody;
use super::create_task::create;
use super::task::Task;
use crate::app::App;
use crate::auth::{Caller, may};
use crate::domain::fleet::find_target;
use crate::error::{ApiError, ErrorBody};
use crate::ids::AgentId;
use crate::input::{Body, Path};

/// Create a task of an agent.
///
/// As `POST /tasks/`; the path names the owner.
#[utoipa::path(
    post,
    path = "/agents/{agent_id}/tasks/",
    tag = "tasks",
    params(("agent_id" = String, Path)),
    request_body = TaskBody,
    responses((status = 200, body = Task), (status = "default", body = ErrorBody)),
)]
pub async fn create_agent_task(
    State(app): State<App>,
    caller: Caller<may::ManageAutotasks>,
    Path(agent_id): Path<AgentId>,
    Body(body): Body<TaskBody>,
) -> Result<Json<Task>, ApiError> {
    let target = find_target(&app, &caller, &agent_id).await?;
    create(&app, &caller, &body.of_agent(&target.agent_id)).await
}
