//! `GET /runs/<id>/`: one run with all of its output.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::queries::{self, RunRow};
use super::request::shown_request;
use super::run::Run;
use crate::app::App;
use crate::audit::{Action, ObjectType, log_read};
use crate::auth::{Caller, Identity, Right, may};
use crate::domain::fleet::find_target;
use crate::error::{ApiError, ErrorBody};
use crate::ids::RunKey;
use crate::input::Path;

/// Read a run.
///
/// With all of its output. One's own runs need no right: with an API key those
/// that were asked for with it, in a session all of the user. Reading a run of
/// somebody else is logged, once an hour.
#[utoipa::path(
    get,
    path = "/runs/{id}/",
    tag = "runs",
    params(("id" = i64, Path, description = "Key of the run")),
    responses((status = 200, body = WholeRun), (status = "default", body = ErrorBody)),
)]
pub async fn read_run(
    State(app): State<App>,
    caller: Caller<may::BeLoggedIn>,
    Path(id): Path<RunKey>,
) -> Result<Json<WholeRun>, ApiError> {
    let row = find_to_read(&app, &caller, id).await?;
    let request = shown_request(&app, &row).await?;
    Ok(Json(WholeRun { run: Run::whole(&app, row).await?, request }))
}

/// A run with how it was asked for.
#[derive(Serialize, ToSchema)]
pub struct WholeRun {
    /// The run.
    #[serde(flatten)]
    pub run: Run,
    /// The body that asks for the same again, without its secrets; null where
    /// that is not known, and for anything but a command or a script of the
    /// library.
    #[schema(value_type = Option<Object>)]
    pub request: Option<Value>,
}

/// A run in scope that is the caller's own, or that they may read.
pub async fn find_readable(app: &App, caller: &Identity, id: RunKey) -> Result<RunRow, ApiError> {
    let row = queries::find_in_history(app.db.read(), &caller.scope, id).await?;
    if row.as_ref().is_none_or(|row| !caller.owns(row.user_id, row.api_key)) {
        caller.must_have(Right::ListAgentHistory)?;
    }
    row.ok_or(ApiError::NotFound("run"))
}

/// The same for callers who are shown its output. If somebody else has started
/// it, that is logged.
pub async fn find_to_read(app: &App, caller: &Identity, id: RunKey) -> Result<RunRow, ApiError> {
    let row = find_readable(app, caller, id).await?;
    // The server has no account: its key is 0.
    if row.user_id.is_some_and(|user| user != 0 && user != caller.user_id) {
        let (reader, owner) = (&caller.username, &row.username);
        let message = format!("{reader} read the output of run {} of {owner}", id.0);
        let target = find_target(app, caller, &row.agent_id).await?;
        let entry = target.entry(Action::View, ObjectType::Agent, message);
        log_read(app, caller, entry).await?;
    }
    Ok(row)
}
