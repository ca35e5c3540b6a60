//! `GET /automation/policies/<id>/`: one policy.

use axum::Json;
use axum::extract::State;

use super::load;
use super::policy::Policy;
use crate::app::App;
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::input::Path;

/// Read a policy.
#[utoipa::path(
    get,
    path = "/automation/policies/{id}/",
    tag = "policies",
    params(("id" = i64, Path, description = "Key of the policy")),
    responses((status = 200, body = Policy), (status = "default", body = ErrorBody)),
)]
pub async fn read_policy(
    State(app): State<App>,
    caller: Caller<may::ListAutomationPolicies>,
    Path(id): Path<i64>,
) -> Result<Json<Policy>, ApiError> {
    let policy = load::find_policy(app.db.read(), &caller.scope, id).await?;
    policy.map(Json).ok_or(ApiError::NotFound("policy"))
}
