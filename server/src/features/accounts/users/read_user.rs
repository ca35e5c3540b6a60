//! `GET /accounts/<id>/users/`: one user.

use axum::Json;
use axum::extract::State;

use super::user::User;
use crate::app::App;
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::features::accounts::queries;
use crate::input::Path;

/// Read a user.
#[utoipa::path(
    get,
    path = "/accounts/{id}/users/",
    tag = "accounts",
    params(("id" = i64, Path, description = "Key of the user.")),
    responses((status = 200, body = User), (status = "default", body = ErrorBody)),
)]
pub async fn read_user(
    State(app): State<App>,
    _caller: Caller<may::ListAccounts>,
    Path(id): Path<i64>,
) -> Result<Json<User>, ApiError> {
    let user = queries::users::find_user(app.db.read(), id).await?;
    user.map(Json).ok_or(ApiError::NotFound("user"))
}
