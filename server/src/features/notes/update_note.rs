//! `PUT /agents/notes/<id>/`: changes what a note says.

use axum::Json;
use axum::extract::State;
use utoipa::ToSchema;

use super::note::{MAX_LENGTH, Note};
use super::queries;
use crate::app::App;
use crate::audit::{Action, Change};
use crate::auth::{Caller, may};
use crate::domain::fleet::find_target;
use crate::error::{ApiError, ErrorBody};
use crate::events::Event;
use crate::input::{Body, Fields, IfMatch, Parse, Path};
use crate::storage::sql;

/// What to change.
#[derive(Debug, ToSchema)]
pub struct UpdateNote {
    /// The new text, at most 100000 characters.
    note: Option<String>,
}

impl Parse for UpdateNote {
    fn parse(fields: &Fields<'_>) -> Self {
        Self { note: fields.text("note").not_blank().max(MAX_LENGTH).optional() }
    }
}

/// Change a note.
///
/// Author and time stay.
#[utoipa::path(
    put,
    path = "/agents/notes/{id}/",
    tag = "agents",
    params(("id" = i64, Path, description = "Key of the note"), IfMatch),
    request_body = UpdateNote,
    responses((status = 200, body = Note), (status = "default", body = ErrorBody)),
)]
pub async fn update_note(
    State(app): State<App>,
    caller: Caller<may::ManageNotes>,
    Path(id): Path<i64>,
    seen: IfMatch,
    Body(request): Body<UpdateNote>,
) -> Result<Json<Note>, ApiError> {
    let mut change = Change::begin(&app, &caller).await?;
    sql::lock_row(&*change, "notes", id).await?;
    let before = queries::find_note(&*change, &caller.scope, id).await?;
    let before = before.ok_or(ApiError::NotFound("note"))?;
    seen.must_be(&before.modified_by, before.modified_time, &before)?;
    let target = find_target(&app, &caller, &before.agent_id.as_str().into()).await?;
    let text = request.note.unwrap_or_else(|| before.note.clone());
    queries::update_note(&*change, id, &text, change.username()).await?;
    let after = queries::find_note(&*change, &caller.scope, id).await?;
    let after = after.ok_or(ApiError::NotFound("note"))?;

    change.publish(target.locate(Event::note_changed(id, &target.agent_id)));
    let message = format!("{} changed a note on {}", caller.username, target.hostname);
    let entry = target.mark(after.entry(Action::Modify, message)).before(&before).after(&after);
    change.commit(entry).await?;
    Ok(Json(after))
}
