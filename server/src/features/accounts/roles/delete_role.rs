//! `DELETE /accounts/roles/<id>/`: removes a role.

use axum::Json;
use axum::extract::State;

use super::force::Force;
use super::role::Role;
use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::events::{Entity, Event};
use crate::features::accounts::owner::OwnershipBefore;
use crate::features::accounts::{grants, queries, writing};
use crate::input::{Path, Query};
use crate::wording::count;

/// Delete a role.
///
/// One that users have is 409 `in_use`, unless `force` is true.
#[utoipa::path(
    delete,
    path = "/accounts/roles/{id}/",
    tag = "accounts",
    params(("id" = i64, Path, description = "Key of the role."), Force),
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn delete_role(
    State(app): State<App>,
    caller: Caller<may::ManageRoles>,
    Path(id): Path<i64>,
    Query(query): Query<Force>,
) -> Result<Json<String>, ApiError> {
    caller.must_see_everything()?;
    let mut change = writing::begin(&app, &caller).await?;
    let role = queries::roles::find_role(&*change, id).await?.ok_or(ApiError::NotFound("role"))?;
    grants::must_cover(&*change, &caller, &role.permissions()).await?;
    if !query.force && role.user_count > 0 {
        return Err(in_use(&change, &role).await?);
    }
    let before = OwnershipBefore::read(&app, &*change).await?;
    queries::roles::delete_role(&*change, id).await?;
    before.must_still_hold(&app, &*change).await?;

    change.publish(Event::deleted(Entity::Role, id));
    let message =
        format!("deleted role {}, which {} had", role.name, count(role.user_count, "user"));
    let entry = Entry::new(Action::Delete, ObjectType::Role, id, message.clone());
    change.commit(entry.before(&role)).await?;
    Ok(Json(message))
}

async fn in_use(change: &Change, role: &Role) -> Result<ApiError, ApiError> {
    let names = queries::roles::first_users(&**change, role.id).await?;
    let more = role.user_count - i64::try_from(names.len()).unwrap_or(0);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    Ok(ApiError::InUse(format!("users have this role: {}{more}", names.join(", "))))
}
