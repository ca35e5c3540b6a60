//! `PATCH /accounts/users/ui/`: changes one's own preferences for the web UI.

use axum::Json;
use axum::extract::State;

use super::preferences::{PreferenceChange, Preferences};
use crate::app::App;
use crate::audit::{Action, Entry, ObjectType};
use crate::auth::{Caller, may};
use crate::domain::webhooks;
use crate::error::{ApiError, ErrorBody};
use crate::events::{Entity, Event};
use crate::features::accounts::{queries, writing};
use crate::input::Body;

/// Change one's own preferences.
///
/// Those left out keep their value; null sets one back to its default. A
/// `url_action` must exist.
#[utoipa::path(
    patch,
    path = "/accounts/users/ui/",
    tag = "accounts",
    request_body = PreferenceChange,
    responses((status = 200, body = Preferences), (status = "default", body = ErrorBody)),
)]
pub async fn update_preferences(
    State(app): State<App>,
    caller: Caller<may::BeLoggedIn>,
    Body(request): Body<PreferenceChange>,
) -> Result<Json<Preferences>, ApiError> {
    caller.must_write()?;
    let id = caller.user_id;
    let mut change = writing::begin(&app, &caller).await?;
    let mut user =
        queries::users::find_user(&*change, id).await?.ok_or(ApiError::NotFound("user"))?;
    let old = user.preferences.clone();
    user.preferences = request.applied_to(&old);
    let new_action = user.preferences.url_action.filter(|id| old.url_action != Some(*id));
    if let Some(action) = new_action
        && !webhooks::hold_action(&*change, action).await?
    {
        return Err(ApiError::invalid("url_action", "there is no such URL action"));
    }
    queries::users::update_user(&*change, &user, &caller.username).await?;

    change.publish(Event::saved(Entity::User, id));
    let message = format!("changed the preferences of user {}", user.username);
    let entry = Entry::new(Action::Modify, ObjectType::User, id, message);
    change.commit(entry.before(&old).after(&user.preferences)).await?;
    Ok(Json(user.preferences))
}
