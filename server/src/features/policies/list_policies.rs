//! `GET /automation/policies/`: all policies.

use axum::extract::{OriginalUri, State};
use serde_json::Value;

use super::load;
use super::policy::Policy;
use crate::app::App;
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::input::Query;
use crate::listing::{ListQuery, ListResponse};

const ORDERINGS: &[&str] = &[
    "id",
    "name",
    "active",
    "enforced",
    "agents_count",
    "tasks_count",
    "checks_count",
    "created_time",
    "modified_time",
];

/// List policies.
///
/// By name. Agents are counted as far as the caller's scope goes.
#[utoipa::path(
    get,
    path = "/automation/policies/",
    tag = "policies",
    params(ListQuery),
    responses((status = 200, body = Vec<Policy>), (status = "default", body = ErrorBody)),
)]
pub async fn list_policies(
    State(app): State<App>,
    caller: Caller<may::ListAutomationPolicies>,
    OriginalUri(address): OriginalUri,
    Query(query): Query<ListQuery>,
) -> Result<ListResponse, ApiError> {
    let policies = load::list_policies(app.db.read(), &caller.scope).await?;
    let rows: Result<Vec<Value>, _> = policies.iter().map(serde_json::to_value).collect();
    let rows = rows.map_err(|error| ApiError::Internal(error.into()))?;
    Ok(query.apply(rows, ORDERINGS)?.at(&address))
}
