//! `POST /logout/`: ends the calling session.

use axum::extract::State;
use axum::response::NoContent;

use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Caller, Identity, may};
use crate::error::{ApiError, ErrorBody};
use crate::events::{Entity, Event};
use crate::features::accounts::queries;
use crate::features::accounts::sessions::own_session;

/// End this session.
#[utoipa::path(
    post,
    path = "/logout/",
    tag = "accounts",
    security(("session" = [])),
    responses((status = 204), (status = "default", body = ErrorBody)),
)]
pub async fn logout(
    State(app): State<App>,
    caller: Caller<may::BeLoggedIn>,
) -> Result<NoContent, ApiError> {
    let id = session_of(&caller)?;
    let mut change = Change::begin(&app, &caller).await?;
    let session = queries::sessions::find_session_by_id(&*change, id).await?;
    let session = session.ok_or(ApiError::InvalidCredentials)?;
    queries::sessions::delete_session(&*change, &session.digest).await?;
    change.publish(Event::saved(Entity::User, caller.user_id));
    let entry = Entry::new(Action::Delete, ObjectType::Session, &session.digest, "logged out");
    change.commit(entry).await?;
    Ok(NoContent)
}

/// The session of a caller; a key has none to end.
pub(super) fn session_of(caller: &Identity) -> Result<i64, ApiError> {
    let refusal = || ApiError::Forbidden("this call needs a session, not an API key".to_owned());
    own_session(caller).ok_or_else(refusal)
}
