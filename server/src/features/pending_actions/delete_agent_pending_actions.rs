//! `DELETE /agents/<agent_id>/pendingactions/`: cancels all that waits for an
//! agent.

use axum::Json;
use axum::extract::State;

use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Caller, may};
use crate::domain::fleet::find_target;
use crate::domain::runs::{self, Cancelled};
use crate::error::{ApiError, ErrorBody};
use crate::ids::{AgentId, RunKey};
use crate::input::Path;
use crate::wording::count;

/// Cancel everything that waits for an agent.
#[utoipa::path(
    delete,
    path = "/agents/{agent_id}/pendingactions/",
    tag = "agents",
    params(("agent_id" = String, Path)),
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn delete_agent_pending_actions(
    State(app): State<App>,
    caller: Caller<may::ManagePendingactions>,
    Path(agent_id): Path<AgentId>,
) -> Result<Json<String>, ApiError> {
    let target = find_target(&app, &caller, &agent_id).await?;
    let mut change = Change::begin(&app, &caller).await?;
    let mut cancelled = Vec::new();
    for run in runs::list_cancellable(&change, target.id).await? {
        match runs::cancel(&mut change, &run).await {
            Ok(Cancelled::Dropped | Cancelled::Ending) => cancelled.push(run),
            Err(ApiError::Conflict(_)) => {} // It has just ended.
            Err(error) => return Err(error),
        }
    }
    let actions = count(cancelled.len(), "pending action");
    let message = format!("{} cancelled {actions} of {}", caller.username, target.hostname);
    let ids: Vec<RunKey> = cancelled.iter().map(|run| run.run).collect();
    let entry = Entry::new(Action::Delete, ObjectType::PendingAction, "", message);
    change.commit(target.mark(entry).before(&serde_json::json!({ "runs": ids }))).await?;
    for run in &cancelled {
        runs::notify_cancelled(&app, run).await;
    }
    Ok(Json(format!("Cancelled {actions} of {}.", target.hostname)))
}
