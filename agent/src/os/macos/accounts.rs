//! Accounts: the agent's own, and those of the users who are logged in.

use std::os::unix::fs::MetadataExt;
use std::time::Duration;

use nix::unistd::{Uid, User};

use super::ask::ask;
use crate::os::{Problem, refusals};

pub use crate::os::unix::account::{Account, environment, is_administrator, own_account};

/// It belongs to the user whose session is on the screen, and to root while nobody is
/// logged in there.
const CONSOLE: &str = "/dev/console";

/// Accounts below are of the system, also that of the assistant for the first start.
const FIRST_PERSON: u32 = 500;

const TOOL_LIMIT: Duration = Duration::from_secs(3);

/// The account of the active session; refused when nobody is logged in.
pub async fn active_user() -> Result<Account, Problem> {
    let user = console_user().map(Account::from);
    user.ok_or_else(refusals::nobody_logged_in)
}

/// Who is logged in, the active session first; empty when nobody is.
pub async fn logged_in_users() -> Vec<String> {
    let listed = ask("who", &[], TOOL_LIMIT).await.unwrap_or_default();
    names(console_user().map(|user| user.name), &listed)
}

/// The directory service answers who that is, also for accounts of a domain.
fn console_user() -> Option<User> {
    let owner = std::fs::metadata(CONSOLE).ok()?.uid();
    if owner < FIRST_PERSON {
        return None;
    }
    User::from_uid(Uid::from_raw(owner)).ok().flatten()
}

/// One session on each line of `who`, the name first. Names that begin with an underscore
/// are of the system.
fn names(active: Option<String>, listed: &str) -> Vec<String> {
    let mut names: Vec<String> = active.into_iter().collect();
    let sessions = listed.lines().filter_map(|line| line.split_whitespace().next());
    for name in sessions.filter(|name| !name.starts_with('_')) {
        if !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_user_on_the_screen_comes_first_and_each_name_once() {
        let listed = "ann      console  Nov 16 08:01 \nbob      console  Nov 17 09:00 \n\
            ann      ttys000  Nov 16 08:05 \n_mbsetupuser console  Nov 16 08:00 \n";
        assert_eq!(names(Some("bob".to_owned()), listed), ["bob", "ann"]);
        assert_eq!(names(None, "ann ttys001 Nov 16 08:05 (192.0.2.7)\n"), ["ann"]);
        assert_eq!(names(None, ""), Vec::<String>::new());
    }
}
