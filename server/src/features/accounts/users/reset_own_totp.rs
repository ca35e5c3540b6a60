//! `PUT /accounts/reset2fa/`: removes two-factor login from one's own account.

use axum::Json;
use axum::extract::State;
use utoipa::ToSchema;

use super::reset_totp::clear_totp;
use crate::app::App;
use crate::auth::{Caller, Secret, may};
use crate::error::{ApiError, ErrorBody};
use crate::features::accounts::login::must_know_password;
use crate::features::accounts::writing;
use crate::input::{Body, Fields, Parse};

/// The present password as a proof.
#[derive(ToSchema)]
pub struct OwnTotp {
    /// The present one.
    #[schema(value_type = String, format = Password)]
    pub(super) current_password: Secret,
}

impl Parse for OwnTotp {
    fn parse(fields: &Fields<'_>) -> Self {
        Self { current_password: Secret::new(fields.text("current_password").required()) }
    }
}

/// Clear one's own two-factor login.
///
/// It is set up again at the next login. Ends all own sessions but this one.
#[utoipa::path(
    put,
    path = "/accounts/reset2fa/",
    tag = "accounts",
    request_body = OwnTotp,
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn reset_own_totp(
    State(app): State<App>,
    caller: Caller<may::BeLoggedIn>,
    Body(request): Body<OwnTotp>,
) -> Result<Json<String>, ApiError> {
    caller.must_write()?;
    must_know_password(&app, &caller, &request.current_password).await?;
    let change = writing::begin(&app, &caller).await?;
    clear_totp(&app, change, &caller, caller.user_id).await.map(Json)
}
