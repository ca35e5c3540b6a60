//! `POST /automation/tasks/<task>/run/`: runs a task wherever it applies.

use axum::extract::State;
use axum::response::Response;
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::request::BulkRequest;
use super::start_bulk::start;
use crate::app::App;
use crate::auth::{Caller, may};
use crate::domain::runs::{self, AnswerForm};
use crate::error::{ApiError, ErrorBody};
use crate::features::tasks;
use crate::input::{self, Body, Fields, Parse, Path, Query};

/// How long agents are waited for.
#[derive(ToSchema)]
pub struct RunPolicyTask {
    /// Hours to wait for agents that are offline, 1 to 720.
    #[schema(required = false, default = 24)]
    queue_hours: u32,
}

impl Parse for RunPolicyTask {
    fn parse(fields: &Fields<'_>) -> Self {
        Self { queue_hours: runs::queue_hours(fields) }
    }
}

/// Run a task on all agents in scope that have it.
///
/// A bulk action of mode `task`; each agent's result is the task's. Agents that
/// are offline run it when they are back, those of a platform it is not for are
/// skipped. Also if the task is disabled.
#[utoipa::path(
    post,
    path = "/automation/tasks/{task}/run/",
    tag = "automation",
    params(("task" = i64, Path, description = "Key of the task"), AnswerForm),
    request_body = RunPolicyTask,
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn run_policy_task(
    State(app): State<App>,
    caller: Caller<may::RunAutotasks>,
    Path(task): Path<i64>,
    Query(form): Query<AnswerForm>,
    Body(request): Body<RunPolicyTask>,
) -> Result<Response, ApiError> {
    let (name, agents) = tasks::list_affected(&app, &caller.scope, task).await?;
    if agents.is_empty() {
        return Err(ApiError::Conflict(format!("no agent has the task {name}")));
    }
    let body = json!({
        "mode": "task", "task": task, "target": "agents", "agents": agents,
        "queue_hours": request.queue_hours,
    });
    let Value::Object(body) = body else { return Err(ApiError::NotFound("request")) };
    let request: BulkRequest = input::parse(&body, false)?;
    start(&app, &caller, request, None, form).await
}
