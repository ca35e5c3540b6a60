//! `GET /agents/actions/bulk/<id>/`: one bulk action.

use axum::Json;
use axum::extract::State;

use super::show::{self, Bulk};
use crate::app::App;
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::input::Path;

/// Read a bulk action.
#[utoipa::path(
    get,
    path = "/agents/actions/bulk/{id}/",
    tag = "bulk",
    params(("id" = i64, Path, description = "Key of the bulk action")),
    responses((status = 200, body = Bulk), (status = "default", body = ErrorBody)),
)]
pub async fn read_bulk(
    State(app): State<App>,
    caller: Caller<may::ListAgentHistory>,
    Path(id): Path<i64>,
) -> Result<Json<Bulk>, ApiError> {
    show::read(&app, &caller.scope, id).await.map(Json)
}
