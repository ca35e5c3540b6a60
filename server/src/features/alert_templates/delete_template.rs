//! `DELETE /alerts/templates/<id>/`: removes an alert template.

use axum::Json;
use axum::extract::State;
use utoipa::IntoParams;

use super::{load, usage};
use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Caller, may};
use crate::domain::alert_templates::delete_template as delete_stored;
use crate::error::{ApiError, ErrorBody};
use crate::events::{Entity, Event};
use crate::input::{Fields, Parse, Path, Query};
use crate::wording::count;

/// How to treat what the template is set on.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DeleteAlertTemplate {
    /// Deletes it although it is set somewhere; nothing is set there then.
    #[param(required = false)]
    force: bool,
}

impl Parse for DeleteAlertTemplate {
    fn parse(fields: &Fields<'_>) -> Self {
        Self { force: fields.flag("force").or(false) }
    }
}

/// Delete an alert template.
///
/// One that is set somewhere is 409 `in_use`, unless `force` is true.
#[utoipa::path(
    delete,
    path = "/alerts/templates/{id}/",
    tag = "alerts",
    params(("id" = i64, Path, description = "Key of the alert template"), DeleteAlertTemplate),
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn delete_template(
    State(app): State<App>,
    caller: Caller<may::ManageAlerttemplates>,
    Path(id): Path<i64>,
    Query(query): Query<DeleteAlertTemplate>,
) -> Result<Json<String>, ApiError> {
    let mut change = Change::begin(&app, &caller).await?;
    let (_, uses) = usage::find_changeable(&change, &caller.scope, id).await?;
    if !query.force {
        usage::must_be_unused(&uses)?;
    }
    let before = load::find_whole(&*change, &caller.scope, id).await?;
    let before = before.ok_or(ApiError::NotFound("alert template"))?;
    delete_stored(&*change, id).await?;

    change.publish(Event::deleted(Entity::AlertTemplate, id));
    let message = match uses.len() {
        0 => format!("deleted alert template {}", before.name),
        uses => {
            format!("deleted alert template {}, which {} used", before.name, count(uses, "place"))
        }
    };
    let entry = Entry::new(Action::Delete, ObjectType::AlertTemplate, id, message.clone());
    change.commit(entry.before(&before.audited())).await?;
    Ok(Json(message))
}
