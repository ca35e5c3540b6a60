//! `GET /agents/removed/`: agents that can be restored.

use axum::Json;
use axum::extract::State;

use crate::app::App;
use crate::auth::{Caller, may};
use crate::domain::fleet::{self, RemovedAgent};
use crate::error::{ApiError, ErrorBody};

/// List removed agents that can be restored.
///
/// The last one first.
#[utoipa::path(
    get,
    path = "/agents/removed/",
    tag = "agents",
    responses((status = 200, body = Vec<RemovedAgent>), (status = "default", body = ErrorBody)),
)]
pub async fn list_removed(
    State(app): State<App>,
    caller: Caller<may::ListAgents>,
) -> Result<Json<Vec<RemovedAgent>>, ApiError> {
    Ok(Json(fleet::list_removed(app.db.read(), &caller.scope).await?))
}
