//! `POST /accounts/users/`: a new account.

use axum::Json;
use axum::extract::State;
use utoipa::ToSchema;

use super::user::User;
use super::{fields, names};
use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Caller, Permissions, Rights, Secret, Sender, hash_password, may};
use crate::error::{ApiError, ErrorBody};
use crate::events::{Entity, Event};
use crate::features::accounts::{grants, queries, writing};
use crate::input::{Body, Fields, Parse};

/// A user to be made.
#[derive(ToSchema)]
pub struct NewUser {
    /// 1 to 150 characters, unique whatever the case.
    username: String,
    /// 10 characters or more.
    #[schema(value_type = String, format = Password)]
    password: Secret,
    /// E-mail address.
    #[schema(required = false)]
    email: String,
    /// Given name.
    #[schema(required = false)]
    first_name: String,
    /// Family name.
    #[schema(required = false)]
    last_name: String,
    /// Key of the role; none: may do nothing.
    role: Option<i64>,
    /// Whether any credential of theirs works.
    #[schema(required = false, default = true)]
    is_active: bool,
    /// Whether they are kept from logging in.
    #[schema(required = false, default = false)]
    block_dashboard_login: bool,
}

impl Parse for NewUser {
    fn parse(fields: &Fields<'_>) -> Self {
        Self {
            username: fields::username(fields).required(),
            password: fields::password(fields),
            email: fields::email(fields).unwrap_or_default(),
            first_name: fields::person_name(fields, "first_name").unwrap_or_default(),
            last_name: fields::person_name(fields, "last_name").unwrap_or_default(),
            role: fields.whole("role").nullable().flatten(),
            is_active: fields.flag("is_active").or(true),
            block_dashboard_login: fields.flag("block_dashboard_login").or(false),
        }
    }
}

/// Create a user.
///
/// The role must not hold more than the caller does. A key that expires or is
/// bound to networks makes no users.
#[utoipa::path(
    post,
    path = "/accounts/users/",
    tag = "accounts",
    request_body = NewUser,
    responses((status = 200, body = User), (status = "default", body = ErrorBody)),
)]
pub async fn create_user(
    State(app): State<App>,
    caller: Caller<may::ManageAccounts>,
    Body(request): Body<NewUser>,
) -> Result<Json<User>, ApiError> {
    fields::must_differ(&request.username, &request.password)?;
    let password_hash = hash_password(&request.password, Sender::Known).await;
    let password_hash = password_hash.map_err(ApiError::Internal)?;
    let user = User::from(request);
    let mut change = writing::begin(&app, &caller).await?;
    let permissions = role_permissions(&change, user.role).await?;
    grants::must_be_unbounded(&*change, &caller).await?;
    grants::must_cover(&*change, &caller, &permissions).await?;
    let user = insert_user(&mut change, &user, &password_hash).await?;
    change.commit(created(&user)).await?;
    Ok(Json(user))
}

/// The rights of a role; none without one. An unknown one is a 400.
pub(super) async fn role_permissions(
    change: &Change,
    role: Option<i64>,
) -> Result<Permissions, ApiError> {
    let Some(id) = role else {
        return Ok(Permissions::new(false, Rights::default(), Vec::new(), Vec::new()));
    };
    let role = queries::roles::find_role(&**change, id).await?;
    role.map(|role| role.permissions())
        .ok_or_else(|| ApiError::invalid("role", "there is no such role"))
}

/// Stores a user, with the event.
pub(in crate::features::accounts) async fn insert_user(
    change: &mut Change,
    user: &User,
    password_hash: &str,
) -> Result<User, ApiError> {
    names::must_be_free(change, &user.username, None).await?;
    let id = queries::users::insert_user(&**change, user, password_hash, change.username())
        .await
        .map_err(writing::taken("username"))?;
    // With an account, the setup code is not needed any more.
    queries::installation::clear_setup_code(&**change).await?;
    change.publish(Event::saved(Entity::User, id));
    queries::users::find_user(&**change, id).await?.ok_or(ApiError::NotFound("user"))
}

/// The audit row of a new user.
pub(in crate::features::accounts) fn created(user: &User) -> Entry {
    let message = format!("created user {}", user.username);
    Entry::new(Action::Add, ObjectType::User, user.id, message).after(user)
}

impl From<NewUser> for User {
    fn from(request: NewUser) -> Self {
        Self {
            email: request.email,
            first_name: request.first_name,
            last_name: request.last_name,
            role: request.role,
            is_active: request.is_active,
            block_dashboard_login: request.block_dashboard_login,
            ..Self::named(request.username)
        }
    }
}
