//! `POST /tasks/`: a new task.

use axum::Json;
use axum::extract::State;
use sea_orm::{DbErr, SqlErr};

use super::body::TaskBody;
use super::owner::{self, NewOwner, find_owner};
use super::queries::{self, TaskWrite};
use super::task::{Task, removal_time};
use super::{check, collector, removal};
use crate::app::App;
use crate::audit::{Action, Change};
use crate::auth::{Caller, Identity, may};
use crate::domain::definitions::{self, Changed, mark_due};
use crate::domain::fleet::AffectedAgents;
use crate::error::{ApiError, ErrorBody};
use crate::events::{Entity, Event};
use crate::input::Body;

/// Create a task.
///
/// Owned by an agent or by a policy, whose agents all have it then. What a
/// task of a type needs is in the description of its fields. Commands in it need
/// `can_send_cmd` too, scripts `can_run_scripts`.
#[utoipa::path(
    post,
    path = "/tasks/",
    tag = "tasks",
    request_body = TaskBody,
    responses((status = 200, body = Task), (status = "default", body = ErrorBody)),
)]
pub async fn create_task(
    State(app): State<App>,
    caller: Caller<may::ManageAutotasks>,
    Body(body): Body<TaskBody>,
) -> Result<Json<Task>, ApiError> {
    create(&app, &caller, &body).await
}

/// Creates a task from a body.
pub(super) async fn create(
    app: &App,
    caller: &Identity,
    body: &TaskBody,
) -> Result<Json<Task>, ApiError> {
    let mut change = Change::begin(app, caller).await?;
    let (mut settings, timing, mut problems) = body.merged_with(None);
    let owner = find_owner(&change, caller, body, &mut problems).await?;
    let key = owner.as_ref().map(NewOwner::key);
    check::check(app, &*change, caller, key, None, &mut settings, &mut problems).await?;
    ApiError::refuse(problems)?;
    settings.must_be_allowed(caller)?;
    let owner = owner.ok_or(ApiError::NotFound("owner"))?;

    let (agent, policy, zone, touched) = match &owner {
        NewOwner::Agent(agent) => {
            let zone = queries::zone(&agent.agent_time_zone);
            let key = agent.target.id;
            (Some(key), None, Some(zone), AffectedAgents::agents([key]))
        }
        NewOwner::Policy(policy) => {
            let touched = owner::touched_by_policy(&change, caller, *policy).await?;
            (None, Some(*policy), None, touched)
        }
    };
    collector::must_write_field(&*change, caller, &settings, agent).await?;
    let removal_time = removal_time(&timing, zone);
    let by = change.username();
    let written = TaskWrite { settings: &settings, timing: &timing, removal_time, by };
    let id = queries::insert_task(&*change, &written, agent, policy).await.map_err(refusal)?;
    if let NewOwner::Agent(agent) = &owner
        && settings.runs_on(&agent.target.plat)
    {
        definitions::insert_result(&*change, agent.target.id, id).await?;
    }
    removal::schedule(&change, removal_time).await?;
    mark_due(&change, Changed::Tasks(&touched)).await?;

    let task = queries::find_task(&*change, &caller.scope, id).await?;
    let task = task.ok_or(ApiError::NotFound("task"))?;
    change.publish(
        owner::with_location(&*change, Event::saved(Entity::Task, id), &task.owner).await?,
    );
    let result = queries::find_result_of_owner(&*change, id).await?;
    let shown = task.clone().shown(None, result).with_template(&*change).await?;
    let message = format!("{} added task {}", caller.username, task.settings.name);
    let entry = owner::entry(&change, caller, Action::Add, &task, message).await?;
    change.commit(entry.after(&task.audited())).await?;
    Ok(Json(shown))
}

/// What a failed write means to the caller: an object it refers to was deleted
/// a moment ago.
pub(super) fn refusal(error: DbErr) -> ApiError {
    match error.sql_err() {
        Some(SqlErr::ForeignKeyConstraintViolation(_)) => {
            let sentence = "something this task refers to was removed meanwhile";
            ApiError::Conflict(sentence.to_owned())
        }
        _ => error.into(),
    }
}
