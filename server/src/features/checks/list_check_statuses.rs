//! `GET /automation/checks/<check>/status/`: the results of a check everywhere.

use axum::extract::{OriginalUri, State};

use super::queries;
use super::result::CheckStatus;
use crate::app::App;
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::input::{Path, Query};
use crate::listing::{ListQuery, ListResponse};

const ORDERINGS: &[&str] =
    &["hostname", "client", "site", "status", "alert_severity", "last_run", "fail_count"];

/// List what a check found on each agent in scope.
///
/// By client, site and host name.
#[utoipa::path(
    get,
    path = "/automation/checks/{check}/status/",
    tag = "automation",
    params(("check" = i64, Path, description = "Key of the check"), ListQuery),
    responses((status = 200, body = Vec<CheckStatus>), (status = "default", body = ErrorBody)),
)]
pub async fn list_check_statuses(
    State(app): State<App>,
    caller: Caller<may::ListAutomationPolicies>,
    OriginalUri(address): OriginalUri,
    Path(check): Path<i64>,
    Query(query): Query<ListQuery>,
) -> Result<ListResponse, ApiError> {
    let db = app.db.read();
    if queries::find_check(db, &caller.scope, check).await?.is_none() {
        return Err(ApiError::NotFound("check"));
    }
    let statuses = queries::list_statuses(db, &caller.scope, check).await?;
    let rows = statuses.iter().map(|status| serde_json::json!(status)).collect();
    Ok(query.apply(rows, ORDERINGS)?.at(&address))
}
