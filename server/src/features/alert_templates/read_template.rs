//! `GET /alerts/templates/<id>/`: one alert template.

use axum::Json;
use axum::extract::State;

use super::alert_template::AlertTemplate;
use super::load;
use crate::app::App;
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::input::Path;

/// Read an alert template.
#[utoipa::path(
    get,
    path = "/alerts/templates/{id}/",
    tag = "alerts",
    params(("id" = i64, Path, description = "Key of the alert template")),
    responses((status = 200, body = AlertTemplate), (status = "default", body = ErrorBody)),
)]
pub async fn read_template(
    State(app): State<App>,
    caller: Caller<may::ListAlerttemplates>,
    Path(id): Path<i64>,
) -> Result<Json<AlertTemplate>, ApiError> {
    let template = load::find_template(app.db.read(), &caller, id).await?;
    template.map(Json).ok_or(ApiError::NotFound("alert template"))
}
