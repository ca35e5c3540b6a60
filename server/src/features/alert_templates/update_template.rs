//! `PUT /alerts/templates/<id>/`: changes an alert template; absent fields stay.

use axum::Json;
use axum::extract::State;

use super::alert_template::AlertTemplate;
use super::check::check_actions;
use super::form::AlertTemplateForm;
use super::{load, usage};
use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Caller, may};
use crate::domain::alert_templates::update_template as update_stored;
use crate::domain::exclusions::{self, Excluding};
use crate::domain::ownership::choose_owners;
use crate::error::{ApiError, ErrorBody, Problems};
use crate::events::{Entity, Event};
use crate::input::{Body, IfMatch, Path};

/// Change an alert template.
///
/// Acts at once. One that belongs to clients outside the caller's scope, or is set
/// there, is 403. A changed action needs the right to run it by hand, as
/// `POST /alerts/templates/` does.
#[utoipa::path(
    put,
    path = "/alerts/templates/{id}/",
    tag = "alerts",
    params(("id" = i64, Path, description = "Key of the alert template"), IfMatch),
    request_body = AlertTemplateForm,
    responses((status = 200, body = AlertTemplate), (status = "default", body = ErrorBody)),
)]
pub async fn update_template(
    State(app): State<App>,
    caller: Caller<may::ManageAlerttemplates>,
    Path(id): Path<i64>,
    seen: IfMatch,
    Body(request): Body<AlertTemplateForm>,
) -> Result<Json<AlertTemplate>, ApiError> {
    let mut change = Change::begin(&app, &caller).await?;
    let (old, _) = usage::find_changeable(&change, &caller.scope, id).await?;
    let before = load::find_whole(&*change, &caller.scope, id).await?;
    let before = before.ok_or(ApiError::NotFound("alert template"))?;
    seen.must_be_newest(&before.stamps, &before)?;
    let mut problems = Problems::new();
    let (known, owners) = (Some(&*old.owner_clients), request.details.owner_clients.clone());
    let owners = choose_owners(&*change, &caller.scope, known, owners, &mut problems).await?;
    let applied = request.details.applied_to(&old);
    let (mut new, excluded) = applied.map_err(|error| ApiError::Internal(error.into()))?;
    new.owner_clients = owners;
    new.name = request.name.unwrap_or(new.name);
    check_actions(&change, &caller, &old, &new, &mut problems).await?;
    let excluded = exclusions::check(&*change, &caller.scope, excluded, &mut problems).await?;
    ApiError::refuse(problems)?;

    update_stored(&*change, &new, change.username()).await?;
    let owner = (Excluding::AlertTemplate, id);
    exclusions::store(&*change, &caller.scope, owner, &excluded).await?;
    let after = load::find_whole(&*change, &caller.scope, id).await?;
    let after = after.ok_or(ApiError::NotFound("alert template"))?;
    change.publish(Event::saved(Entity::AlertTemplate, id));
    let message = format!("changed alert template {}", after.name);
    let entry = Entry::new(Action::Modify, ObjectType::AlertTemplate, id, message);
    change.commit(entry.before(&before.audited()).after(&after.audited())).await?;
    Ok(Json(after))
}
