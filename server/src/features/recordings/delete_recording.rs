//! `DELETE /remote/v1/recordings/<id>/`: deletes a recording.

use axum::Json;
use axum::extract::State;

use crate::app::App;
use crate::audit::Change;
use crate::auth::{Caller, Right, may};
use crate::domain::recordings::{delete_within, find_recording};
use crate::error::{ApiError, ErrorBody};
use crate::input::Path;
use crate::wording::sentence;

/// Delete a recording.
///
/// Takes `can_do_server_maint` and `can_view_recordings`. The audit log keeps who did it,
/// and the digest. What the agent still sends of it is refused.
#[utoipa::path(
    delete,
    path = "/remote/v1/recordings/{id}/",
    tag = "remote",
    params(("id" = i64, Path, description = "Key of the recording")),
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn delete_recording(
    State(app): State<App>,
    caller: Caller<may::DoServerMaint>,
    Path(id): Path<i64>,
) -> Result<Json<String>, ApiError> {
    caller.must_have(Right::ViewRecordings)?;
    let nothing = || ApiError::NotFound("recording");
    let mut change = Change::begin(&app, &caller).await?;
    let recording = find_recording(&*change, &caller.scope, id).await?.ok_or_else(nothing)?;
    let reason = format!("was deleted by {}", caller.username);
    let entry = delete_within(&app, &mut change, &recording, &reason).await?;
    change.commit(entry.ok_or_else(nothing)?).await?;
    Ok(Json(sentence(&format!("{} was deleted", recording.name()))))
}
