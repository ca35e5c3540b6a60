//! `GET /core/keystore/`: all values.

use axum::extract::{OriginalUri, State};
use serde_json::Value;

use super::key::KeyStore;
use crate::app::App;
use crate::auth::{Caller, may};
use crate::domain::key_store::queries;
use crate::error::{ApiError, ErrorBody};
use crate::input::Query;
use crate::listing::{ListQuery, ListResponse};

/// List the key store.
///
/// By name. Values that are secret are masked for everyone.
#[utoipa::path(
    get,
    path = "/core/keystore/",
    tag = "core",
    params(ListQuery),
    responses((status = 200, body = Vec<KeyStore>), (status = "default", body = ErrorBody)),
)]
pub async fn list_keys(
    State(app): State<App>,
    _caller: Caller<may::ViewGlobalKeystore>,
    OriginalUri(address): OriginalUri,
    Query(query): Query<ListQuery>,
) -> Result<ListResponse, ApiError> {
    let keys = queries::list_keys(app.db.read(), &app.vault).await?;
    let rows: Result<Vec<Value>, _> =
        keys.iter().map(KeyStore::of).map(serde_json::to_value).collect();
    let rows = rows.map_err(|error| ApiError::Internal(error.into()))?;
    Ok(query.apply(rows, &["id", "name", "secret"])?.at(&address))
}
