//! `DELETE /agents/<agent_id>/`: remove an agent.

use axum::Json;
use axum::extract::State;

use super::remove_many::{close_connections, remove};
use crate::app::App;
use crate::audit::Change;
use crate::auth::{Caller, may};
use crate::domain::fleet::find_in_scope;
use crate::error::{ApiError, ErrorBody};
use crate::ids::AgentId;
use crate::input::Path;

/// Remove an agent.
///
/// It leaves all lists at once, and its connection is closed. For the time of
/// the setting `removal_delay_minutes` it can be restored with everything that
/// belongs to it. Then its record is deleted, and the program on the machine
/// uninstalls itself: at once, or when it connects within 90 days. An
/// agent that is frozen cannot be removed.
#[utoipa::path(
    delete,
    path = "/agents/{agent_id}/",
    tag = "agents",
    params(("agent_id" = String, Path)),
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn delete_agent(
    State(app): State<App>,
    caller: Caller<may::UninstallAgents>,
    Path(agent_id): Path<AgentId>,
) -> Result<Json<String>, ApiError> {
    let mut change = Change::begin(&app, &caller).await?;
    let target = find_in_scope(&*change, &caller.scope, &agent_id)
        .await?
        .ok_or(ApiError::NotFound("agent"))?;
    target.must_be_thawed()?;
    let targets = [target];
    let entry = remove(&mut change, &targets).await?.pop().ok_or(ApiError::NotFound("agent"))?;
    change.commit(entry).await?;
    // Only now: an agent whose connection is closed before that would reconnect
    // at once.
    close_connections(&app, &targets).await;
    Ok(Json(format!("{} was removed.", targets[0].hostname)))
}
