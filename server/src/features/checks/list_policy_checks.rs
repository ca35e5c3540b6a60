//! `GET /automation/policies/<id>/checks/`: the checks of a policy.

use axum::extract::{OriginalUri, State};

use super::check::Check;
use super::list_checks::{ORDERINGS, rows};
use super::queries;
use crate::app::App;
use crate::auth::{Caller, Right, may};
use crate::domain::references::check_references;
use crate::error::{ApiError, ErrorBody, Problems};
use crate::features::policies;
use crate::input::{Path, Query};
use crate::listing::{ListQuery, ListResponse};

/// List the checks of a policy.
///
/// By name.
#[utoipa::path(
    get,
    path = "/automation/policies/{id}/checks/",
    tag = "automation",
    params(("id" = i64, Path, description = "Key of the policy"), ListQuery),
    responses((status = 200, body = Vec<Check>), (status = "default", body = ErrorBody)),
)]
pub async fn list_policy_checks(
    State(app): State<App>,
    caller: Caller<may::ListChecks>,
    OriginalUri(address): OriginalUri,
    Path(id): Path<i64>,
    Query(query): Query<ListQuery>,
) -> Result<ListResponse, ApiError> {
    let db = app.db.read();
    let mut problems = Problems::new();
    check_references(db, &[("policy", Some(id))], &mut problems).await?;
    if !problems.is_empty() {
        return Err(ApiError::NotFound("policy"));
    }
    let checks = queries::list_of_policy(db, id).await?;
    let may_change = caller.rights.has(Right::ManageChecks)
        && policies::is_changeable(db, &caller.scope, id).await?;
    let ids: Vec<i64> = checks.iter().map(|check| check.id).collect();
    let mut tasks = queries::list_assigned_tasks(db, &ids).await?;
    let checks: Vec<Check> = checks
        .into_iter()
        .map(|check| {
            let tasks = tasks.remove(&check.id).unwrap_or_default();
            check.visible_if(may_change).shown(false, tasks, None)
        })
        .collect();
    Ok(query.apply(rows(&checks), ORDERINGS)?.at(&address))
}
