//! `POST /agents/<agent_id>/notes/`: leaves a note on an agent.

use axum::Json;
use axum::extract::State;

use super::note::{Note, NoteText};
use super::queries::{self, NewNote};
use crate::app::App;
use crate::audit::{Action, Change};
use crate::auth::{Caller, Identity, may};
use crate::domain::fleet::{Target, find_target};
use crate::error::{ApiError, ErrorBody};
use crate::events::Event;
use crate::ids::AgentId;
use crate::input::{Body, Path};

/// Leave a note on an agent.
#[utoipa::path(
    post,
    path = "/agents/{agent_id}/notes/",
    tag = "agents",
    params(("agent_id" = String, Path)),
    request_body = NoteText,
    responses((status = 200, body = Note), (status = "default", body = ErrorBody)),
)]
pub async fn create_agent_note(
    State(app): State<App>,
    caller: Caller<may::ManageNotes>,
    Path(agent_id): Path<AgentId>,
    Body(request): Body<NoteText>,
) -> Result<Json<Note>, ApiError> {
    let target = find_target(&app, &caller, &agent_id).await?;
    Ok(Json(create(&app, &caller, &target, &request.note).await?))
}

/// Stores a note of the caller and returns it.
pub(super) async fn create(
    app: &App,
    caller: &Identity,
    target: &Target,
    text: &str,
) -> Result<Note, ApiError> {
    let mut change = Change::begin(app, caller).await?;
    let (agent, user_id) = (target.id, Some(caller.user_id));
    let new = NewNote { agent, user_id, username: &caller.username, text };
    let id = queries::insert_note(&*change, &new).await?;
    let note = queries::find_note(&*change, &caller.scope, id).await?;
    let note = note.ok_or(ApiError::NotFound("agent"))?;
    change.publish(target.locate(Event::note_created(id, &target.agent_id)));
    let message = format!("{} left a note on {}", caller.username, target.hostname);
    change.commit(target.mark(note.entry(Action::Add, message)).after(&note)).await?;
    Ok(note)
}
