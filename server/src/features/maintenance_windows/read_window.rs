//! `GET /maintenance/windows/<id>/`: one maintenance window.

use axum::Json;
use axum::extract::State;

use super::load;
use super::maintenance_window::MaintenanceWindow;
use crate::app::App;
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::input::Path;

/// Read a maintenance window.
#[utoipa::path(
    get,
    path = "/maintenance/windows/{id}/",
    tag = "maintenance",
    params(("id" = i64, Path, description = "Key of the window")),
    responses((status = 200, body = MaintenanceWindow), (status = "default", body = ErrorBody)),
)]
pub async fn read_window(
    State(app): State<App>,
    caller: Caller<may::ListAgents>,
    Path(id): Path<i64>,
) -> Result<Json<MaintenanceWindow>, ApiError> {
    let (_, window) = load::find_window(app.db.read(), &caller, id).await?;
    Ok(Json(window))
}
