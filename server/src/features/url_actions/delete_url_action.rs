//! `DELETE /core/urlaction/<id>/`: removes a URL action and its log.

use axum::Json;
use axum::extract::State;
use utoipa::IntoParams;

use super::url_action::UrlAction;
use super::usage;
use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Caller, may};
use crate::domain::webhooks;
use crate::error::{ApiError, ErrorBody};
use crate::events::{Entity, Event};
use crate::input::{Fields, Parse, Path, Query};
use crate::wording::count;

/// How to treat what refers to the URL action.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DeleteUrlAction {
    /// Deletes it although others refer to it; they forget it.
    #[param(required = false)]
    force: bool,
}

impl Parse for DeleteUrlAction {
    fn parse(fields: &Fields<'_>) -> Self {
        Self { force: fields.flag("force").or(false) }
    }
}

/// Delete a URL action.
///
/// One in use is 409 `in_use`, unless `force` is true. The log of its deliveries
/// is deleted with it. Only callers without a scope may do this.
#[utoipa::path(
    delete,
    path = "/core/urlaction/{id}/",
    tag = "core",
    params(("id" = i64, Path, description = "Key of the URL action"), DeleteUrlAction),
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn delete_url_action(
    State(app): State<App>,
    caller: Caller<may::EditCoreSettings>,
    Path(id): Path<i64>,
    Query(query): Query<DeleteUrlAction>,
) -> Result<Json<String>, ApiError> {
    caller.must_see_everything()?;
    let mut change = Change::begin(&app, &caller).await?;
    let action = webhooks::lock_action(&*change, &app.vault, id).await?;
    let action = action.ok_or(ApiError::NotFound("URL action"))?;
    let uses = usage::list_uses(&change, id).await?;
    if !query.force {
        usage::must_be_unused(&uses)?;
    }
    usage::clear_uses(&change, id).await?;
    webhooks::delete_action(&*change, id).await?;

    change.publish(Event::deleted(Entity::UrlAction, id));
    let message = match uses.len() {
        0 => format!("deleted URL action {}", action.name),
        places => {
            format!("deleted URL action {}, which {} used", action.name, count(places, "place"))
        }
    };
    let entry = Entry::new(Action::Delete, ObjectType::UrlAction, id, message.clone());
    change.commit(entry.before(&UrlAction::of(&action))).await?;
    Ok(Json(message))
}
