//! `GET /scripts/snippets/`: all snippets.

use axum::extract::{OriginalUri, State};
use serde_json::Value;

use super::snippet::Snippet;
use crate::app::App;
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::features::scripts::queries;
use crate::input::Query;
use crate::listing::{ListQuery, ListResponse};

/// List snippets.
///
/// By name.
#[utoipa::path(
    get,
    path = "/scripts/snippets/",
    tag = "scripts",
    params(ListQuery),
    responses((status = 200, body = Vec<Snippet>), (status = "default", body = ErrorBody)),
)]
pub async fn list_snippets(
    State(app): State<App>,
    _caller: Caller<may::ListScripts>,
    OriginalUri(address): OriginalUri,
    Query(query): Query<ListQuery>,
) -> Result<ListResponse, ApiError> {
    let snippets = queries::list_snippets(app.db.read()).await?;
    let rows: Result<Vec<Value>, _> = snippets.iter().map(serde_json::to_value).collect();
    let rows = rows.map_err(|error| ApiError::Internal(error.into()))?;
    Ok(query.apply(rows, &["id", "name", "desc", "shell"])?.at(&address))
}
