//! `POST /tasks/<id>/run/`: runs a task now.

use axum::extract::State;
use axum::response::Response;
use muster_protocol::{RunTask as TaskOrder, TaskDefinition, order_name};
use utoipa::ToSchema;

use super::definitions::definition_for;
use super::queries::{self, AgentReference};
use super::task::StoredTask;
use crate::app::App;
use crate::audit::{Action, Change, ObjectType};
use crate::auth::{Caller, Identity, may};
use crate::domain::definitions;
use crate::domain::fleet::Target;
use crate::domain::policies::policies_of;
use crate::domain::runs::{self, AnswerForm, IfOffline, Instruction, Keep, Launch, RunKind};
use crate::error::{ApiError, ErrorBody};
use crate::idempotency::IdempotencyKey;
use crate::input::{Body, Fields, Parse, Path, Query};
use crate::wording::platform;

/// Where to run a task.
#[derive(ToSchema)]
pub struct RunTask {
    /// Identifier of the agent; needed for a task of a policy.
    agent_id: Option<String>,
    /// Hours to wait for an agent that is offline, 1 to 720.
    #[schema(required = false, default = 24)]
    queue_hours: u32,
}

impl Parse for RunTask {
    fn parse(fields: &Fields<'_>) -> Self {
        Self {
            agent_id: fields.text("agent_id").nullable().flatten(),
            queue_hours: runs::queue_hours(fields),
        }
    }
}

/// Run a task now.
///
/// Whatever its schedule says, also if it is disabled; an agent that is away
/// runs it when it is back. While it runs already, its instance policy counts.
#[utoipa::path(
    post,
    path = "/tasks/{id}/run/",
    tag = "tasks",
    params(
        ("id" = i64, Path, description = "Key of the task"),
        ("Idempotency-Key" = Option<String>, Header, description = "Starts nothing twice within 24 h."),
        AnswerForm,
    ),
    request_body = RunTask,
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn run_task(
    State(app): State<App>,
    caller: Caller<may::RunAutotasks>,
    Path(id): Path<i64>,
    Query(form): Query<AnswerForm>,
    key: Option<IdempotencyKey>,
    Body(request): Body<RunTask>,
) -> Result<Response, ApiError> {
    let task = queries::find_task(app.db.read(), &caller.scope, id).await?;
    let task = task.ok_or(ApiError::NotFound("task"))?;
    let target = find_agent(&app, &caller, &task, request.agent_id).await?;
    let instruction = instruction(&app, &task, &target).await?;
    instruction.check_size("actions")?;

    let (name, hostname) = (&task.settings.name, target.hostname.clone());
    let what = format!("the task {name}");
    let message = format!("{} ran the task {name} on {hostname}", caller.username);
    let after = serde_json::json!({ "task": id, "name": name });
    let entry = target.entry(Action::TaskRun, ObjectType::AutomatedTask, message).after(&after);
    let change = Change::begin(&app, &caller).await?;
    definitions::insert_result(&*change, target.id, id).await?;
    let launch = Launch::new(instruction, target, entry).keyed(key);
    let if_offline = IfOffline::wait_hours(request.queue_hours);
    let started = runs::start_in(&app, &caller, change, &launch, if_offline).await?;
    runs::answer_started(&app, started, &hostname, &what, form).await
}

/// The agent to run it on: the task's own, or one that its policy reaches.
async fn find_agent(
    app: &App,
    caller: &Identity,
    task: &StoredTask,
    named: Option<String>,
) -> Result<Target, ApiError> {
    let wrong = |sentence: &str| ApiError::invalid("agent_id", sentence);
    let agent_id = match (&task.owner.agent_id, named) {
        (Some(own), Some(named)) if *own != named => {
            return Err(wrong("the task belongs to another agent"));
        }
        (Some(own), _) => own.clone(),
        (None, Some(named)) => named,
        (None, None) => return Err(wrong("choose the agent on which the task of the policy runs")),
    };
    let db = app.db.read();
    let agent =
        queries::find_agent(db, &caller.scope, AgentReference::Id(&agent_id.into())).await?;
    let target = agent.ok_or_else(|| wrong("there is no such agent"))?.target;
    if let Some(policy) = task.owner.policy {
        let reaches = policies_of(db, &[target.id]).await?;
        if !reaches.applied(target.id).any(|reach| reach.policy == policy) {
            return Err(wrong("the policy of this task does not reach the agent"));
        }
    }
    if !task.settings.runs_on(&target.plat) {
        let (name, host, plat) = (&task.settings.name, &target.hostname, platform(&target.plat));
        let sentence = format!("the task {name} is not for {plat}, and {host} runs {plat}");
        return Err(ApiError::UnsupportedPlatform(sentence));
    }
    Ok(target)
}

/// The instruction for the agent.
pub(super) async fn instruction(
    app: &App,
    task: &StoredTask,
    target: &Target,
) -> Result<Instruction, ApiError> {
    let definition = definition_for(app, task, target).await?;
    Ok(run_instruction(
        task,
        definition.map_err(|unusable| ApiError::Conflict(unusable.to_string()))?,
    ))
}

/// The instruction to run a task that was made for an agent.
pub(super) fn run_instruction(task: &StoredTask, definition: TaskDefinition) -> Instruction {
    let timeout = u32::try_from(task.settings.timeout()).unwrap_or(u32::MAX);
    let order = TaskOrder { definition };
    let instruction = Instruction::new(RunKind::Task, order_name::RUN_TASK, &order, timeout);
    let keep = Keep {
        custom_field: task.settings.custom_field,
        all_output: task.settings.collector_all_output,
        task: Some(task.id),
        ..Keep::default()
    };
    Instruction { keep, ..instruction }.described_as(&task.settings.name)
}
