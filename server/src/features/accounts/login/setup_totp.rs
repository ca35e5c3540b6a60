//! `POST /accounts/users/setup_totp/`: a secret for an authenticator app.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Credential, EnrollingCaller, Purpose, Totp, TotpSecret};
use crate::error::{ApiError, ErrorBody};
use crate::events::{Entity, Event};
use crate::features::accounts::queries;

/// The new secret, or `false` when two-factor login is set up already.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub enum TotpSetup {
    /// For the authenticator app; shown this once.
    New(NewTotp),
    /// Always `false`.
    Enrolled(bool),
}

/// A secret for an authenticator app.
#[derive(Serialize, ToSchema)]
pub struct NewTotp {
    /// Whose it is.
    username: String,
    /// To be typed.
    totp_key: String,
    /// To be shown as a QR code: an `otpauth` address.
    qr_url: String,
}

/// Set up two-factor login.
///
/// The secret counts only after the first good code at `/v2/login/`; another
/// call before that replaces it. Takes an enrolment token or a session.
#[utoipa::path(
    post,
    path = "/accounts/users/setup_totp/",
    tag = "accounts",
    security(("session" = [])),
    responses((status = 200, body = TotpSetup), (status = "default", body = ErrorBody)),
)]
pub async fn setup_totp(
    State(app): State<App>,
    EnrollingCaller(caller): EnrollingCaller,
) -> Result<Json<TotpSetup>, ApiError> {
    if let Credential::Key { .. } = caller.credential {
        let sentence = "an API key cannot set up two-factor login: log in instead";
        return Err(ApiError::Forbidden(sentence.to_owned()));
    }
    let secret = TotpSecret::random();
    let totp = Totp::new(&secret, &caller.username).map_err(ApiError::Internal)?;
    let id = caller.user_id;
    let mut change = Change::begin(&app, &caller).await?;
    let sealed = app.vault.seal(Purpose::TotpSecret, secret.bytes());
    if !queries::logins::store_totp_secret(&*change, id, sealed).await? {
        return Ok(Json(TotpSetup::Enrolled(false)));
    }
    change.publish(Event::saved(Entity::User, id));
    let message = format!("began the set-up of two-factor login for user {}", caller.username);
    change.commit(Entry::new(Action::Modify, ObjectType::User, id, message)).await?;
    Ok(Json(TotpSetup::New(NewTotp {
        totp_key: Totp::key_text(&secret),
        qr_url: totp.address().map_err(ApiError::Internal)?,
        username: caller.username,
    })))
}
