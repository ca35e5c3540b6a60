//! `GET /agents/rollouts/`: how far agents have become the newest release.

use axum::Json;
use axum::extract::State;

use super::queries;
use super::rollout::Rollout;
use crate::app::App;
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::time::Timestamp;

/// Lost agents that are shown of each rollout.
const MAX_LOST: usize = 20;
/// Lost agents that are read for all of them.
const MAX_READ: i64 = 1000;

/// Why a rollout stopped, for callers who do not see all of its agents: the
/// stored reason counts those of others, too.
const TOO_MANY_LOST: &str = "too many agents kept their old release or did not come back";

/// List rollouts of agent releases.
///
/// One for each kind of computer that this server has updated, by platform and
/// processor. Agents are counted that are in the caller's scope.
#[utoipa::path(
    get,
    path = "/agents/rollouts/",
    tag = "agents",
    responses((status = 200, body = Vec<Rollout>), (status = "default", body = ErrorBody)),
)]
pub async fn list_rollouts(
    State(app): State<App>,
    caller: Caller<may::ListAgents>,
) -> Result<Json<Vec<Rollout>>, ApiError> {
    let (db, scope, now) = (app.db.read(), &caller.scope, Timestamp::now());
    let rollouts = queries::list_rollouts(db, scope, now).await?;
    let lost = queries::list_lost(db, scope, now, MAX_READ).await?;
    let shown = rollouts.into_iter().map(|mut rollout| {
        if rollout.is_stopped() && !scope.is_everything() {
            rollout.reason = TOO_MANY_LOST.to_owned();
        }
        let of_it = lost.iter().filter(|agent| agent.rollout_id == rollout.id);
        let lost = of_it.take(MAX_LOST).cloned().collect();
        Rollout::new(rollout, lost)
    });
    Ok(Json(shown.collect()))
}
