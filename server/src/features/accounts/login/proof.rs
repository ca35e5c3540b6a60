//! What callers prove before they change how they log in: that they know the
//! password, and that they have the authenticator now.

use std::time::Duration;

use super::{code, credentials, pause};
use crate::app::App;
use crate::auth::{Identity, Secret, Sender};
use crate::error::ApiError;
use crate::features::accounts::queries::logins::{self, Account};
use crate::features::accounts::queries::sessions;
use crate::features::accounts::sessions::own_session;
use crate::time::Timestamp;

/// A login proves the second factor for this long. Later a session may be in
/// other hands, and has to prove it again.
const FRESH: Duration = Duration::from_secs(15 * 60);

/// A wrong part of a proof: what the audit log says, the field, and what the
/// caller reads.
type Wrong = (&'static str, &'static str, &'static str);

const WRONG_PASSWORD: Wrong =
    ("wrong current password", "current_password", "this is not your password");
const WRONG_CODE: Wrong =
    ("wrong or used code", "twofactor", "this is not a code that your app shows now");

/// Refuses a caller who does not prove to be the owner of their account, and API
/// keys, which open it without a second factor. The code is needed when the login
/// was some time ago; it is used up.
///
/// Wrong guesses count like failed logins, for this session alone: what strangers
/// guess does not concern it.
pub async fn must_prove(
    app: &App,
    caller: &Identity,
    password: &Secret,
    code: Option<&Secret>,
) -> Result<(), ApiError> {
    let Some(session) = own_session(caller) else {
        let sentence = "an API key cannot change how its user logs in: log in instead";
        return Err(ApiError::Forbidden(sentence.to_owned()));
    };
    let (write, origin) = (app.db.begin().await?, format!("session {session}"));
    let counted = pause::count(app, write, &caller.username, origin).await?;
    let account = logins::find_account_by_id(app.db.read(), caller.user_id).await?;
    let account = account.ok_or(ApiError::InvalidCredentials)?;
    if !credentials::is_password(&account, password, Sender::Known).await? {
        return Err(refusal(app, caller, &account, WRONG_PASSWORD).await);
    }
    if account.totp_enrolled && !is_fresh(app, session).await? {
        let Some(code) = code else {
            counted.take_back(app).await?;
            let sentence = "enter the code of your authenticator app: your login was some time ago";
            return Err(ApiError::invalid("twofactor", sentence));
        };
        if !use_code(app, &account, code).await? {
            return Err(refusal(app, caller, &account, WRONG_CODE).await);
        }
    }
    counted.take_back(app).await
}

/// Refuses a caller whose role wants a second factor for remote sessions, unless the
/// login proved it within 15 minutes or they send a code, which is used up. API keys
/// have none. Wrong codes count like failed logins, for this session alone.
pub async fn must_have_fresh_factor(
    app: &App,
    caller: &Identity,
    code: Option<&Secret>,
) -> Result<(), ApiError> {
    if !logins::needs_factor_for_remote(app.db.read(), caller.user_id).await? {
        return Ok(());
    }
    let Some(session) = own_session(caller) else {
        let sentence = "your role takes a second factor for remote sessions, which an API key \
                        does not have: log in instead";
        return Err(ApiError::Forbidden(sentence.to_owned()));
    };
    let last = sessions::last_factor(app.db.read(), session).await?;
    let last = last.ok_or(ApiError::InvalidCredentials)?;
    if Timestamp::now().since(last) <= FRESH {
        return Ok(());
    }
    let Some(code) = code else {
        let sentence = "enter the code of your authenticator app: your login was some time ago";
        return Err(ApiError::invalid("twofactor", sentence));
    };
    let (write, origin) = (app.db.begin().await?, format!("session {session}"));
    let counted = pause::count(app, write, &caller.username, origin).await?;
    let account = logins::find_account_by_id(app.db.read(), caller.user_id).await?;
    let account = account.ok_or(ApiError::InvalidCredentials)?;
    if !use_code(app, &account, code).await? {
        return Err(refusal(app, caller, &account, WRONG_CODE).await);
    }
    let write = app.db.begin().await?;
    sessions::record_factor(&write, session, Timestamp::now()).await?;
    write.commit().await?;
    counted.take_back(app).await
}

/// Audits a wrong proof and returns the refusal for it.
async fn refusal(app: &App, caller: &Identity, account: &Account, wrong: Wrong) -> ApiError {
    let (why, field, sentence) = wrong;
    match credentials::failed(app, &caller.address, Some(account), why).await {
        ApiError::BadCredentials => ApiError::invalid(field, sentence),
        other => other,
    }
}

async fn is_fresh(app: &App, session: i64) -> Result<bool, ApiError> {
    let session = sessions::find_session_by_id(app.db.read(), session).await?;
    let session = session.ok_or(ApiError::InvalidCredentials)?;
    Ok(Timestamp::now().since(session.created) <= FRESH)
}

/// False for a wrong code and for one that was used before.
async fn use_code(app: &App, account: &Account, typed: &Secret) -> Result<bool, ApiError> {
    let Some(step) = code::step_of(app, account, typed.reveal())? else { return Ok(false) };
    let write = app.db.begin().await?;
    let is_unused = logins::use_code(&write, account, step).await?;
    write.commit().await?;
    Ok(is_unused)
}
