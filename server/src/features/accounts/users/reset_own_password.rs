//! `PUT /accounts/resetpw/`: one's own password.

use axum::Json;
use axum::extract::State;
use utoipa::ToSchema;

use super::fields;
use super::reset_password::store_password;
use crate::app::App;
use crate::auth::{Caller, Secret, Sender, hash_password, may};
use crate::error::{ApiError, ErrorBody};
use crate::features::accounts::login::must_prove;
use crate::features::accounts::writing;
use crate::input::{Body, Fields, Parse};

/// The new password, and the present one as a proof.
#[derive(ToSchema)]
pub struct OwnPassword {
    /// 10 characters or more.
    #[schema(value_type = String, format = Password)]
    password: Secret,
    /// The present one.
    #[schema(value_type = String, format = Password)]
    current_password: Secret,
    /// Six digits of the authenticator app; needed when the login was more than
    /// 15 minutes ago.
    #[schema(value_type = Option<String>)]
    twofactor: Option<Secret>,
}

impl Parse for OwnPassword {
    fn parse(fields: &Fields<'_>) -> Self {
        Self {
            password: fields::password(fields),
            current_password: Secret::new(fields.text("current_password").required()),
            twofactor: fields::code(fields),
        }
    }
}

/// Change one's own password.
///
/// Needs a session. Ends all own sessions but this one. Wrong guesses of the
/// present password and of the code count like failed logins.
#[utoipa::path(
    put,
    path = "/accounts/resetpw/",
    tag = "accounts",
    security(("session" = [])),
    request_body = OwnPassword,
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn reset_own_password(
    State(app): State<App>,
    caller: Caller<may::BeLoggedIn>,
    Body(request): Body<OwnPassword>,
) -> Result<Json<String>, ApiError> {
    fields::must_differ(&caller.username, &request.password)?;
    let code = request.twofactor.as_ref();
    must_prove(&app, &caller, &request.current_password, code).await?;
    let password_hash = hash_password(&request.password, Sender::Known).await;
    let password_hash = password_hash.map_err(ApiError::Internal)?;
    let change = writing::begin(&app, &caller).await?;
    store_password(&app, change, &caller, caller.user_id, &password_hash).await.map(Json)
}
