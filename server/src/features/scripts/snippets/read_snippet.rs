//! `GET /scripts/snippets/<id>/`: one snippet.

use axum::Json;
use axum::extract::State;

use super::snippet::Snippet;
use crate::app::App;
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::features::scripts::queries;
use crate::input::Path;

/// Read a snippet.
#[utoipa::path(
    get,
    path = "/scripts/snippets/{id}/",
    tag = "scripts",
    params(("id" = i64, Path, description = "Key of the snippet")),
    responses((status = 200, body = Snippet), (status = "default", body = ErrorBody)),
)]
pub async fn read_snippet(
    State(app): State<App>,
    _caller: Caller<may::ListScripts>,
    Path(id): Path<i64>,
) -> Result<Json<Snippet>, ApiError> {
    let snippet = queries::find_snippet(app.db.read(), id).await?;
    snippet.map(Json).ok_or(ApiError::NotFound("snippet"))
}
