//! `POST /alerts/templates/`: a new alert template.

use axum::Json;
use axum::extract::State;

use super::alert_template::AlertTemplate;
use super::check::check_actions;
use super::form::CreateAlertTemplate;
use super::load;
use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType, Stamps};
use crate::auth::{Caller, may};
use crate::domain::alert_templates::{
    StoredAction, StoredTemplate, TemplateSettings, insert_template,
};
use crate::domain::exclusions::{self, Excluding};
use crate::domain::ownership::choose_owners;
use crate::error::{ApiError, ErrorBody, Problems};
use crate::events::{Entity, Event};
use crate::input::Body;

/// Create an alert template.
///
/// That of a caller with a scope belongs to the clients of the scope. An action
/// needs the right to run it by hand: `can_run_scripts`, `can_run_urlactions`, or
/// `can_run_server_scripts` of a caller without a scope.
#[utoipa::path(
    post,
    path = "/alerts/templates/",
    tag = "alerts",
    request_body = CreateAlertTemplate,
    responses((status = 200, body = AlertTemplate), (status = "default", body = ErrorBody)),
)]
pub async fn create_template(
    State(app): State<App>,
    caller: Caller<may::ManageAlerttemplates>,
    Body(request): Body<CreateAlertTemplate>,
) -> Result<Json<AlertTemplate>, ApiError> {
    let CreateAlertTemplate { name, details } = request;
    let mut change = Change::begin(&app, &caller).await?;
    let mut problems = Problems::new();
    let owners = details.owner_clients.clone();
    let owners = choose_owners(&*change, &caller.scope, None, owners, &mut problems).await?;
    let empty = empty_template();
    let applied = details.applied_to(&empty);
    let (mut template, excluded) = applied.map_err(|error| ApiError::Internal(error.into()))?;
    (template.name, template.owner_clients) = (name, owners);
    check_actions(&change, &caller, &empty, &template, &mut problems).await?;
    let excluded = exclusions::check(&*change, &caller.scope, excluded, &mut problems).await?;
    ApiError::refuse(problems)?;

    let id = insert_template(&*change, &template, change.username()).await?;
    let owner = (Excluding::AlertTemplate, id);
    exclusions::store(&*change, &caller.scope, owner, &excluded).await?;
    let template = load::find_whole(&*change, &caller.scope, id).await?;
    let template = template.ok_or(ApiError::NotFound("alert template"))?;
    change.publish(Event::saved(Entity::AlertTemplate, id));
    let message = format!("added alert template {}", template.name);
    let entry = Entry::new(Action::Add, ObjectType::AlertTemplate, id, message);
    change.commit(entry.after(&template.audited())).await?;
    Ok(Json(template))
}

/// A template of which nothing was said yet.
fn empty_template() -> StoredTemplate {
    StoredTemplate {
        id: 0,
        name: String::new(),
        is_active: true,
        action: StoredAction::default(),
        resolved_action: StoredAction::default(),
        exclude_workstations: false,
        exclude_servers: false,
        owner_clients: Vec::new(),
        settings: TemplateSettings::default(),
        stamps: Stamps::none(),
    }
}
