//! `POST /agents/<agent_id>/cmd/`: run one shell command and wait for it.

use axum::extract::State;
use axum::response::Response;

use crate::app::App;
use crate::auth::{Caller, may};
use crate::domain::fleet::find_target;
use crate::domain::runs::{self, AnswerForm, IfOffline, RunCommand, RunResult};
use crate::error::{ApiError, ErrorBody};
use crate::idempotency::IdempotencyKey;
use crate::ids::AgentId;
use crate::input::{Body, Path, Query};

/// Run a shell command on an agent.
///
/// Answers when the agent does: stdout followed by stderr, or with
/// `detail=true` an object. A command that ran out of time is an answer too,
/// with return code 98. With `queue` it answers at once with a sentence; for an
/// agent that is offline the command waits.
#[utoipa::path(
    post,
    path = "/agents/{agent_id}/cmd/",
    tag = "agents",
    params(
        ("agent_id" = String, Path),
        ("Idempotency-Key" = Option<String>, Header, description = "Starts nothing twice within 24 h."),
        AnswerForm,
    ),
    request_body = RunCommand,
    responses((status = 200, body = RunResult), (status = "default", body = ErrorBody)),
)]
pub async fn run_command(
    State(app): State<App>,
    caller: Caller<may::SendCmd>,
    Path(agent_id): Path<AgentId>,
    Query(form): Query<AnswerForm>,
    key: Option<IdempotencyKey>,
    Body(request): Body<RunCommand>,
) -> Result<Response, ApiError> {
    let target = find_target(&app, &caller, &agent_id).await?;
    let queued = request.queue_hours();
    let launch = request.into_launch(&app, &caller, target).keyed(key);
    if let Some(hours) = queued {
        let if_offline = IfOffline::wait_hours(hours);
        let started = runs::start(&app, &caller, &launch, if_offline).await?;
        let host = &launch.target.hostname;
        return runs::answer_started(&app, started, host, "the command", form).await;
    }
    runs::run_and_wait(&app, &caller, launch, form).await
}
