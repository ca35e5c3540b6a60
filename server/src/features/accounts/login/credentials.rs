//! Name and password: the same refusal, in the same time, for every reason.

use super::origin::Origin;
use super::pause::{self, CountedAttempt};
use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Credential, Identity, Secret, network_of, verify_nothing, verify_password};
use crate::error::ApiError;
use crate::features::accounts::queries::logins::{self, Account};

/// How the audit log names an unknown user name: what was typed may be a
/// password in the wrong field.
const UNKNOWN: &str = "unknown";

/// The account of this name and password, if it may log in. A refusal is
/// audited here.
pub async fn check(
    app: &App,
    origin: &Origin,
    username: &str,
    password: &Secret,
) -> Result<(Account, CountedAttempt), ApiError> {
    let write = app.login_limits.count(&app.db, origin.address).await?;
    let network = network_of(origin.address).to_string();
    let counted = pause::count(app, write, username, network).await?;
    let address = origin.address.to_string();
    let Some(account) = logins::find_account(app.db.read(), username).await? else {
        verify_nothing(password).await.map_err(ApiError::Internal)?;
        return Err(failed(app, &address, None, "no such user").await);
    };
    if !is_password(&account, password).await? {
        return Err(failed(app, &address, Some(&account), "wrong password").await);
    }
    if !account.is_active || account.block_dashboard_login {
        return Err(failed(app, &address, Some(&account), "the account may not log in").await);
    }
    Ok((account, counted))
}

/// Audits a failed attempt and returns the refusal for it.
pub async fn failed(app: &App, address: &str, account: Option<&Account>, why: &str) -> ApiError {
    let username = account.map_or(UNKNOWN, |account| account.username.as_str());
    let id = account.map(|account| account.id.to_string()).unwrap_or_default();
    let entry =
        Entry::new(Action::FailedLogin, ObjectType::User, id, format!("login failed: {why}"));
    let audited: Result<(), ApiError> = async {
        let mut change = Change::begin_as(app, username, address).await?;
        if let Some(account) = account {
            change.set_user(account.id);
        }
        change.commit(entry).await
    }
    .await;
    audited.err().unwrap_or(ApiError::BadCredentials)
}

/// Refuses a caller who does not know their own password. Wrong guesses count
/// like failed logins, for this session alone: what strangers guess does not
/// concern it.
pub async fn must_know_password(
    app: &App,
    caller: &Identity,
    password: &Secret,
) -> Result<(), ApiError> {
    let (write, origin) = (app.db.begin().await?, credential_name(caller));
    let counted = pause::count(app, write, &caller.username, origin).await?;
    let account = logins::find_account_by_id(app.db.read(), caller.user_id).await?;
    let account = account.ok_or(ApiError::InvalidCredentials)?;
    if is_password(&account, password).await? {
        return counted.take_back(app).await;
    }
    match failed(app, &caller.address, Some(&account), "wrong current password").await {
        ApiError::BadCredentials => {
            Err(ApiError::invalid("current_password", "this is not your password"))
        }
        other => Err(other),
    }
}

/// What the guesses of a caller are counted under.
fn credential_name(caller: &Identity) -> String {
    match caller.credential {
        Credential::Session { id } | Credential::Enrolment { id } => format!("session {id}"),
        Credential::Key { id, .. } => format!("key {id}"),
        Credential::Console => "console".to_owned(),
    }
}

async fn is_password(account: &Account, password: &Secret) -> Result<bool, ApiError> {
    let checked = if account.password_hash.is_empty() {
        verify_nothing(password).await.map(|()| false)
    } else {
        verify_password(password, &account.password_hash).await
    };
    checked.map_err(ApiError::Internal)
}
