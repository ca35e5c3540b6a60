//! `POST /checks/<result_id>/reset/`, and
//! `POST /agents/<agent_id>/checks/<check_id>/reset/`: a failing check passes until it
//! reports again.

use axum::Json;
use axum::extract::State;

use super::result_target::{self, ResultTarget};
use crate::app::App;
use crate::audit::{Action, Change, ObjectType};
use crate::auth::{Caller, Identity, may};
use crate::domain::checks;
use crate::error::{ApiError, ErrorBody};
use crate::ids::AgentId;
use crate::input::Path;
use crate::wording::sentence;

/// Reset a result.
///
/// The check passes until it reports again, and its open alert is resolved.
#[utoipa::path(
    post,
    path = "/checks/{id}/reset/",
    tag = "checks",
    params(("id" = i64, Path, description = "Key of the result")),
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn reset_result(
    State(app): State<App>,
    caller: Caller<may::ManageChecks>,
    Path(id): Path<i64>,
) -> Result<Json<String>, ApiError> {
    let found = result_target::find_result(app.db.read(), &caller.scope, id).await?;
    reset(&app, &caller, found.ok_or(ApiError::NotFound("result"))?).await
}

/// Reset a check on an agent.
///
/// The check passes until it reports again, and its open alert is resolved.
#[utoipa::path(
    post,
    path = "/agents/{agent_id}/checks/{check_id}/reset/",
    tag = "checks",
    params(("agent_id" = String, Path), ("check_id" = i64, Path)),
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn reset_check(
    State(app): State<App>,
    caller: Caller<may::ManageChecks>,
    Path((agent_id, check)): Path<(AgentId, i64)>,
) -> Result<Json<String>, ApiError> {
    let found =
        result_target::find_result_of(app.db.read(), &caller.scope, &agent_id, check).await?;
    reset(&app, &caller, found.ok_or(ApiError::NotFound("check"))?).await
}

async fn reset(
    app: &App,
    caller: &Identity,
    found: ResultTarget,
) -> Result<Json<String>, ApiError> {
    let (name, host) = (found.shown_name(), &found.target.hostname);
    let message = format!("{} reset the check {name} on {host}", caller.username);
    let after = serde_json::json!({ "check": found.check_key, "status": "passing" });
    let entry = found.target.entry(Action::Modify, ObjectType::Check, message).after(&after);
    let mut change = Change::begin(app, caller).await?;
    let was_reset = checks::reset_result(app, &mut change, found.result).await?;
    if !was_reset {
        return Err(ApiError::NotFound("result"));
    }
    change.commit(entry).await?;
    // Its alert is resolved by a job.
    app.jobs.wake().await;
    Ok(Json(sentence(&format!("the check {name} on {host} was reset"))))
}
