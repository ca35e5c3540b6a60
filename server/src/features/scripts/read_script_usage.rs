//! `GET /scripts/<id>/usage/`: the uses of a script.

use axum::Json;
use axum::extract::State;

use super::queries;
use super::usage::{self, ScriptUsage};
use crate::app::App;
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::input::Path;

/// Read where a script is used.
///
/// As far as the caller's scope goes.
#[utoipa::path(
    get,
    path = "/scripts/{id}/usage/",
    tag = "scripts",
    params(("id" = i64, Path, description = "Key of the script")),
    responses((status = 200, body = ScriptUsage), (status = "default", body = ErrorBody)),
)]
pub async fn read_script_usage(
    State(app): State<App>,
    caller: Caller<may::ListScripts>,
    Path(id): Path<i64>,
) -> Result<Json<ScriptUsage>, ApiError> {
    let db = app.db.read();
    if !queries::script_exists(db, id).await? {
        return Err(ApiError::NotFound("script"));
    }
    Ok(Json(usage::visible(usage::list_uses(db, id).await?, &caller.scope)))
}
