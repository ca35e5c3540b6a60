//! `PUT /accounts/<id>/users/`: changes an account.

use axum::Json;
use axum::extract::State;
use utoipa::ToSchema;

use super::create_user::role_permissions;
use super::user::User;
use super::{fields, names, preferences};
use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Caller, Identity, Permissions, may};
use crate::domain::runs::{self, Requester};
use crate::error::{ApiError, ErrorBody};
use crate::events::{Entity, Event};
use crate::features::accounts::owner::OwnershipBefore;
use crate::features::accounts::{grants, planted, queries, writing};
use crate::input::{Body, Fields, IfMatch, Parse, Path};

/// What to change of a user; fields left out keep their value.
#[derive(ToSchema)]
pub struct UserChange {
    /// 1 to 150 characters, unique whatever the case.
    #[schema(required = false, value_type = String)]
    username: Option<String>,
    /// Given name.
    first_name: Option<String>,
    /// Family name.
    last_name: Option<String>,
    /// E-mail address.
    email: Option<String>,
    /// False also ends the user's sessions, and cancels what waits in their
    /// name.
    #[schema(required = false, value_type = bool)]
    is_active: Option<bool>,
    /// True also ends the user's sessions.
    #[schema(required = false, value_type = bool)]
    block_dashboard_login: Option<bool>,
    /// Key of the role; null takes the role away.
    #[schema(value_type = Option<i64>)]
    role: Option<Option<i64>>,
    /// How dates look.
    date_format: Option<String>,
}

impl Parse for UserChange {
    fn parse(fields: &Fields<'_>) -> Self {
        Self {
            username: fields::username(fields).optional(),
            first_name: fields::person_name(fields, "first_name"),
            last_name: fields::person_name(fields, "last_name"),
            email: fields::email(fields),
            is_active: fields.flag("is_active").optional(),
            block_dashboard_login: fields.flag("block_dashboard_login").optional(),
            role: fields.whole("role").nullable(),
            date_format: preferences::date_format(fields),
        }
    }
}

/// Change a user.
///
/// The caller must hold all that the user holds, before and after. The owner
/// account and the last active superuser cannot be disabled or demoted. What
/// disabling somebody cancels is in `GET /accounts/<id>/pending/` before. Who
/// gets a first role loses their sessions, and the API keys of makers who hold
/// less.
#[utoipa::path(
    put,
    path = "/accounts/{id}/users/",
    tag = "accounts",
    params(("id" = i64, Path, description = "Key of the user."), IfMatch),
    request_body = UserChange,
    responses((status = 200, body = User), (status = "default", body = ErrorBody)),
)]
pub async fn update_user(
    State(app): State<App>,
    caller: Caller<may::ManageAccounts>,
    Path(id): Path<i64>,
    seen: IfMatch,
    Body(request): Body<UserChange>,
) -> Result<Json<User>, ApiError> {
    let mut change = writing::begin(&app, &caller).await?;
    let old = queries::users::find_user(&*change, id).await?.ok_or(ApiError::NotFound("user"))?;
    let held = grants::must_cover_user(&*change, &caller, id).await?;
    seen.must_be_newest(&old.stamps, &old)?;
    let new = request.applied_to(old.clone());
    let gained = may_grant(&change, &caller, &old, &new).await?.unwrap_or_else(|| held.clone());
    names::rename(&change, id, &old.username, &new.username).await?;

    let before = OwnershipBefore::read(&app, &*change).await?;
    queries::users::update_user(&*change, &new, &caller.username)
        .await
        .map_err(writing::taken("username"))?;
    if !new.is_active || new.block_dashboard_login {
        queries::sessions::delete_sessions(&*change, id, None).await?;
    }
    before.must_still_hold(&app, &*change).await?;
    let revoked = planted::revoke(&mut change, &caller, &[id], &held, &gained).await?;
    let mut message = planted::named_in(format!("changed user {}", new.username), &revoked);
    if old.is_active && !new.is_active {
        let reason = format!("the user {} was disabled", new.username);
        let cancelled = runs::cancel_waiting(&change, Requester::User(id), &reason).await?;
        message += &cancelled.describe();
    }

    let new = queries::users::find_user(&*change, id).await?.ok_or(ApiError::NotFound("user"))?;
    change.publish(Event::saved(Entity::User, id));
    let entry = Entry::new(Action::Modify, ObjectType::User, id, message);
    change.commit(entry.before(&old).after(&new)).await?;
    Ok(Json(new))
}

/// What another role grants; none if the role stays. Refuses what goes beyond
/// the caller, or beyond the bounds of their key.
async fn may_grant(
    change: &Change,
    caller: &Identity,
    old: &User,
    new: &User,
) -> Result<Option<Permissions>, ApiError> {
    let gets_role = new.role != old.role && new.role.is_some();
    let is_opened = (new.is_active && !old.is_active)
        || (old.block_dashboard_login && !new.block_dashboard_login);
    if gets_role || is_opened {
        grants::must_be_unbounded(&**change, caller).await?;
    }
    if new.role == old.role {
        return Ok(None);
    }
    let granted = role_permissions(change, new.role).await?;
    grants::must_cover(&**change, caller, &granted).await?;
    Ok(Some(granted))
}

impl UserChange {
    fn applied_to(self, mut user: User) -> User {
        user.username = self.username.unwrap_or(user.username);
        user.first_name = self.first_name.unwrap_or(user.first_name);
        user.last_name = self.last_name.unwrap_or(user.last_name);
        user.email = self.email.unwrap_or(user.email);
        user.is_active = self.is_active.unwrap_or(user.is_active);
        user.block_dashboard_login =
            self.block_dashboard_login.unwrap_or(user.block_dashboard_login);
        user.role = self.role.unwrap_or(user.role);
        user.preferences.date_format = self.date_format.unwrap_or(user.preferences.date_format);
        user
    }
}
