//! `GET /core/customfields/<id>/`: one definition.

use axum::Json;
use axum::extract::State;

use crate::app::App;
use crate::auth::{Caller, may};
use crate::domain::custom_fields::CustomField;
use crate::domain::custom_fields::queries;
use crate::error::{ApiError, ErrorBody};
use crate::input::Path;

/// Read a custom field definition.
#[utoipa::path(
    get,
    path = "/core/customfields/{id}/",
    tag = "core",
    params(("id" = i64, Path, description = "Key of the definition")),
    responses((status = 200, body = CustomField), (status = "default", body = ErrorBody)),
)]
pub async fn read_custom_field(
    State(app): State<App>,
    _caller: Caller<may::ViewCustomfields>,
    Path(id): Path<i64>,
) -> Result<Json<CustomField>, ApiError> {
    let field = queries::find_field(app.db.read(), id).await?;
    field.map(Json).ok_or(ApiError::NotFound("custom field"))
}
