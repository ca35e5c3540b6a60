//! `GET /core/version/`: which release this is.

use axum::Json;
use axum::extract::State;

use crate::app::App;
use crate::auth::{Caller, may};
use crate::error::ErrorBody;

/// Read the release of server and web UI.
#[utoipa::path(
    get,
    path = "/core/version/",
    tag = "core",
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn read_version(
    State(_app): State<App>,
    _caller: Caller<may::BeLoggedIn>,
) -> Json<&'static str> {
    Json(crate::VERSION)
}
