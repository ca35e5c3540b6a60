//! `GET /alerts/<id>/`: one alert.

use axum::Json;
use axum::extract::State;

use super::alert::Alert;
use super::queries;
use crate::app::App;
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::input::Path;

/// Read an alert.
#[utoipa::path(
    get,
    path = "/alerts/{id}/",
    tag = "alerts",
    params(("id" = i64, Path, description = "Key of the alert")),
    responses((status = 200, body = Alert), (status = "default", body = ErrorBody)),
)]
pub async fn read_alert(
    State(app): State<App>,
    caller: Caller<may::ListAlerts>,
    Path(id): Path<i64>,
) -> Result<Json<Alert>, ApiError> {
    let alert = queries::find_alert(app.db.read(), &caller.scope, id).await?;
    alert.map(Json).ok_or(ApiError::NotFound("alert"))
}
