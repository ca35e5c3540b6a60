//! `GET /remote/v1/recordings/<id>/text/`: finds text in what a terminal printed.

use axum::Json;
use axum::extract::State;
use muster_remote::Kind;
use utoipa::IntoParams;

use super::viewed::find_to_view;
use crate::app::App;
use crate::auth::{Caller, may};
use crate::domain::recordings::{SearchHit, find_recording, search_text};
use crate::error::{ApiError, ErrorBody};
use crate::input::{Fields, Parse, Path, Query};

const LONGEST_SEARCH: usize = 200;

/// What to look for.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
pub struct RecordingSearch {
    /// Text that a line must contain, whatever its case; at most 200 characters.
    search: String,
}

impl Parse for RecordingSearch {
    fn parse(fields: &Fields<'_>) -> Self {
        Self { search: fields.text("search").not_blank().max(LONGEST_SEARCH).required() }
    }
}

/// Search a recording of a terminal.
///
/// The first 500 lines of its output with this text, without escape sequences. Leaves the
/// same audit row as reading a part.
#[utoipa::path(
    get,
    path = "/remote/v1/recordings/{id}/text/",
    tag = "remote",
    params(("id" = i64, Path, description = "Key of the recording"), RecordingSearch),
    responses((status = 200, body = Vec<SearchHit>), (status = "default", body = ErrorBody)),
)]
pub async fn search_recording(
    State(app): State<App>,
    caller: Caller<may::ViewRecordings>,
    Path(id): Path<i64>,
    Query(query): Query<RecordingSearch>,
) -> Result<Json<Vec<SearchHit>>, ApiError> {
    let found = find_recording(app.db.read(), &caller.scope, id).await?;
    if found.is_some_and(|recording| recording.kind() != Kind::Terminal) {
        let sentence = "only recordings of terminals can be searched";
        return Err(ApiError::Conflict(sentence.to_owned()));
    }
    let recording = find_to_view(&app, &caller, id).await?;
    search_text(&app, &recording, &query.search).await.map(Json).map_err(ApiError::Internal)
}
