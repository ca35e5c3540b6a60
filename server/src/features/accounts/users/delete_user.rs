//! `DELETE /accounts/<id>/users/`: removes an account.

use axum::Json;
use axum::extract::State;

use crate::app::App;
use crate::audit::{Action, Entry, ObjectType};
use crate::auth::{Caller, may};
use crate::domain::runs::{self, Requester};
use crate::error::{ApiError, ErrorBody};
use crate::events::{Entity, Event};
use crate::features::accounts::owner::OwnershipBefore;
use crate::features::accounts::{grants, queries, writing};
use crate::input::Path;

/// Delete a user.
///
/// Their API keys and sessions end, and what waits in their name is cancelled:
/// `GET /accounts/<id>/pending/` shows it before. The owner account and the last
/// active superuser stay, as does anybody who holds more than the caller.
#[utoipa::path(
    delete,
    path = "/accounts/{id}/users/",
    tag = "accounts",
    params(("id" = i64, Path, description = "Key of the user.")),
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn delete_user(
    State(app): State<App>,
    caller: Caller<may::ManageAccounts>,
    Path(id): Path<i64>,
) -> Result<Json<String>, ApiError> {
    let mut change = writing::begin(&app, &caller).await?;
    let user = queries::users::find_user(&*change, id).await?.ok_or(ApiError::NotFound("user"))?;
    grants::must_cover_user(&*change, &caller, id).await?;
    let before = OwnershipBefore::read(&app, &*change).await?;
    queries::users::delete_user(&*change, id).await?;
    queries::names::insert_former_name(&*change, &user.username, id).await?;
    before.must_still_hold(&app, &*change).await?;

    let reason = format!("the user {} was deleted", user.username);
    let cancelled = runs::cancel_waiting(&change, Requester::User(id), &reason).await?;
    change.publish(Event::deleted(Entity::User, id));
    let message = format!("deleted user {}{}", user.username, cancelled.describe());
    let entry = Entry::new(Action::Delete, ObjectType::User, id, message.clone());
    change.commit(entry.before(&user)).await?;
    Ok(Json(message))
}
