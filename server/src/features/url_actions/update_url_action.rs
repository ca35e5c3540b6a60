//! `PUT /core/urlaction/<id>/`: changes a URL action.

use axum::Json;
use axum::extract::State;

use super::form::UrlActionForm;
use super::key_store_use::check_key_store;
use super::url_action::UrlAction;
use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Caller, may};
use crate::domain::webhooks;
use crate::error::{ApiError, ErrorBody};
use crate::events::{Entity, Event};
use crate::input::{Body, IfMatch, Path};

/// Change a URL action.
///
/// Absent keys keep what they have, and so do masks. An address on another server
/// needs secret headers and the signing secret again. Webhooks that wait for
/// another try are sent by what is stored then. Only callers without a scope may do this;
/// where it has `{{global.…}}`, only those with `can_view_global_keystore` may
/// change its address, body and headers.
#[utoipa::path(
    put,
    path = "/core/urlaction/{id}/",
    tag = "core",
    params(("id" = i64, Path, description = "Key of the URL action"), IfMatch),
    request_body = UrlActionForm,
    responses((status = 200, body = UrlAction), (status = "default", body = ErrorBody)),
)]
pub async fn update_url_action(
    State(app): State<App>,
    caller: Caller<may::EditCoreSettings>,
    Path(id): Path<i64>,
    seen: IfMatch,
    Body(form): Body<UrlActionForm>,
) -> Result<Json<UrlAction>, ApiError> {
    caller.must_see_everything()?;
    let mut change = Change::begin(&app, &caller).await?;
    let old = webhooks::lock_action(&*change, &app.vault, id).await?;
    let old = old.ok_or(ApiError::NotFound("URL action"))?;
    let before = UrlAction::of(&old);
    seen.must_be_newest(&old.stamps, &before)?;
    let new = form.applied_to(&old)?;
    if (new.action_type, &new.template) != (old.action_type, &old.template) {
        check_key_store(&caller, &new.template)?;
    }
    webhooks::update_action(&*change, &app.vault, &new, change.username()).await?;

    let action = webhooks::lock_action(&*change, &app.vault, id).await?;
    let action = UrlAction::of(&action.ok_or(ApiError::NotFound("URL action"))?);
    change.publish(Event::saved(Entity::UrlAction, id));
    let message = format!("changed URL action {}", action.name);
    let entry = Entry::new(Action::Modify, ObjectType::UrlAction, id, message);
    change.commit(entry.before(&before).after(&action)).await?;
    Ok(Json(action))
}
