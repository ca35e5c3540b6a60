//! `POST /setup/`: creates the owner account; not found from then on.

use axum::Json;
use axum::extract::State;
use utoipa::ToSchema;

use crate::app::App;
use crate::audit::Change;
use crate::auth::{Guess, Secret, Sender, hash_password, hash_token};
use crate::error::{ApiError, ErrorBody};
use crate::features::accounts::login::Origin;
use crate::features::accounts::queries::{self, installation};
use crate::features::accounts::users::{self, User};
use crate::input::{Fields, Parse, SmallBody};

/// The owner account.
#[derive(ToSchema)]
pub struct Owner {
    /// The code on the server's console.
    #[schema(value_type = String)]
    code: Secret,
    /// 1 to 150 characters.
    username: String,
    /// 10 characters or more.
    #[schema(value_type = String, format = Password)]
    password: Secret,
    /// E-mail address.
    #[schema(required = false)]
    email: String,
}

impl Parse for Owner {
    fn parse(fields: &Fields<'_>) -> Self {
        Self {
            code: Secret::new(fields.text("code").trimmed().required()),
            username: users::username(fields).required(),
            password: users::password(fields),
            email: users::email(fields).unwrap_or_default(),
        }
    }
}

/// Make the owner account.
///
/// A superuser who cannot be deleted, disabled or demoted. Works once; 404 as
/// soon as there is an account.
#[utoipa::path(
    post,
    path = "/setup/",
    tag = "accounts",
    security(()),
    request_body = Owner,
    responses((status = 200, body = User), (status = "default", body = ErrorBody)),
)]
pub async fn set_up(
    State(app): State<App>,
    _: SetupNeeded,
    origin: Origin,
    SmallBody(request): SmallBody<Owner>,
) -> Result<Json<User>, ApiError> {
    let counted = app.login_limits.count(&app.db, Guess::Login, origin.address).await?;
    counted.commit().await?;
    users::must_differ(&request.username, &request.password)?;
    let password_hash = hash_password(&request.password, Sender::Stranger).await;
    let password_hash = password_hash.map_err(ApiError::Internal)?;
    let address = origin.address.to_string();
    let mut change = Change::begin_as(&app, &request.username, &address).await?;
    if !installation::use_setup_code(&*change, &hash_token(request.code.reveal())).await? {
        return Err(ApiError::invalid("code", "this is not the code on the server's console"));
    }
    let owner = User { is_superuser: true, email: request.email, ..User::named(request.username) };
    let owner = users::insert_user(&mut change, &owner, &password_hash).await?;
    installation::set_owner(&*change, owner.id).await?;
    change.set_user(owner.id);
    change.commit(users::created(&owner)).await?;
    Ok(Json(owner))
}

/// Extracted only while there is no account.
pub struct SetupNeeded;

#[cfg(test)]
impl crate::input::Argument for SetupNeeded {}

impl axum::extract::FromRequestParts<App> for SetupNeeded {
    type Rejection = ApiError;

    async fn from_request_parts(
        _: &mut axum::http::request::Parts,
        app: &App,
    ) -> Result<Self, ApiError> {
        // Before the body is read: once the path is gone, its fields are not checked.
        if queries::users::any_user_exists(app.db.read()).await? {
            return Err(ApiError::NotFound("path"));
        }
        Ok(Self)
    }
}
