//! `DELETE /logs/pendingactions/<id>/`: cancels what waits for an agent.

use axum::Json;
use axum::extract::State;

use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Caller, may};
use crate::domain::runs;
use crate::error::{ApiError, ErrorBody};
use crate::ids::RunKey;
use crate::input::Path;
use crate::wording::sentence;

/// Cancel a pending action.
///
/// If it runs already, its agent ends it: at once, or when it is back. What is
/// over cannot be cancelled.
#[utoipa::path(
    delete,
    path = "/logs/pendingactions/{id}/",
    tag = "logs",
    params(("id" = i64, Path, description = "Key of the pending action")),
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn delete_pending_action(
    State(app): State<App>,
    caller: Caller<may::ManagePendingactions>,
    Path(id): Path<RunKey>,
) -> Result<Json<String>, ApiError> {
    let mut change = Change::begin(&app, &caller).await?;
    let run = runs::find_cancellable(&change, &caller.scope, id).await?;
    let run = run.filter(|run| run.expires.is_some());
    let run = run.ok_or(ApiError::NotFound("pending action"))?;
    runs::cancel(&mut change, &run).await?;
    let (what, hostname) = (runs::describe(&run), &run.target.hostname);
    let message = format!("{} cancelled {what} on {hostname}", caller.username);
    let entry = Entry::new(Action::Delete, ObjectType::PendingAction, id, message);
    let before = serde_json::json!({ "run": id, "type": run.kind });
    change.commit(run.target.mark(entry).before(&before)).await?;
    runs::notify_cancelled(&app, &run).await;
    Ok(Json(sentence(&format!("{what} on {hostname} was cancelled"))))
}
