//! `PUT /accounts/reset2fa/`: removes two-factor login from one's own account.

use axum::Json;
use axum::extract::State;
use utoipa::ToSchema;

use super::fields;
use super::reset_totp::clear_totp;
use crate::app::App;
use crate::auth::{Caller, Secret, may};
use crate::error::{ApiError, ErrorBody};
use crate::features::accounts::login::must_prove;
use crate::features::accounts::writing;
use crate::input::{Body, Fields, Parse};

/// The present password and a code as a proof.
#[derive(ToSchema)]
pub struct OwnTotp {
    /// The present one.
    #[schema(value_type = String, format = Password)]
    pub(super) current_password: Secret,
    /// Six digits of the authenticator app; needed when the login was more than
    /// 15 minutes ago.
    #[schema(value_type = Option<String>)]
    pub(super) twofactor: Option<Secret>,
}

impl Parse for OwnTotp {
    fn parse(fields: &Fields<'_>) -> Self {
        Self {
            current_password: Secret::new(fields.text("current_password").required()),
            twofactor: fields::code(fields),
        }
    }
}

/// Clear one's own two-factor login.
///
/// It is set up again at the next login. Needs a session, and ends all own
/// sessions but this one.
#[utoipa::path(
    put,
    path = "/accounts/reset2fa/",
    tag = "accounts",
    security(("session" = [])),
    request_body = OwnTotp,
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn reset_own_totp(
    State(app): State<App>,
    caller: Caller<may::BeLoggedIn>,
    Body(request): Body<OwnTotp>,
) -> Result<Json<String>, ApiError> {
    let code = request.twofactor.as_ref();
    must_prove(&app, &caller, &request.current_password, code).await?;
    let change = writing::begin(&app, &caller).await?;
    clear_totp(&app, change, &caller, caller.user_id).await.map(Json)
}
