//! `GET /accounts/apikeys/`: all keys, without their secrets.

use axum::extract::{OriginalUri, State};
use serde_json::Value;

use super::api_key::ApiKey;
use crate::app::App;
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::features::accounts::queries;
use crate::input::Query;
use crate::listing::{ListQuery, ListResponse};

/// List API keys.
///
/// By name; the keys themselves are never shown again.
#[utoipa::path(
    get,
    path = "/accounts/apikeys/",
    tag = "accounts",
    params(ListQuery),
    responses((status = 200, body = Vec<ApiKey>), (status = "default", body = ErrorBody)),
)]
pub async fn list_api_keys(
    State(app): State<App>,
    _caller: Caller<may::ListApiKeys>,
    OriginalUri(address): OriginalUri,
    Query(query): Query<ListQuery>,
) -> Result<ListResponse, ApiError> {
    let keys = queries::keys::list_keys(app.db.read()).await?;
    let rows: Result<Vec<Value>, _> = keys.iter().map(serde_json::to_value).collect();
    let rows = rows.map_err(|error| ApiError::Internal(error.into()))?;
    let orderings = ["id", "name", "username", "expiration", "last_used", "created_time"];
    Ok(query.apply(rows, &orderings)?.at(&address))
}
