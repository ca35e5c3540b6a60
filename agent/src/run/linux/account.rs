//! Accounts: the agent's own, and that of the person at the machine.

use std::path::PathBuf;
use std::sync::OnceLock;
use std::time::Duration;

use nix::unistd::{Uid, User};

use crate::run::{CannotStart, run_tool};

const TOOL_LIMIT: Duration = Duration::from_secs(3);

/// An account of this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// Its name.
    pub name: String,
    /// Its number.
    pub uid: u32,
    /// The number of its first group.
    pub gid: u32,
    /// Its home folder.
    pub home: PathBuf,
    /// Its login shell.
    pub shell: PathBuf,
}

/// Whether the agent may become another account.
pub fn is_root() -> bool {
    Uid::effective().is_root()
}

/// The account the agent runs as; looked up once, for it may be kept far away.
pub fn own_account() -> Account {
    static OWN: OnceLock<Account> = OnceLock::new();
    OWN.get_or_init(find_own_account).clone()
}

fn find_own_account() -> Account {
    let uid = Uid::effective();
    let known = User::from_uid(uid).ok().flatten().map(Account::from);
    known.unwrap_or_else(|| Account {
        name: uid.to_string(),
        uid: uid.as_raw(),
        gid: nix::unistd::Gid::effective().as_raw(),
        home: "/".into(),
        shell: "/bin/sh".into(),
    })
}

/// The account of the active session; refused when nobody is logged in.
pub async fn person_at_the_machine() -> Result<Account, CannotStart> {
    let people = people_logged_in().await;
    let Some(name) = people.into_iter().next() else {
        return Err(CannotStart("nobody is logged in to run this as".to_owned()));
    };
    let user = User::from_name(&name).ok().flatten();
    user.map(Account::from).ok_or_else(|| CannotStart(format!("{name} has no account here")))
}

/// Who is logged in, the active session first; empty when nobody is.
pub async fn people_logged_in() -> Vec<String> {
    let sessions = run_tool("loginctl", &["--no-legend", "list-sessions"], TOOL_LIMIT).await;
    let listed = sessions.map(|output| output.stdout).unwrap_or_default();
    let ids: Vec<&str> = listed.lines().filter_map(|line| line.split_whitespace().next()).collect();
    if !ids.is_empty() {
        let mut arguments = vec!["show-session", "-p", "Name", "-p", "Active", "-p", "Class"];
        arguments.extend(ids);
        let details = run_tool("loginctl", &arguments, TOOL_LIMIT).await;
        return parse_sessions(&details.map(|output| output.stdout).unwrap_or_default());
    }
    // Without systemd the login records are all there is.
    let logins = run_tool("who", &[], TOOL_LIMIT).await.map(|output| output.stdout);
    let names = logins.unwrap_or_default();
    names.lines().filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect()
}

/// Reads `loginctl show-session`: one block per session, empty lines between.
fn parse_sessions(text: &str) -> Vec<String> {
    let mut people: Vec<(bool, String)> = Vec::new();
    for block in text.split("\n\n") {
        let field =
            |name: &str| block.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix('='));
        // Other classes are the system's own: greeters, managers, background.
        if field("Class") == Some("user")
            && let Some(name) = field("Name")
        {
            people.push((field("Active") == Some("yes"), name.to_owned()));
        }
    }
    people.sort_by_key(|(active, _)| !active);
    people.into_iter().map(|(_, name)| name).collect()
}

impl From<User> for Account {
    fn from(user: User) -> Self {
        let shell = if user.shell.as_os_str().is_empty() { "/bin/sh".into() } else { user.shell };
        Self {
            name: user.name,
            uid: user.uid.as_raw(),
            gid: user.gid.as_raw(),
            home: user.dir,
            shell,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_active_person_comes_first_and_greeters_do_not_count() {
        let text = "Name=gdm\nClass=greeter\nActive=yes\n\nName=ann\nClass=user\nActive=no\n\n\
                    Name=bob\nClass=user\nActive=yes\n";
        assert_eq!(parse_sessions(text), ["bob", "ann"]);
        assert_eq!(parse_sessions(""), Vec::<String>::new());
    }
}
