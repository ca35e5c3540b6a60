//! `DELETE /agents/notes/<id>/`: removes a note.

use axum::Json;
use axum::extract::State;

use super::queries;
use crate::app::App;
use crate::audit::{Action, Change};
use crate::auth::{Caller, may};
use crate::domain::fleet::find_target;
use crate::error::{ApiError, ErrorBody};
use crate::events::Event;
use crate::input::Path;
use crate::wording::sentence;

/// Delete a note.
#[utoipa::path(
    delete,
    path = "/agents/notes/{id}/",
    tag = "agents",
    params(("id" = i64, Path, description = "Key of the note")),
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn delete_note(
    State(app): State<App>,
    caller: Caller<may::ManageNotes>,
    Path(id): Path<i64>,
) -> Result<Json<String>, ApiError> {
    let mut change = Change::begin(&app, &caller).await?;
    let note = queries::find_note(&*change, &caller.scope, id).await?;
    let note = note.ok_or(ApiError::NotFound("note"))?;
    let target = find_target(&app, &caller, &note.agent_id.as_str().into()).await?;
    queries::delete_note(&*change, id).await?;

    change.publish(target.locate(Event::note_removed(id, &target.agent_id)));
    let message = format!("{} deleted a note on {}", caller.username, target.hostname);
    change.commit(target.mark(note.entry(Action::Delete, message)).before(&note)).await?;
    Ok(Json(sentence(&format!("the note on {} was deleted", target.hostname))))
}
