//! `DELETE /accounts/sessions/<digest>/`: ends one session.

use axum::Json;
use axum::extract::State;

use crate::app::App;
use crate::audit::{Action, Entry, ObjectType};
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::events::{Entity, Event};
use crate::features::accounts::{grants, queries, writing};
use crate::input::Path;

/// End one session.
#[utoipa::path(
    delete,
    path = "/accounts/sessions/{digest}/",
    tag = "accounts",
    params(("digest" = String, Path, description = "Public id of the session.")),
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn delete_session(
    State(app): State<App>,
    caller: Caller<may::ManageAccounts>,
    Path(digest): Path<String>,
) -> Result<Json<String>, ApiError> {
    let mut change = writing::begin(&app, &caller).await?;
    let session = queries::sessions::find_session(&*change, &digest).await?;
    let session = session.ok_or(ApiError::NotFound("session"))?;
    grants::must_cover_user(&*change, &caller, session.user).await?;
    queries::sessions::delete_session(&*change, &digest).await?;

    change.publish(Event::saved(Entity::User, session.user));
    let message = "ended a session".to_owned();
    let entry = Entry::new(Action::Delete, ObjectType::Session, digest, message.clone());
    change.commit(entry.before(&session)).await?;
    Ok(Json(message))
}
