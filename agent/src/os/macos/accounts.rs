//! Accounts: the agent's own, and those of the users who are logged in.

use crate::os::Problem;

pub use crate::os::unix::account::{Account, environment, is_administrator, own_account};

/// The account of the active session; refused on this system, where
/// `launchctl asuser` will run its commands.
pub async fn active_user() -> Result<Account, Problem> {
    Err(Problem::not_supported_yet("running commands as the user who is logged in"))
}

/// Who is logged in: not known here yet.
pub async fn logged_in_users() -> Vec<String> {
    Vec::new()
}
