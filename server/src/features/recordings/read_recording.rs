//! `GET /remote/v1/recordings/<id>/`: a recording with the list of its parts.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::queries;
use super::recording::Recording;
use crate::app::App;
use crate::auth::{Caller, may};
use crate::domain::recordings::{PartRow, find_recording, list_parts};
use crate::error::{ApiError, ErrorBody};
use crate::hex::hex_digits;
use crate::input::Path;

/// A recording, and what a player needs to know where to begin.
#[derive(Serialize, ToSchema)]
pub struct RecordingDetails {
    /// The recording.
    #[serde(flatten)]
    recording: Recording,
    /// SHA-256 of its last part, which names all before it; in hexadecimal.
    digest: String,
    /// Its parts, in order.
    index: Vec<RecordingPart>,
}

/// A part of a recording.
#[derive(Serialize, ToSchema)]
pub struct RecordingPart {
    /// Its number; the first one is 0.
    part: i64,
    /// When its first record happened, in milliseconds since the recording began.
    first_ms: i64,
    /// When its last record happened.
    last_ms: i64,
    /// Its sealed size.
    bytes: i64,
    /// Whether playback of a screen can begin with it.
    key_frame: bool,
    /// Whether something is missing before it.
    gap: bool,
}

impl From<PartRow> for RecordingPart {
    fn from(row: PartRow) -> Self {
        let PartRow { part, first_ms, last_ms, bytes, key_frame, gap, .. } = row;
        Self { part, first_ms, last_ms, bytes, key_frame, gap }
    }
}

/// Read a recording, without what is in it.
#[utoipa::path(
    get,
    path = "/remote/v1/recordings/{id}/",
    tag = "remote",
    params(("id" = i64, Path, description = "Key of the recording")),
    responses((status = 200, body = RecordingDetails), (status = "default", body = ErrorBody)),
)]
pub async fn read_recording(
    State(app): State<App>,
    caller: Caller<may::ViewRecordings>,
    Path(id): Path<i64>,
) -> Result<Json<RecordingDetails>, ApiError> {
    let db = app.db.read();
    let recording = queries::find_recording(db, &caller.scope, id).await?;
    let recording = recording.ok_or(ApiError::NotFound("recording"))?;
    let stored = find_recording(db, &caller.scope, id).await?;
    let digest = stored.map(|stored| hex_digits(&stored.digest)).unwrap_or_default();
    let index = list_parts(db, id).await?.into_iter().map(RecordingPart::from).collect();
    Ok(Json(RecordingDetails { recording, digest, index }))
}
