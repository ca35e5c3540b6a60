//! `GET /clients/sites/`: all sites with their counts.

use axum::extract::{OriginalUri, State};
use serde_json::Value;

use super::site::Site;
use super::{queries, searching};
use crate::app::App;
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::input::Query;
use crate::listing::{ListQuery, ListResponse};

/// List sites.
///
/// By name. Counts are those of `GET /clients/`.
#[utoipa::path(
    get,
    path = "/clients/sites/",
    tag = "clients",
    params(ListQuery),
    responses((status = 200, body = Vec<Site>), (status = "default", body = ErrorBody)),
)]
pub async fn list_sites(
    State(app): State<App>,
    caller: Caller<may::ListSites>,
    OriginalUri(address): OriginalUri,
    Query(query): Query<ListQuery>,
) -> Result<ListResponse, ApiError> {
    let sites = queries::list_sites(app.db.read(), &caller.scope).await?;
    let rows: Result<Vec<Value>, _> = sites.iter().map(serde_json::to_value).collect();
    let rows = rows.map_err(|error| ApiError::Internal(error.into()))?;
    let orderings = &["id", "name", "client", "client_name", "agent_count"];
    Ok(query.apply_searching(rows, orderings, searching::matches)?.at(&address))
}
