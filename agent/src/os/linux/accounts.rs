//! Accounts: the agent's own, and those of the users who are logged in.

use nix::unistd::User;

use super::login_sessions::list;
use crate::os::{LoginSession, Problem, refusals};

pub use crate::os::unix::account::{Account, environment, is_administrator, own_account};

/// The account of the active session; refused when nobody is logged in.
pub async fn active_user() -> Result<Account, Problem> {
    let Some(session) = login_sessions().await.into_iter().next() else {
        return Err(refusals::nobody_logged_in());
    };
    let name = session.user;
    let user = User::from_name(&name).ok().flatten();
    user.map(Account::from).ok_or_else(|| Problem::failed(format!("{name} has no account here")))
}

/// Who is logged in, the active session first; empty when nobody is.
pub async fn login_sessions() -> Vec<LoginSession> {
    list().await
}
