//! `GET /agents/<agent_id>/notes/`: the notes on one agent.

use axum::extract::{OriginalUri, State};

use super::list_notes::listed;
use super::note::Note;
use super::queries;
use crate::app::App;
use crate::auth::{Caller, may};
use crate::domain::fleet::find_target;
use crate::error::{ApiError, ErrorBody};
use crate::ids::AgentId;
use crate::input::{Path, Query};
use crate::listing::{ListQuery, ListResponse};

/// List the notes on an agent.
///
/// Newest first.
#[utoipa::path(
    get,
    path = "/agents/{agent_id}/notes/",
    tag = "agents",
    params(("agent_id" = String, Path), ListQuery),
    responses((status = 200, body = Vec<Note>), (status = "default", body = ErrorBody)),
)]
pub async fn list_agent_notes(
    State(app): State<App>,
    caller: Caller<may::ListNotes>,
    Path(agent_id): Path<AgentId>,
    OriginalUri(address): OriginalUri,
    Query(query): Query<ListQuery>,
) -> Result<ListResponse, ApiError> {
    let target = find_target(&app, &caller, &agent_id).await?;
    let notes = queries::list_notes(app.db.read(), &caller.scope, Some(target.id)).await?;
    Ok(listed(notes, &query)?.at(&address))
}
