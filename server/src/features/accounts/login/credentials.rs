//! Name and password: the same refusal, in the same time, for every reason.

use super::origin::Origin;
use super::pause::{self, CountedAttempt};
use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Guess, Secret, Sender, network_of, verify_nothing, verify_password};
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
    let write = app.login_limits.count(&app.db, Guess::Login, origin.address).await?;
    let network = network_of(origin.address).to_string();
    let counted = pause::count(app, write, username, network).await?;
    let address = origin.address.to_string();
    let Some(account) = logins::find_account(app.db.read(), username).await? else {
        verify_nothing(password, Sender::Stranger).await.map_err(ApiError::Internal)?;
        return Err(failed(app, &address, None, "no such user").await);
    };
    if !is_password(&account, password, Sender::Stranger).await? {
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

pub async fn is_password(
    account: &Account,
    password: &Secret,
    sender: Sender,
) -> Result<bool, ApiError> {
    let checked = if account.password_hash.is_empty() {
        verify_nothing(password, sender).await.map(|()| false)
    } else {
        verify_password(password, &account.password_hash, sender).await
    };
    checked.map_err(ApiError::Internal)
}
