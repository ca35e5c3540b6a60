//! `GET /core/urlaction/presets/`: ready-made webhooks.

use axum::extract::{OriginalUri, State};
use serde_json::Value;

use super::presets::{self, UrlActionPreset};
use crate::app::App;
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::input::Query;
use crate::listing::{ListQuery, ListResponse};

/// List ready-made webhooks for well-known services.
///
/// By name: a start for a new URL action of type `rest`.
#[utoipa::path(
    get,
    path = "/core/urlaction/presets/",
    tag = "core",
    params(ListQuery),
    responses((status = 200, body = Vec<UrlActionPreset>), (status = "default", body = ErrorBody)),
)]
pub async fn list_url_action_presets(
    State(_app): State<App>,
    _caller: Caller<may::SeeUrlactions>,
    OriginalUri(address): OriginalUri,
    Query(query): Query<ListQuery>,
) -> Result<ListResponse, ApiError> {
    let rows: Result<Vec<Value>, _> = presets::list().iter().map(serde_json::to_value).collect();
    let rows = rows.map_err(|error| ApiError::Internal(error.into()))?;
    Ok(query.apply(rows, &["id", "name"])?.at(&address))
}
