//! `POST /core/urlaction/`: a new URL action.

use axum::Json;
use axum::extract::State;

use super::form::CreateUrlAction;
use super::key_store_use::check_key_store;
use super::url_action::UrlAction;
use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Caller, may};
use crate::domain::webhooks::{self, StoredAction};
use crate::error::{ApiError, ErrorBody};
use crate::events::{Entity, Event};
use crate::input::Body;

/// Add a URL action.
///
/// Only callers without a scope may do this. To write `{{global.…}}` needs
/// `can_view_global_keystore`.
#[utoipa::path(
    post,
    path = "/core/urlaction/",
    tag = "core",
    request_body = CreateUrlAction,
    responses((status = 200, body = UrlAction), (status = "default", body = ErrorBody)),
)]
pub async fn create_url_action(
    State(app): State<App>,
    caller: Caller<may::EditCoreSettings>,
    Body(request): Body<CreateUrlAction>,
) -> Result<Json<UrlAction>, ApiError> {
    caller.must_see_everything()?;
    let new = StoredAction::from(request);
    check_key_store(&caller, &new.template)?;
    let mut change = Change::begin(&app, &caller).await?;
    let id = webhooks::insert_action(&*change, &app.vault, &new, change.username()).await?;

    let action = webhooks::lock_action(&*change, &app.vault, id).await?;
    let action = UrlAction::of(&action.ok_or(ApiError::NotFound("URL action"))?);
    change.publish(Event::saved(Entity::UrlAction, id));
    let message = format!("added URL action {}", action.name);
    let entry = Entry::new(Action::Add, ObjectType::UrlAction, id, message);
    change.commit(entry.after(&action)).await?;
    Ok(Json(action))
}
