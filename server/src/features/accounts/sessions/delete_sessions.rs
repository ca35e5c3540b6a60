//! `DELETE /accounts/users/<id>/sessions/`: logs somebody out everywhere.

use axum::Json;
use axum::extract::State;

use crate::app::App;
use crate::audit::{Action, Entry, ObjectType};
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::events::{Entity, Event};
use crate::features::accounts::{grants, queries, writing};
use crate::input::Path;
use crate::wording::count;

/// End all sessions of a user.
#[utoipa::path(
    delete,
    path = "/accounts/users/{id}/sessions/",
    tag = "accounts",
    params(("id" = i64, Path, description = "Key of the user.")),
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn delete_sessions(
    State(app): State<App>,
    caller: Caller<may::ManageAccounts>,
    Path(id): Path<i64>,
) -> Result<Json<String>, ApiError> {
    let mut change = writing::begin(&app, &caller).await?;
    let user = queries::users::find_user(&*change, id).await?.ok_or(ApiError::NotFound("user"))?;
    grants::must_cover_user(&*change, &caller, id).await?;
    let ended = queries::sessions::delete_sessions(&*change, id, None).await?;

    change.publish(Event::saved(Entity::User, id));
    let message = format!("ended {} of user {}", count(ended, "session"), user.username);
    let entry = Entry::new(Action::Delete, ObjectType::Session, id, message.clone());
    change.commit(entry).await?;
    Ok(Json(message))
}
