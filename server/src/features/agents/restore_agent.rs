//! `POST /agents/<agent_id>/restore/`: undo the removal of an agent.

use axum::Json;
use axum::extract::State;

use super::queries;
use crate::app::App;
use crate::audit::{Action, Change, ObjectType};
use crate::auth::{Caller, may};
use crate::domain::definitions;
use crate::domain::fleet::{self, AffectedAgents};
use crate::error::{ApiError, ErrorBody};
use crate::events::Event;
use crate::ids::AgentId;
use crate::input::Path;

/// Restore a removed agent.
///
/// It is back with its history, notes, fields, tasks and whatever waited for it,
/// as far as that was not deleted meanwhile. Its computer connects again within
/// minutes, and gets its tasks then. 404 once the removal is final.
#[utoipa::path(
    post,
    path = "/agents/{agent_id}/restore/",
    tag = "agents",
    params(("agent_id" = String, Path)),
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn restore_agent(
    State(app): State<App>,
    caller: Caller<may::UninstallAgents>,
    Path(agent_id): Path<AgentId>,
) -> Result<Json<String>, ApiError> {
    let mut change = Change::begin(&app, &caller).await?;
    let target = fleet::restore(&*change, &caller.scope, &agent_id)
        .await?
        .ok_or(ApiError::NotFound("removed agent"))?;
    let after =
        queries::find_settings(&*change, target.id).await?.ok_or(ApiError::NotFound("agent"))?;
    // Its policies, tasks and values may have changed meanwhile.
    definitions::touch(&change, &AffectedAgents::agents([target.id])).await?;
    change.publish(target.locate(Event::agent_added(&target.agent_id, &target.hostname, false)));
    let message = format!("{} restored agent {}", caller.username, target.hostname);
    let entry = target.entry(Action::Add, ObjectType::Agent, message).after(&after);
    change.commit(entry).await?;
    Ok(Json(format!("{} was restored.", target.hostname)))
}
