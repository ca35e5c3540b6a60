//! `DELETE /accounts/push/<id>/`: no more notifications in one of the caller's
//! browsers.

use axum::Json;
use axum::extract::State;

use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Caller, may};
use crate::domain::push;
use crate::error::{ApiError, ErrorBody};
use crate::events::{Entity, Event};
use crate::input::Path;

/// End the notifications in a browser.
///
/// An API key that has fewer rights than its user may not do this.
#[utoipa::path(
    delete,
    path = "/accounts/push/{id}/",
    tag = "accounts",
    params(("id" = i64, Path, description = "Key of the subscription.")),
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn delete_push(
    State(app): State<App>,
    caller: Caller<may::BeLoggedIn>,
    Path(id): Path<i64>,
) -> Result<Json<String>, ApiError> {
    caller.must_write()?;
    caller.must_have_all_of_user()?;
    let user = caller.user_id;
    let mut change = Change::begin(&app, &caller).await?;
    let old = push::lock_subscription(&*change, user, id).await?;
    let old = old.ok_or(ApiError::NotFound("browser"))?;
    push::delete_subscription(&*change, id).await?;

    change.publish(Event::saved(Entity::User, user));
    let message = format!("ended the notifications in {}", old.name());
    let entry = Entry::new(Action::Delete, ObjectType::User, user, message.clone());
    change.commit(entry.before(&old)).await?;
    Ok(Json(message))
}
