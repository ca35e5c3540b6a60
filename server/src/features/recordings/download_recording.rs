//! `GET /remote/v1/recordings/<id>/file/`: a recording as one file.

use axum::body::Body;
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

use crate::app::App;
use crate::audit::{Action, Change};
use crate::auth::{Caller, may};
use crate::domain::recordings::{ExportFile, export, find_recording};
use crate::error::{ApiError, ErrorBody};
use crate::input::Path;

/// Download a recording.
///
/// A terminal as asciicast 3, files and tunnels as lines of JSON (`ms` since the beginning,
/// `type`, `data`), a screen as the records of all parts with milliseconds since the
/// beginning. What is missing becomes a marker. Each download leaves an audit row.
#[utoipa::path(
    get,
    path = "/remote/v1/recordings/{id}/file/",
    tag = "remote",
    params(("id" = i64, Path, description = "Key of the recording")),
    responses(
        (status = 200, body = Vec<u8>, content_type = "application/octet-stream"),
        (status = "default", body = ErrorBody),
    ),
)]
pub async fn download_recording(
    State(app): State<App>,
    caller: Caller<may::ViewRecordings>,
    Path(id): Path<i64>,
) -> Result<Response, ApiError> {
    let change = Change::begin(&app, &caller).await?;
    let recording = find_recording(&*change, &caller.scope, id).await?;
    let recording = recording.ok_or(ApiError::NotFound("recording"))?;
    let message = format!("{} downloaded {}", caller.username, recording.name());
    change.commit(recording.entry(Action::View, message)).await?;
    let ExportFile { name, content_type } = ExportFile::of(&recording);
    let headers = [
        (CONTENT_TYPE, content_type.to_owned()),
        (CONTENT_DISPOSITION, format!(r#"attachment; filename="{name}""#)),
        (CACHE_CONTROL, "no-store".to_owned()),
    ];
    Ok((headers, Body::from_stream(export(&app, recording))).into_response())
}
