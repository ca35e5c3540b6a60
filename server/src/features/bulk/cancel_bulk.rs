//! `POST /agents/actions/bulk/<id>/cancel/`: end a bulk action before its time.

use axum::Json;
use axum::extract::State;
use serde_json::{Value, json};

use super::begin::drive_job;
use super::{deliver, queries, show};
use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::input::Path;
use crate::jobs::NewJob;
use crate::time::Timestamp;

/// Kind of the job that sends cancellations to agents. Payload: `bulk`, the key
/// of the bulk action.
pub const CANCEL_KIND: &str = "bulk_cancel";

/// Cancel a bulk action.
///
/// What has not begun is dropped; what runs is ended on its agent, at once or
/// when the agent is back.
#[utoipa::path(
    post,
    path = "/agents/actions/bulk/{id}/cancel/",
    tag = "bulk",
    params(("id" = i64, Path, description = "Key of the bulk action")),
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn cancel_bulk(
    State(app): State<App>,
    caller: Caller<may::RunBulk>,
    Path(id): Path<i64>,
) -> Result<Json<String>, ApiError> {
    let row = show::find(&app, &caller.scope, id).await?;
    refuse_outside(row.reaches_outside)?;
    let change = Change::begin(&app, &caller).await?;
    if !queries::end_early(&*change, id, "cancelled").await? {
        return Err(ApiError::Conflict("the bulk action is over or was ended already".to_owned()));
    }
    let problem = format!("{} cancelled the bulk action", caller.username);
    queries::cancel_runs(&*change, id, &problem, Timestamp::now(), true).await?;
    let telling = NewJob::now(CANCEL_KIND, json!({ "bulk": id })).keyed(id.to_string());
    change.enqueue(telling).await?;
    change.enqueue(drive_job(id)).await?;
    let message = format!("{} cancelled the bulk action {}", caller.username, row.mode);
    change.commit(Entry::new(Action::Bulk, ObjectType::Bulk, id, message)).await?;
    Ok(Json("The bulk action was cancelled.".to_owned()))
}

/// A caller who sees only some of the agents may not decide about all of them.
pub(super) fn refuse_outside(reaches_outside: bool) -> Result<(), ApiError> {
    if !reaches_outside {
        return Ok(());
    }
    let sentence = "this bulk action reaches agents that are out of your scope";
    Err(ApiError::Forbidden(sentence.to_owned()))
}

/// The job: sends cancellations to agents.
pub async fn notify_cancelled(app: App, payload: Value) -> anyhow::Result<()> {
    let id = payload["bulk"].as_i64().unwrap_or_default();
    let unwanted = queries::list_unwanted(app.db.read(), id).await?;
    deliver::cancel_unwanted(&app, &unwanted).await;
    Ok(())
}
