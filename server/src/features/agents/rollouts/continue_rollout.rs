//! `POST /agents/rollouts/<id>/continue/`: without the lost agents.

use axum::Json;
use axum::extract::State;

use super::{queries, steps};
use crate::app::App;
use crate::audit::Change;
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::input::Path;
use crate::time::Timestamp;
use crate::wording::{count, sentence};

/// Continue a rollout that has stopped.
///
/// Agents that failed or are missing are no longer counted; the rollout stops
/// again when others are lost. It reaches agents everywhere, so it is for callers
/// without a scope. 409 when it has not stopped.
#[utoipa::path(
    post,
    path = "/agents/rollouts/{id}/continue/",
    tag = "agents",
    params(("id" = i64, Path, description = "Key of the rollout")),
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn continue_rollout(
    State(app): State<App>,
    caller: Caller<may::UpdateAgents>,
    Path(id): Path<i64>,
) -> Result<Json<String>, ApiError> {
    if !caller.scope.is_everything() {
        let refusal = "this rollout reaches agents that are out of your scope";
        return Err(ApiError::Forbidden(refusal.to_owned()));
    }
    let now = Timestamp::now();
    let change = Change::begin(&app, &caller).await?;
    let rollout = queries::find_rollout(&*change, id, now).await?;
    let rollout = rollout.ok_or(ApiError::NotFound("rollout"))?;
    let title = rollout.title();
    if !rollout.is_stopped() {
        return Err(ApiError::Conflict(format!("{title} has not stopped")));
    }
    queries::excuse_lost(&*change, id, now).await?;
    let lost = count(rollout.failed + rollout.missing, "agent");
    let message = format!("{} continued {title} without {lost}", change.username());
    steps::store(change, &rollout, &steps::running(&rollout, now), message).await?;
    Ok(Json(sentence(&format!("{title} continues"))))
}
