//! `GET /accounts/watches/`: the caller's own watches.

use axum::Json;
use axum::extract::State;

use crate::app::App;
use crate::auth::{Caller, may};
use crate::domain::watches::{self, Sight, Watch};
use crate::error::{ApiError, ErrorBody};

/// List one's own watches.
///
/// Those that have not fired yet, oldest first, of agents and runs that the caller may
/// see.
#[utoipa::path(
    get,
    path = "/accounts/watches/",
    tag = "accounts",
    responses((status = 200, body = Vec<Watch>), (status = "default", body = ErrorBody)),
)]
pub async fn list_watches(
    State(app): State<App>,
    caller: Caller<may::BeLoggedIn>,
) -> Result<Json<Vec<Watch>>, ApiError> {
    Ok(Json(watches::list_watches(app.db.read(), &Sight::of_caller(&caller)).await?))
}
