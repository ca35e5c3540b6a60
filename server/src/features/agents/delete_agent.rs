//! `DELETE /agents/<agent_id>/`: remove an agent.

use axum::Json;
use axum::extract::State;

use super::queries;
use crate::agent_link::Undelivered;
use crate::app::App;
use crate::audit::{Action, Change, ObjectType};
use crate::auth::{Caller, may};
use crate::domain::fleet::{self, find_in_scope};
use crate::error::{ApiError, ErrorBody};
use crate::events::Event;
use crate::ids::AgentId;
use crate::input::Path;
use crate::time::Timestamp;

/// Remove an agent.
///
/// Its record goes at once, and with it the credential. The program on the
/// machine is told to uninstall itself: now, or when it comes within 90 days. An
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
    let before =
        queries::find_settings(&*change, target.id).await?.ok_or(ApiError::NotFound("agent"))?;
    fleet::remember_removed(&*change, &[target.id], Timestamp::now()).await?;
    fleet::store::delete_agents(&*change, &[target.id]).await?;
    change.publish(target.locate(Event::agent_removed(&target.agent_id)));
    let message = format!("{} removed agent {}", caller.username, target.hostname);
    let entry = target.entry(Action::Delete, ObjectType::Agent, message).before(&before);
    change.commit(entry).await?;

    // Only now: an agent whose connection is closed before that would reconnect
    // at once. Now it reconnects and gets the order to uninstall itself.
    match app.agent_link.close(&target.agent_id).await {
        Ok(()) | Err(Undelivered::Offline) => {}
        Err(reason) => {
            tracing::warn!(agent.id = %target.agent_id, %reason, "the connection of a removed agent stays open");
        }
    }
    Ok(Json(format!("{} was removed.", target.hostname)))
}
