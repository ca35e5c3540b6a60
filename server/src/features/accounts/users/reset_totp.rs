//! `PUT /accounts/users/reset_totp/`: removes two-factor login from a user.

use axum::Json;
use axum::extract::State;
use utoipa::ToSchema;

use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Caller, Identity, may};
use crate::domain::freeze::must_keep_login;
use crate::error::{ApiError, ErrorBody};
use crate::events::{Entity, Event};
use crate::features::accounts::login::forget_failures;
use crate::features::accounts::sessions::own_session;
use crate::features::accounts::{grants, queries, writing};
use crate::input::{Body, Fields, Parse};

/// Whose two-factor login to clear.
#[derive(ToSchema)]
pub struct TotpReset {
    /// Key of the user.
    id: i64,
}

impl Parse for TotpReset {
    fn parse(fields: &Fields<'_>) -> Self {
        Self { id: fields.whole("id").required() }
    }
}

/// Clear a user's two-factor login.
///
/// They set it up again at their next login. Ends all their sessions but the
/// caller's own, and lifts the pauses after failed logins.
#[utoipa::path(
    put,
    path = "/accounts/users/reset_totp/",
    tag = "accounts",
    request_body = TotpReset,
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn reset_totp(
    State(app): State<App>,
    caller: Caller<may::ManageAccounts>,
    Body(request): Body<TotpReset>,
) -> Result<Json<String>, ApiError> {
    let change = writing::begin(&app, &caller).await?;
    grants::must_be_unbounded(&*change, &caller).await?;
    grants::must_cover_user(&*change, &caller, request.id).await?;
    must_keep_login(&*change, request.id).await?;
    clear_totp(&app, change, &caller, request.id).await.map(Json)
}

/// Clear a user's two-factor login, under the path that callers know.
///
/// The same as `PUT /accounts/users/reset_totp/`.
#[utoipa::path(
    put,
    path = "/accounts/users/reset/",
    tag = "accounts",
    request_body = TotpReset,
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn reset_totp_by_put(
    app: State<App>,
    caller: Caller<may::ManageAccounts>,
    request: Body<TotpReset>,
) -> Result<Json<String>, ApiError> {
    reset_totp(app, caller, request).await
}

/// Clears two-factor login, ends the user's other sessions, and lifts the pauses
/// after failed logins.
pub(in crate::features::accounts) async fn clear_totp(
    app: &App,
    mut change: Change,
    caller: &Identity,
    id: i64,
) -> Result<String, ApiError> {
    let old = queries::users::find_user(&*change, id).await?.ok_or(ApiError::NotFound("user"))?;
    queries::logins::clear_totp(&*change, id, &caller.username).await?;
    queries::recovery_codes::delete_codes(&*change, id).await?;
    queries::sessions::delete_sessions(&*change, id, own_session(caller)).await?;
    forget_failures(app, &*change, &old.username).await?;

    let new = queries::users::find_user(&*change, id).await?.ok_or(ApiError::NotFound("user"))?;
    change.publish(Event::saved(Entity::User, id));
    let message = format!("cleared the two-factor login of user {}", old.username);
    let entry = Entry::new(Action::Modify, ObjectType::User, id, message.clone());
    change.commit(entry.before(&old).after(&new)).await?;
    Ok(message)
}
