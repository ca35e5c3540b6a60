//! `GET /accounts/roles/`: all roles.

use axum::extract::{OriginalUri, State};
use serde_json::Value;

use super::role::Role;
use crate::app::App;
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::features::accounts::queries;
use crate::input::Query;
use crate::listing::{ListQuery, ListResponse};

/// List roles.
///
/// By name.
#[utoipa::path(
    get,
    path = "/accounts/roles/",
    tag = "accounts",
    params(ListQuery),
    responses((status = 200, body = Vec<Role>), (status = "default", body = ErrorBody)),
)]
pub async fn list_roles(
    State(app): State<App>,
    _caller: Caller<may::ListRoles>,
    OriginalUri(address): OriginalUri,
    Query(query): Query<ListQuery>,
) -> Result<ListResponse, ApiError> {
    let roles = queries::roles::list_roles(app.db.read()).await?;
    let rows: Result<Vec<Value>, _> = roles.iter().map(serde_json::to_value).collect();
    let rows = rows.map_err(|error| ApiError::Internal(error.into()))?;
    Ok(query.apply(rows, &["id", "name", "user_count"])?.at(&address))
}
