//! Accounts: the agent's own, and those of the users who are logged in.

use std::ffi::OsString;
use std::path::PathBuf;

use crate::os::Problem;

/// An account of this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    pub name: String,
    /// Its home folder.
    pub home: PathBuf,
}

impl Account {
    /// Whether both are the same account.
    pub fn is_same(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

/// Whether the agent may change the system and run commands as other accounts:
/// not found out yet, and nothing that needs it is possible yet.
pub fn is_administrator() -> bool {
    false
}

/// The variables that a process of this account starts with: no process can be
/// started yet.
pub fn environment(_account: &Account) -> Vec<(OsString, OsString)> {
    Vec::new()
}

/// The account the agent runs as.
pub fn own_account() -> Account {
    let variable = |name| std::env::var_os(name).unwrap_or_default();
    let name = variable("USERNAME").to_string_lossy().into_owned();
    Account { name, home: variable("USERPROFILE").into() }
}

/// The account of the active session; refused on this system, where the token
/// of that session will run its commands.
pub async fn active_user() -> Result<Account, Problem> {
    Err(Problem::not_supported_yet("running commands as the user who is logged in"))
}

/// Who is logged in: not known here yet.
pub async fn logged_in_users() -> Vec<String> {
    Vec::new()
}
