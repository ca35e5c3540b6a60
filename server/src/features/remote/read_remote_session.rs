//! `GET /remote/v1/sessions/<id>/`: one session.

use axum::Json;
use axum::extract::State;

use super::queries;
use super::session::RemoteSession;
use crate::app::App;
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::input::Path;

/// Read a remote session.
#[utoipa::path(
    get,
    path = "/remote/v1/sessions/{id}/",
    tag = "remote",
    params(("id" = String, Path, description = "The session, a UUID.")),
    responses((status = 200, body = RemoteSession), (status = "default", body = ErrorBody)),
)]
pub async fn read_remote_session(
    State(app): State<App>,
    caller: Caller<may::OpenRemote>,
    Path(id): Path<String>,
) -> Result<Json<RemoteSession>, ApiError> {
    let session = queries::find_session(app.db.read(), &caller.scope, &id).await?;
    session.map(Json).ok_or(ApiError::NotFound("session"))
}
