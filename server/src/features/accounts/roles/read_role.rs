//! `GET /accounts/roles/<id>/`: one role.

use axum::Json;
use axum::extract::State;

use super::role::Role;
use crate::app::App;
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::features::accounts::queries;
use crate::input::Path;

/// Read a role.
#[utoipa::path(
    get,
    path = "/accounts/roles/{id}/",
    tag = "accounts",
    params(("id" = i64, Path, description = "Key of the role.")),
    responses((status = 200, body = Role), (status = "default", body = ErrorBody)),
)]
pub async fn read_role(
    State(app): State<App>,
    _caller: Caller<may::ListRoles>,
    Path(id): Path<i64>,
) -> Result<Json<Role>, ApiError> {
    let role = queries::roles::find_role(app.db.read(), id).await?;
    role.map(Json).ok_or(ApiError::NotFound("role"))
}
