//! `PUT /accounts/roles/<id>/`: changes a role.

use axum::Json;
use axum::extract::State;

use super::fields::{self, RoleChange, RoleFields};
use super::role::Role;
use crate::app::App;
use crate::audit::{Action, Entry, ObjectType};
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::events::{Entity, Event};
use crate::features::accounts::owner::OwnershipBefore;
use crate::features::accounts::{grants, planted, queries, writing};
use crate::input::{Body, IfMatch, Path};

/// Change a role.
///
/// The caller must hold all that the role gives, before and after. Its users
/// feel it at their next call.
#[utoipa::path(
    put,
    path = "/accounts/roles/{id}/",
    tag = "accounts",
    params(("id" = i64, Path, description = "Key of the role."), IfMatch),
    request_body = RoleFields,
    responses((status = 200, body = Role), (status = "default", body = ErrorBody)),
)]
pub async fn update_role(
    State(app): State<App>,
    caller: Caller<may::ManageRoles>,
    Path(id): Path<i64>,
    seen: IfMatch,
    Body(request): Body<RoleChange>,
) -> Result<Json<Role>, ApiError> {
    caller.must_see_everything()?;
    let mut change = writing::begin(&app, &caller).await?;
    let old = queries::roles::find_role(&*change, id).await?.ok_or(ApiError::NotFound("role"))?;
    grants::must_cover(&*change, &caller, &old.permissions()).await?;
    seen.must_be_newest(&old.stamps, &old)?;
    let new = request.applied_to(old.clone());
    grants::must_cover(&*change, &caller, &new.permissions()).await?;
    if new.permissions() != old.permissions() {
        grants::must_be_unbounded(&*change, &caller).await?;
    }
    fields::must_be_valid(&change, &new).await?;

    let before = OwnershipBefore::read(&app, &*change).await?;
    queries::roles::update_role(&*change, &new, &caller.username)
        .await
        .map_err(writing::taken("name"))?;
    before.must_still_hold(&app, &*change).await?;
    let users = queries::users::list_members(&*change, id).await?;
    let (held, gained) = (old.permissions(), new.permissions());
    let revoked = planted::revoke(&mut change, &caller, &users, &held, &gained).await?;

    let new = queries::roles::find_role(&*change, id).await?.ok_or(ApiError::NotFound("role"))?;
    change.publish(Event::saved(Entity::Role, id));
    let message = planted::named_in(format!("changed role {}", new.name), &revoked);
    let entry = Entry::new(Action::Modify, ObjectType::Role, id, message);
    change.commit(entry.before(&old).after(&new)).await?;
    Ok(Json(new))
}
