//! `POST /checks/<agent_id>/run/`: runs all checks of an agent now.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use muster_protocol::{RunChecks, question_name};

use crate::app::App;
use crate::audit::{Action, Change, ObjectType};
use crate::auth::{Caller, may};
use crate::domain::fleet::find_target;
use crate::error::{ApiError, ErrorBody};
use crate::ids::AgentId;
use crate::input::Path;
use crate::wording::{count, sentence};

/// How long an agent may take to answer; the checks themselves may take longer.
const LIMIT: Duration = Duration::from_secs(15);

/// Run all checks of an agent now.
///
/// Whether or not they are due. The agent has to be online; the results come as those
/// of other runs do.
#[utoipa::path(
    post,
    path = "/checks/{id}/run/",
    tag = "checks",
    params(("id" = String, Path, description = "Identifier of the agent")),
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn run_checks(
    State(app): State<App>,
    caller: Caller<may::RunChecks>,
    Path(agent_id): Path<AgentId>,
) -> Result<Json<String>, ApiError> {
    let target = find_target(&app, &caller, &agent_id).await?;
    target.must_be_thawed()?;
    target.must_be_able_to(question_name::RUN_CHECKS)?;
    let host = &target.hostname;
    let message = format!("{} ran the checks of {host}", caller.username);
    let entry = target.entry(Action::CheckRun, ObjectType::Agent, message);
    Change::begin(&app, &caller).await?.commit(entry).await?;
    let (name, request) = (question_name::RUN_CHECKS, RunChecks::default());
    let begun: Option<u32> =
        app.agent_link.ask_agent(&target.agent_id, name, &request, LIMIT).await?;
    match begun {
        Some(number) => {
            let run = if number == 1 { "runs" } else { "run" };
            let checks = count(number, "check");
            Ok(Json(sentence(&format!("{checks} {run} on {host} now"))))
        }
        None => {
            let text = format!("the checks of {host} are being run by hand already");
            Err(ApiError::Conflict(text))
        }
    }
}
