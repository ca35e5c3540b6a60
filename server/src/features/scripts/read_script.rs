//! `GET /scripts/<id>/`: one script with its body.

use axum::Json;
use axum::extract::State;

use super::queries;
use super::script::Script;
use crate::app::App;
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::input::Path;

/// Read a script.
#[utoipa::path(
    get,
    path = "/scripts/{id}/",
    tag = "scripts",
    params(("id" = i64, Path, description = "Key of the script")),
    responses((status = 200, body = Script), (status = "default", body = ErrorBody)),
)]
pub async fn read_script(
    State(app): State<App>,
    _caller: Caller<may::ListScripts>,
    Path(id): Path<i64>,
) -> Result<Json<Script>, ApiError> {
    let script = queries::find_script(app.db.read(), id).await?;
    script.map(Json).ok_or(ApiError::NotFound("script"))
}
