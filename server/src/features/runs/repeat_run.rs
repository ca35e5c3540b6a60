//! `POST /runs/<id>/again/`: the same command or script once more.

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};

use super::queries::RunRow;
use super::read_run::find_readable;
use super::request::request_of;
use super::run_script;
use super::script_request::RunScript;
use crate::app::App;
use crate::auth::{Caller, Identity, may};
use crate::domain::fleet::find_target;
use crate::domain::runs::{IfOffline, Launch, RunCommand, RunKind, answer, start};
use crate::error::{ApiError, ErrorBody};
use crate::ids::RunKey;
use crate::input::{self, Path};

const NOT_KEPT: &str = "how it was started is no longer known: start a new run";

/// Run a command or script again.
///
/// On the same agent, which must be connected, and asked for in the same way:
/// arguments, environment, user and what becomes of the output. A script runs
/// as it is now, with placeholders filled in again. Answers at once with a
/// sentence; `X-Run-Id` names the new run. Needs the right to start it, and to
/// read it unless it is the caller's own.
#[utoipa::path(
    post,
    path = "/runs/{id}/again/",
    tag = "runs",
    params(("id" = i64, Path, description = "Key of the run")),
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn repeat_run(
    State(app): State<App>,
    caller: Caller<may::BeLoggedIn>,
    Path(id): Path<RunKey>,
) -> Result<Response, ApiError> {
    caller.must_write()?;
    let row = find_readable(&app, &caller, id).await?;
    caller.must_have(row.kind.right())?;
    let launch = launch_again(&app, &caller, &row).await?;
    let started = start(&app, &caller, &launch, IfOffline::Fail).await?;
    let what = match launch.instruction.script_name.as_str() {
        "" => "the command".to_owned(),
        name => format!("the script {name}"),
    };
    let sentence = format!("{what} was started on {}", launch.location());
    Ok((answer::run_id_header(started.id), Json(sentence)).into_response())
}

async fn launch_again(app: &App, caller: &Identity, row: &RunRow) -> Result<Launch, ApiError> {
    if !matches!(row.kind, RunKind::Command | RunKind::Script) {
        let sentence = "only commands and scripts can be run again";
        return Err(ApiError::Conflict(sentence.to_owned()));
    }
    let request = request_of(app, row).await?;
    let request = request.ok_or_else(|| ApiError::Conflict(NOT_KEPT.to_owned()))?;
    let target = find_target(app, caller, &row.agent_id).await?;
    if row.kind == RunKind::Command {
        let command: RunCommand = input::parse(&request, false)?;
        return Ok(command.into_launch(app, caller, target));
    }
    let script: RunScript = input::parse(&request, false)?;
    run_script::into_launch(app, caller, target, script).await
}
