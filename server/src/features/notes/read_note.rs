//! `GET /agents/notes/<id>/`: one note.

use axum::Json;
use axum::extract::State;

use super::note::Note;
use super::queries;
use crate::app::App;
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::input::Path;

/// Read a note.
#[utoipa::path(
    get,
    path = "/agents/notes/{id}/",
    tag = "agents",
    params(("id" = i64, Path, description = "Key of the note")),
    responses((status = 200, body = Note), (status = "default", body = ErrorBody)),
)]
pub async fn read_note(
    State(app): State<App>,
    caller: Caller<may::ListNotes>,
    Path(id): Path<i64>,
) -> Result<Json<Note>, ApiError> {
    let note = queries::find_note(app.db.read(), &caller.scope, id).await?;
    note.map(Json).ok_or(ApiError::NotFound("note"))
}
