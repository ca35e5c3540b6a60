//! `POST /runs/<id>/cancel/`: ends a run before its time.

use axum::Json;
use axum::extract::State;

use crate::app::App;
use crate::audit::{Action, Change, ObjectType};
use crate::auth::{Caller, Identity, Right, may};
use crate::domain::runs::RunKind;
use crate::domain::runs::cancel::{self, Cancelled};
use crate::error::{ApiError, ErrorBody};
use crate::ids::RunKey;
use crate::input::Path;
use crate::wording::sentence;

/// Cancel a run.
///
/// One's own, or one of a kind one may start; to an API key, what was asked for
/// with it is its own. A run that waits is dropped; one that runs is ended on
/// the agent with its whole process tree, at once or when the agent is back.
#[utoipa::path(
    post,
    path = "/runs/{id}/cancel/",
    tag = "runs",
    params(("id" = i64, Path, description = "Key of the run")),
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn cancel_run(
    State(app): State<App>,
    caller: Caller<may::BeLoggedIn>,
    Path(id): Path<RunKey>,
) -> Result<Json<String>, ApiError> {
    caller.must_write()?;
    let mut change = Change::begin(&app, &caller).await?;
    let run = cancel::find_cancellable(&change, &caller.scope, id).await?;
    let run = run.ok_or_else(|| unknown(&caller))?;
    cancel::must_be_cancellable_by(&caller, &run)?;
    let cancelled = cancel::cancel(&mut change, &run).await?;
    let (what, location) = (cancel::describe(&run), run.location());
    let message = format!("{} cancelled {what} on {location}", caller.username);
    let before = serde_json::json!({ "run": id, "type": run.kind });
    change
        .commit(run.target.entry(Action::Modify, ObjectType::Agent, message).before(&before))
        .await?;

    let is_connected = cancel::notify_cancelled(&app, &run).await;
    let outcome = match (cancelled, is_connected) {
        (Cancelled::Dropped, _) => format!("{what} was cancelled before it started"),
        (Cancelled::Ending, true) => format!("{what} is being ended on {location}"),
        (Cancelled::Ending, false) => {
            format!("{location} is offline: {what} will be ended when it is back")
        }
    };
    Ok(Json(sentence(&outcome)))
}

/// A caller who may only cancel their own runs learns nothing about other ids.
fn unknown(caller: &Identity) -> ApiError {
    if RunKind::rights().any(|right| caller.rights.has(right)) {
        return ApiError::NotFound("run");
    }
    Right::RunScripts.refusal()
}
