//! `POST /checks/`: a new check.

use axum::Json;
use axum::extract::State;
use sea_orm::{DbErr, SqlErr};

use super::body::CheckBody;
use super::check::Check;
use super::owner::{self, NewOwner, find_owner};
use super::{load, queries, references};
use crate::app::App;
use crate::audit::{Action, Change};
use crate::auth::{Caller, Identity, may};
use crate::domain::checks::{self, CheckOwner, CheckSettings};
use crate::domain::definitions::{Changed, mark_due};
use crate::error::{ApiError, ErrorBody, Problems, add_problem};
use crate::events::{Entity, Event};
use crate::input::Body;

/// Create a check.
///
/// Owned by an agent or by a policy, whose agents all run it then. What a check of a
/// type needs is in the description of its fields. A second one of the owner about the
/// same thing is refused. Scripts in it need `can_run_scripts` too.
#[utoipa::path(
    post,
    path = "/checks/",
    tag = "checks",
    request_body = CheckBody,
    responses((status = 200, body = Check), (status = "default", body = ErrorBody)),
)]
pub async fn create_check(
    State(app): State<App>,
    caller: Caller<may::ManageChecks>,
    Body(body): Body<CheckBody>,
) -> Result<Json<Check>, ApiError> {
    create(&app, &caller, &body).await
}

/// Creates a check from a body.
pub(super) async fn create(
    app: &App,
    caller: &Identity,
    body: &CheckBody,
) -> Result<Json<Check>, ApiError> {
    let mut change = Change::begin(app, caller).await?;
    let (mut settings, mut problems) = body.merged_with(None);
    let owner = find_owner(&change, caller, body, &mut problems).await?;
    let plat = owner.as_ref().and_then(NewOwner::plat);
    references::check(app, &*change, caller, None, &mut settings, plat, &mut problems).await?;
    if let Some(owner) = &owner {
        references::check_key(&*change, owner.key(), &settings, 0, &mut problems).await?;
    }
    ApiError::refuse(problems)?;
    references::must_be_allowed(caller, &settings)?;
    let owner = owner.ok_or(ApiError::NotFound("owner"))?;
    let touched = owner::touched(&change, caller, owner.key()).await?;
    mark_due(&change, Changed::Tasks(&touched)).await?;

    let inserted = checks::insert_check(&*change, owner.key(), &settings, change.username()).await;
    let id = inserted.map_err(|error| refusal(error, owner.key(), &settings))?;
    let check = queries::find_check(&*change, &caller.scope, id).await?;
    let check = check.ok_or(ApiError::NotFound("check"))?;
    let mut shown = load::show_whole(&*change, check.clone()).await?;
    if let NewOwner::Agent(agent) = &owner
        && settings.runs_on(&agent.plat)
        && !shown.overridden_by_policy
    {
        checks::insert_result(&*change, agent.id, id).await?;
        shown = load::show_whole(&*change, check.clone()).await?;
    }
    let event = Event::saved(Entity::Check, id);
    change.publish(owner::with_location(&*change, event, &check.owner).await?);
    let message = format!("{} added check {}", caller.username, settings.display_name());
    let entry = owner::entry(&change, Action::Add, &check, message).await?;
    change.commit(entry.after(&check.audited())).await?;
    Ok(Json(shown))
}

/// What a failed write means to the caller: another request was faster.
pub(super) fn refusal(error: DbErr, owner: CheckOwner, settings: &CheckSettings) -> ApiError {
    match error.sql_err() {
        Some(SqlErr::ForeignKeyConstraintViolation(_)) => {
            let sentence = "something this check refers to was removed meanwhile";
            ApiError::Conflict(sentence.to_owned())
        }
        Some(SqlErr::UniqueConstraintViolation(_)) => {
            let mut problems = Problems::new();
            let field = references::key_field(&settings.kind);
            add_problem(&mut problems, field, references::same_key_sentence(owner));
            ApiError::Invalid(problems)
        }
        _ => error.into(),
    }
}
