//! `GET /maintenance/windows/`: the maintenance windows.

use axum::extract::{OriginalUri, State};
use serde_json::Value;

use super::load;
use super::maintenance_window::MaintenanceWindow;
use crate::app::App;
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::input::Query;
use crate::listing::{ListQuery, ListResponse};

const ORDERINGS: &[&str] =
    &["id", "name", "target_type", "target_name", "next_change", "created_time", "modified_time"];

/// List the maintenance windows.
///
/// By name; those that include an agent in the caller's scope, and the caller's own.
#[utoipa::path(
    get,
    path = "/maintenance/windows/",
    tag = "maintenance",
    params(ListQuery),
    responses((status = 200, body = Vec<MaintenanceWindow>), (status = "default", body = ErrorBody)),
)]
pub async fn list_windows(
    State(app): State<App>,
    caller: Caller<may::ListAgents>,
    OriginalUri(address): OriginalUri,
    Query(query): Query<ListQuery>,
) -> Result<ListResponse, ApiError> {
    let windows = load::list_windows(app.db.read(), &caller, None).await?;
    let rows: Result<Vec<Value>, _> = windows.iter().map(serde_json::to_value).collect();
    let rows = rows.map_err(|error| ApiError::Internal(error.into()))?;
    Ok(query.apply(rows, ORDERINGS)?.at(&address))
}
