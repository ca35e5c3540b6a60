//! Accounts: the agent's own, and those of the users who are logged in.

use std::os::unix::fs::MetadataExt;
use std::time::Duration;

use nix::unistd::{Uid, User};

use super::ask::ask;
use crate::os::{LoginSession, Problem, refusals};

pub use crate::os::unix::account::{Account, environment, is_administrator, own_account};

/// It belongs to the user whose session is on the screen, and to root while nobody is
/// logged in there.
const CONSOLE: &str = "/dev/console";

/// What `who` calls it.
const CONSOLE_NAME: &str = "console";

/// Accounts below are of the system, also that of the assistant for the first start.
const FIRST_PERSON: u32 = 500;

const TOOL_LIMIT: Duration = Duration::from_secs(3);

/// The account of the active session; refused when nobody is logged in.
pub async fn active_user() -> Result<Account, Problem> {
    let user = console_user().map(Account::from);
    user.ok_or_else(refusals::nobody_logged_in)
}

/// Who is logged in, the active session first; empty when nobody is.
pub async fn login_sessions() -> Vec<LoginSession> {
    let listed = ask("who", &[], TOOL_LIMIT).await.unwrap_or_default();
    sessions(console_user().map(|user| user.name), &listed)
}

/// The directory service answers who that is, also for accounts of a domain.
pub(in crate::os::macos) fn console_user() -> Option<User> {
    let owner = std::fs::metadata(CONSOLE).ok()?.uid();
    if owner < FIRST_PERSON {
        return None;
    }
    User::from_uid(Uid::from_raw(owner)).ok().flatten()
}

/// One session on each line of `who`, the name first; it names no year. Names that begin
/// with an underscore are of the system.
fn sessions(active: Option<String>, listed: &str) -> Vec<LoginSession> {
    let at_screen = |name: &str| active.as_deref() == Some(name);
    let read = |line: &str| {
        let mut words = line.split_whitespace();
        let (user, terminal) = (words.next()?.to_owned(), words.next()?.to_owned());
        let from = words.next_back().and_then(|word| word.strip_prefix('(')?.strip_suffix(')'));
        let state = match terminal == CONSOLE_NAME {
            true if at_screen(&user) => "active",
            true => "background",
            false => "",
        };
        let place = if from.is_some() { "remote" } else { "console" };
        let client = from.unwrap_or_default().to_owned();
        Some(LoginSession { user, state, place, client, terminal, ..LoginSession::default() })
    };
    let listed = listed.lines().filter_map(read).filter(|one| !one.user.starts_with('_'));
    let mut found: Vec<LoginSession> = listed.collect();
    if let Some(user) = active.clone()
        && !found.iter().any(|one| one.state == "active")
    {
        let (state, place, terminal) = ("active", "console", CONSOLE_NAME.to_owned());
        found.push(LoginSession { user, state, place, terminal, ..LoginSession::default() });
    }
    found.sort_by_key(|one| one.state != "active");
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::os::user_names;

    #[test]
    fn the_user_on_the_screen_comes_first_and_each_name_once() {
        let listed = "ann      console  Nov 16 08:01 \nbob      console  Nov 17 09:00 \n\
            ann      ttys000  Nov 16 08:05 \n_mbsetupuser console  Nov 16 08:00 \n";
        assert_eq!(user_names(&sessions(Some("bob".to_owned()), listed)), ["bob", "ann"]);
        // The one at the screen may be missing in the list.
        assert_eq!(user_names(&sessions(Some("cy".to_owned()), listed)), ["cy", "ann", "bob"]);
        assert_eq!(sessions(None, ""), []);
    }

    #[test]
    fn a_session_over_the_network_has_the_address_it_comes_from() {
        let expected = LoginSession {
            user: "ann".to_owned(),
            place: "remote",
            client: "192.0.2.7".to_owned(),
            terminal: "ttys001".to_owned(),
            ..LoginSession::default()
        };
        assert_eq!(sessions(None, "ann ttys001 Nov 16 08:05 (192.0.2.7)\n"), [expected]);
        let left = sessions(Some("bob".to_owned()), "ann console Nov 16 08:01\n");
        let states: Vec<_> = left.iter().map(|one| (one.user.as_str(), one.state)).collect();
        assert_eq!(states, [("bob", "active"), ("ann", "background")]);
    }
}
