//! `GET /accounts/apikeys/<id>/`: one key, without its secret.

use axum::Json;
use axum::extract::State;

use super::api_key::ApiKey;
use crate::app::App;
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::features::accounts::queries;
use crate::input::Path;

/// Read an API key.
#[utoipa::path(
    get,
    path = "/accounts/apikeys/{id}/",
    tag = "accounts",
    params(("id" = i64, Path, description = "Key of the row.")),
    responses((status = 200, body = ApiKey), (status = "default", body = ErrorBody)),
)]
pub async fn read_api_key(
    State(app): State<App>,
    _caller: Caller<may::ListApiKeys>,
    Path(id): Path<i64>,
) -> Result<Json<ApiKey>, ApiError> {
    let key = queries::keys::find_key(app.db.read(), id).await?;
    key.map(Json).ok_or(ApiError::NotFound("API key"))
}
