//! `POST /accounts/users/reset/`: a new password for a user.

use axum::Json;
use axum::extract::State;
use utoipa::ToSchema;

use super::fields;
use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Caller, Identity, Secret, Sender, hash_password, may};
use crate::domain::freeze::must_keep_login;
use crate::error::{ApiError, ErrorBody};
use crate::events::{Entity, Event};
use crate::features::accounts::login::forget_failures;
use crate::features::accounts::sessions::own_session;
use crate::features::accounts::{grants, queries, writing};
use crate::input::{Body, Fields, Parse};

/// Whose password becomes what.
#[derive(ToSchema)]
pub struct PasswordReset {
    /// Key of the user.
    id: i64,
    /// 10 characters or more.
    #[schema(value_type = String, format = Password)]
    password: Secret,
}

impl Parse for PasswordReset {
    fn parse(fields: &Fields<'_>) -> Self {
        Self { id: fields.whole("id").required(), password: fields::password(fields) }
    }
}

/// Set a user's password.
///
/// Ends all their sessions but the caller's own, and lifts the pauses after
/// failed logins.
#[utoipa::path(
    post,
    path = "/accounts/users/reset/",
    tag = "accounts",
    request_body = PasswordReset,
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn reset_password(
    State(app): State<App>,
    caller: Caller<may::ManageAccounts>,
    Body(request): Body<PasswordReset>,
) -> Result<Json<String>, ApiError> {
    if let Some(user) = queries::users::find_user(app.db.read(), request.id).await? {
        fields::must_differ(&user.username, &request.password)?;
    }
    let password_hash = hash_password(&request.password, Sender::Known).await;
    let password_hash = password_hash.map_err(ApiError::Internal)?;
    let change = writing::begin(&app, &caller).await?;
    grants::must_be_unbounded(&*change, &caller).await?;
    grants::must_cover_user(&*change, &caller, request.id).await?;
    must_keep_login(&*change, request.id).await?;
    store_password(&app, change, &caller, request.id, &password_hash).await.map(Json)
}

/// Stores a new password, ends the user's other sessions, and lifts the pauses
/// after failed logins.
pub(in crate::features::accounts) async fn store_password(
    app: &App,
    mut change: Change,
    caller: &Identity,
    id: i64,
    password_hash: &str,
) -> Result<String, ApiError> {
    let user = queries::users::find_user(&*change, id).await?.ok_or(ApiError::NotFound("user"))?;
    queries::logins::set_password(&*change, id, password_hash, &caller.username).await?;
    queries::sessions::delete_sessions(&*change, id, own_session(caller)).await?;
    forget_failures(app, &*change, &user.username).await?;

    change.publish(Event::saved(Entity::User, id));
    let message = format!("changed the password of user {}", user.username);
    let entry = Entry::new(Action::Modify, ObjectType::User, id, message.clone());
    change.commit(entry).await?;
    Ok(message)
}
