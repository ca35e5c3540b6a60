//! `GET /checks/`: all checks.

use axum::extract::{OriginalUri, State};
use serde_json::Value;

use super::check::Check;
use super::{load, queries};
use crate::app::App;
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::input::Query;
use crate::listing::{ListQuery, ListResponse};

pub(super) const ORDERINGS: &[&str] =
    &["id", "name", "check_type", "readable_desc", "agent", "policy", "modified_time"];

/// List all checks.
///
/// Those of agents in scope and of all policies, by name. Values of environments are
/// masked for callers who may not change them.
#[utoipa::path(
    get,
    path = "/checks/",
    tag = "checks",
    params(ListQuery),
    responses((status = 200, body = Vec<Check>), (status = "default", body = ErrorBody)),
)]
pub async fn list_checks(
    State(app): State<App>,
    caller: Caller<may::ListChecks>,
    OriginalUri(address): OriginalUri,
    Query(query): Query<ListQuery>,
) -> Result<ListResponse, ApiError> {
    let db = app.db.read();
    let checks = queries::list_checks(db, &caller.scope).await?;
    let checks = load::show(db, &caller, checks).await?;
    Ok(query.apply(rows(&checks), ORDERINGS)?.at(&address))
}

/// Checks as rows of a list.
pub(super) fn rows(checks: &[Check]) -> Vec<Value> {
    checks.iter().map(|check| serde_json::json!(check)).collect()
}
