//! `GET /checks/<id>/`: one check.

use axum::Json;
use axum::extract::State;

use super::check::Check;
use super::load;
use crate::app::App;
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::input::Path;

/// Read a check.
///
/// Values of environments are masked for callers who may not change it.
#[utoipa::path(
    get,
    path = "/checks/{id}/",
    tag = "checks",
    params(("id" = i64, Path, description = "Key of the check")),
    responses((status = 200, body = Check), (status = "default", body = ErrorBody)),
)]
pub async fn read_check(
    State(app): State<App>,
    caller: Caller<may::ListChecks>,
    Path(id): Path<i64>,
) -> Result<Json<Check>, ApiError> {
    let found = load::find_shown(app.db.read(), &caller, id).await?;
    found.map(Json).ok_or(ApiError::NotFound("check"))
}
