//! `PATCH /accounts/users/ui/`: changes one's own preferences for the web UI.

use axum::Json;
use axum::extract::State;

use super::preferences::{PreferenceChange, Preferences};
use crate::app::App;
use crate::audit::{Action, Entry, ObjectType};
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::events::{Entity, Event};
use crate::features::accounts::{queries, writing};
use crate::input::Body;

/// Change one's own preferences.
///
/// Those left out keep their value; null sets one back to its default.
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
    queries::users::update_user(&*change, &user, &caller.username).await?;

    change.publish(Event::saved(Entity::User, id));
    let message = format!("changed the preferences of user {}", user.username);
    let entry = Entry::new(Action::Modify, ObjectType::User, id, message);
    change.commit(entry.before(&old).after(&user.preferences)).await?;
    Ok(Json(user.preferences))
}
