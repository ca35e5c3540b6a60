//! `POST /accounts/recoverycodes/`: codes for the day the authenticator is lost.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::reset_own_totp::OwnTotp;
use crate::app::App;
use crate::audit::{Action, Entry, ObjectType};
use crate::auth::{Caller, Credential, may, recovery_code};
use crate::error::{ApiError, ErrorBody};
use crate::events::{Entity, Event};
use crate::features::accounts::login::{must_prove, recovery_digest};
use crate::features::accounts::{queries, writing};
use crate::input::Body;

/// Number of codes of an account.
const CODES: usize = 10;

/// New recovery codes.
#[derive(Serialize, ToSchema)]
pub struct RecoveryCodes {
    /// Each opens the account once, in the place of a code of the app. Shown
    /// this once.
    codes: Vec<String>,
}

/// Make recovery codes for one's own account.
///
/// They take the place of those made before. Needs a session and two-factor
/// login that is set up.
#[utoipa::path(
    post,
    path = "/accounts/recoverycodes/",
    tag = "accounts",
    security(("session" = [])),
    request_body = OwnTotp,
    responses((status = 200, body = RecoveryCodes), (status = "default", body = ErrorBody)),
)]
pub async fn create_recovery_codes(
    State(app): State<App>,
    caller: Caller<may::BeLoggedIn>,
    Body(request): Body<OwnTotp>,
) -> Result<Json<RecoveryCodes>, ApiError> {
    if let Credential::Key { .. } = caller.credential {
        let sentence = "an API key cannot make recovery codes: log in instead";
        return Err(ApiError::Forbidden(sentence.to_owned()));
    }
    let code = request.twofactor.as_ref();
    must_prove(&app, &caller, &request.current_password, code).await?;
    let id = caller.user_id;
    let mut change = writing::begin(&app, &caller).await?;
    let user = queries::users::find_user(&*change, id).await?.ok_or(ApiError::NotFound("user"))?;
    if !user.totp_enrolled {
        let sentence = "set up two-factor login first";
        return Err(ApiError::Conflict(sentence.to_owned()));
    }
    queries::recovery_codes::delete_codes(&*change, id).await?;
    let mut codes = Vec::with_capacity(CODES);
    for code in std::iter::repeat_with(recovery_code).take(CODES) {
        let digest = recovery_digest(&app, id, &code).expect("a new code is a valid one");
        queries::recovery_codes::insert_code(&*change, id, digest).await?;
        codes.push(code);
    }
    change.publish(Event::saved(Entity::User, id));
    let message = format!("made recovery codes for user {}", user.username);
    change.commit(Entry::new(Action::Modify, ObjectType::User, id, message)).await?;
    Ok(Json(RecoveryCodes { codes }))
}
