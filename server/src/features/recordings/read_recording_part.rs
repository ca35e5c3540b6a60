//! `GET /remote/v1/recordings/<id>/parts/<part>/`: what is in one part.

use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

use super::viewed::find_to_view;
use crate::app::App;
use crate::auth::{Caller, may};
use crate::domain::recordings::open_part;
use crate::error::{ApiError, ErrorBody};
use crate::input::Path;

/// Read a part of a recording.
///
/// The records in it, one after the other: length of the rest (4 bytes, little endian),
/// milliseconds since the part's `first_ms` (4 bytes), type (1 byte), content. A part whose
/// content is missing or was changed is refused with 409. Leaves an audit row, once an hour
/// for each recording.
#[utoipa::path(
    get,
    path = "/remote/v1/recordings/{id}/parts/{part}/",
    tag = "remote",
    params(
        ("id" = i64, Path, description = "Key of the recording"),
        ("part" = i64, Path, description = "Number of the part"),
    ),
    responses(
        (status = 200, body = Vec<u8>, content_type = "application/octet-stream"),
        (status = "default", body = ErrorBody),
    ),
)]
pub async fn read_recording_part(
    State(app): State<App>,
    caller: Caller<may::ViewRecordings>,
    Path((id, part)): Path<(i64, i64)>,
) -> Result<Response, ApiError> {
    let recording = find_to_view(&app, &caller, id).await?;
    let part = open_part(&app, &recording, part).await?;
    let headers = [(CONTENT_TYPE, "application/octet-stream"), (CACHE_CONTROL, "no-store")];
    Ok((headers, part.plain.into_bytes()).into_response())
}
