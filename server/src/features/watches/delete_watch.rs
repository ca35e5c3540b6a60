//! `DELETE /accounts/watches/<id>/`: the caller is not told any more.

use axum::Json;
use axum::extract::State;

use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Caller, may};
use crate::domain::fleet::find_in_scope;
use crate::domain::watches::{self, Sight};
use crate::error::{ApiError, ErrorBody};
use crate::events::Event;
use crate::input::Path;

/// Remove one of one's own watches.
#[utoipa::path(
    delete,
    path = "/accounts/watches/{id}/",
    tag = "accounts",
    params(("id" = i64, Path, description = "Key of the watch.")),
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn delete_watch(
    State(app): State<App>,
    caller: Caller<may::BeLoggedIn>,
    Path(id): Path<i64>,
) -> Result<Json<String>, ApiError> {
    caller.must_write()?;
    let mut change = Change::begin(&app, &caller).await?;
    let old = watches::lock_watch(&*change, &Sight::of_caller(&caller), id).await?;
    let old = old.ok_or(ApiError::NotFound("watch"))?;
    watches::delete_watch(&*change, id).await?;

    change.publish(Event::watch_changed(id, caller.user_id));
    let name = &caller.username;
    let message = format!("user {name} is not told any more when {}", old.waits_for());
    let entry = Entry::new(Action::Delete, ObjectType::User, caller.user_id, message);
    let target = find_in_scope(&*change, &caller.scope, &old.agent_id).await?;
    let entry = match target {
        Some(target) => target.mark(entry),
        None => entry,
    };
    let answer = format!("You will not be told any more when {}.", old.waits_for());
    change.commit(entry.before(&old)).await?;
    Ok(Json(answer))
}
