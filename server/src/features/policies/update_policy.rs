//! `PUT /automation/policies/<id>/`: changes a policy; absent fields stay.

use axum::Json;
use axum::extract::State;
use serde_json::json;

use super::form::PolicyForm;
use super::policy::Policy;
use super::{load, queries, usage};
use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Caller, may};
use crate::domain::alert_templates::check_reference;
use crate::domain::definitions::touch;
use crate::domain::exclusions::{self, Excluding};
use crate::domain::ownership::choose_owners;
use crate::error::{ApiError, ErrorBody, Problems, add_problem};
use crate::events::{Entity, Event};
use crate::input::{Body, IfMatch, Path};

/// Change a policy.
///
/// Acts at once. One that belongs to clients outside the caller's scope, or is
/// set there, is 403.
#[utoipa::path(
    put,
    path = "/automation/policies/{id}/",
    tag = "policies",
    params(("id" = i64, Path, description = "Key of the policy"), IfMatch),
    request_body = PolicyForm,
    responses((status = 200, body = Policy), (status = "default", body = ErrorBody)),
)]
pub async fn update_policy(
    State(app): State<App>,
    caller: Caller<may::ManageAutomationPolicies>,
    Path(id): Path<i64>,
    seen: IfMatch,
    Body(request): Body<PolicyForm>,
) -> Result<Json<Policy>, ApiError> {
    let mut change = Change::begin(&app, &caller).await?;
    let usage = usage::must_be_changeable(&*change, &caller.scope, id).await?;
    let before = load::find_policy(&*change, &caller.scope, id).await?;
    let before = before.ok_or(ApiError::NotFound("policy"))?;
    seen.must_be_newest(&before.stamps, &before)?;
    let row = queries::list_policies(&*change, Some(id)).await?.pop();
    let mut row = row.ok_or(ApiError::NotFound("policy"))?;
    row.name = request.name.unwrap_or(row.name);
    let owners = request.details.owner_clients.clone();
    let (mut row, excluded) = request.details.applied_to(row);

    let mut problems = Problems::new();
    let known = Some(&*before.owner_clients);
    let owners = choose_owners(&*change, &caller.scope, known, owners, &mut problems).await?;
    row.owner_clients = json!(owners).to_string();
    if queries::name_taken(&*change, &row.name, id).await? {
        add_problem(&mut problems, "name", queries::NAME_TAKEN);
    }
    let template = ("alert_template", row.alert_template);
    check_reference(&*change, template, &mut problems).await?;
    let excluded = exclusions::check(&*change, &caller.scope, excluded, &mut problems).await?;
    ApiError::refuse(problems)?;

    let updated = queries::update_policy(&*change, &row, change.username()).await;
    updated.map_err(queries::refusal)?;
    exclusions::store(&*change, &caller.scope, (Excluding::Policy, id), &excluded).await?;
    touch(&change, &usage.touched()).await?;
    let after = load::find_policy(&*change, &caller.scope, id).await?;
    let after = after.ok_or(ApiError::NotFound("policy"))?;
    change.publish(Event::saved(Entity::Policy, id));
    let message = format!("changed policy {}", after.name);
    let entry = Entry::new(Action::Modify, ObjectType::Policy, id, message);
    change.commit(entry.before(&before.audited()).after(&after.audited())).await?;
    Ok(Json(after))
}
