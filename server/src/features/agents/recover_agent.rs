//! `POST /agents/<agent_id>/recover/`: repair an agent.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderName, HeaderValue};
use axum::response::{IntoResponse, Response};
use muster_protocol::{RecoverAgent, order_name};
use serde_json::json;
use utoipa::ToSchema;

use crate::app::App;
use crate::audit::{Action, ObjectType};
use crate::auth::{Caller, Identity, may};
use crate::domain::fleet::find_target;
use crate::domain::runs::{self, Instruction, Launch, RunKind};
use crate::error::{ApiError, ErrorBody};
use crate::ids::AgentId;
use crate::input::{Body, Fields, Parse, Path};
use crate::wording::sentence;

/// The agent answers before it restarts.
const LIMIT_SECONDS: u32 = 15;

/// What is to be repaired.
#[derive(ToSchema)]
pub struct RecoverRequest {
    /// `agent` or `tacagent`; `remote` or `mesh` for its remote-control part.
    #[schema(required = false, default = "agent")]
    mode: String,
}

impl Parse for RecoverRequest {
    fn parse(fields: &Fields<'_>) -> Self {
        Self { mode: recovery_mode(fields, "mode") }
    }
}

/// Which part to repair, under any of its names.
pub fn recovery_mode(fields: &Fields<'_>, name: &str) -> String {
    let sent = fields.text(name).one_of(&["agent", "remote", "tacagent", "mesh"]);
    match sent.or("agent".to_owned()).as_str() {
        "remote" | "mesh" => "remote".to_owned(),
        _ => "agent".to_owned(),
    }
}

/// Repair an agent.
///
/// The agent restarts: what it was doing ends as interrupted, what it has to
/// report it reports afterwards. An agent whose connection hangs does so by itself.
/// Of its remote-control part only the sessions end, with every process of theirs.
#[utoipa::path(
    post,
    path = "/agents/{agent_id}/recover/",
    tag = "agents",
    params(("agent_id" = String, Path)),
    request_body = RecoverRequest,
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn recover_agent(
    State(app): State<App>,
    caller: Caller<may::RecoverAgents>,
    Path(agent_id): Path<AgentId>,
    Body(request): Body<RecoverRequest>,
) -> Result<Response, ApiError> {
    let (header, done) = repair(&app, &caller, &agent_id, &request.mode).await?;
    Ok((header, Json(done)).into_response())
}

/// Has the agent repair a part of itself. Returns the header that names the run, and what
/// the caller reads.
pub(super) async fn repair(
    app: &App,
    caller: &Identity,
    agent_id: &AgentId,
    part: &str,
) -> Result<([(HeaderName, HeaderValue); 1], String), ApiError> {
    let target = find_target(app, caller, agent_id).await?;
    let hostname = target.hostname.clone();
    let message = format!("{} repaired {hostname}", caller.username);
    let audit =
        target.entry(Action::Modify, ObjectType::Agent, message).after(&json!({ "recover": part }));
    let launch = Launch::new(recover_instruction(part), target, audit);
    let header = runs::run_without_output(app, caller, &launch).await?;
    let done = match part {
        "remote" => format!("the remote sessions on {hostname} have ended; new ones can be opened"),
        _ => format!("the agent on {hostname} is restarting"),
    };
    Ok((header, sentence(&done)))
}

/// The order to repair a part of the agent.
pub fn recover_instruction(part: &str) -> Instruction {
    let order = RecoverAgent { part: part.to_owned() };
    Instruction::new(RunKind::Recover, order_name::RECOVER_AGENT, &order, LIMIT_SECONDS)
        .described_as(format!("repair the part {part}"))
}
