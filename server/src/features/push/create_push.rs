//! `POST /accounts/push/`: one of the caller's browsers gets notifications.

use axum::Json;
use axum::extract::State;

use super::form::CreatePush;
use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Caller, may};
use crate::domain::push::{self, NewSubscription, PushSubscription};
use crate::error::{ApiError, ErrorBody};
use crate::events::{Entity, Event};
use crate::input::Body;
use crate::push::{PushError, check_address};

/// Browsers of one user.
const MOST_BROWSERS: i64 = 20;

/// Get notifications in a browser.
///
/// The same browser again replaces what is stored of it, also where it belonged to
/// another user before. At most 20 for each user. An API key that has fewer rights than
/// its user may not do this.
#[utoipa::path(
    post,
    path = "/accounts/push/",
    tag = "accounts",
    request_body = CreatePush,
    responses((status = 200, body = PushSubscription), (status = "default", body = ErrorBody)),
)]
pub async fn create_push(
    State(app): State<App>,
    caller: Caller<may::BeLoggedIn>,
    Body(request): Body<CreatePush>,
) -> Result<Json<PushSubscription>, ApiError> {
    caller.must_write()?;
    caller.must_have_all_of_user()?;
    let new = request.into_subscription();
    let new = new.ok_or_else(|| ApiError::invalid("endpoint", "cannot be used"))?;
    must_be_safe(&app, &new).await?;

    let (user, username) = (caller.user_id, &caller.username);
    let mut change = Change::begin(&app, &caller).await?;
    let count = push::count_subscriptions(&*change, user).await?;
    let owner = push::find_owner(&*change, &new.target).await?;
    if count >= MOST_BROWSERS && owner != Some(user) {
        let sentence = format!("you have {MOST_BROWSERS} browsers already: remove one first");
        return Err(ApiError::Conflict(sentence));
    }
    let stored = push::store_subscription(&*change, &app.vault, user, &new).await?;
    let stored = stored.ok_or(ApiError::NotFound("browser"))?;

    let name = stored.name();
    if let Some(other) = owner.filter(|owner| *owner != user) {
        change.publish(Event::saved(Entity::User, other));
        let message = format!("{name} notifies user {username} from now on");
        change.add_entry(Entry::new(Action::Delete, ObjectType::User, other, message));
    }
    change.publish(Event::saved(Entity::User, user));
    let message = format!("user {username} gets notifications in {name}");
    let entry = Entry::new(Action::Add, ObjectType::User, user, message);
    change.commit(entry.after(&stored)).await?;
    Ok(Json(stored))
}

/// Refuses an address without TLS, unless the operator has named the target.
async fn must_be_safe(app: &App, new: &NewSubscription) -> Result<(), ApiError> {
    if !new.target.is_plain_http() {
        return Ok(());
    }
    match check_address(&new.target, &app.settings.outbound_allow).await {
        Err(PushError::NotAllowed(_)) => {
            Err(ApiError::invalid("endpoint", "must be an address that begins with https://"))
        }
        // A name that cannot be resolved now may be there later.
        _ => Ok(()),
    }
}
