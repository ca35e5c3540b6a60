//! Accounts: the agent's own, and those of the users who are logged in.

use std::time::Duration;

use nix::unistd::User;

use crate::os::{Problem, refusals, run_tool};

pub use crate::os::unix::account::{Account, environment, is_administrator, own_account};

const TOOL_LIMIT: Duration = Duration::from_secs(3);

/// The account of the active session; refused when nobody is logged in.
pub async fn active_user() -> Result<Account, Problem> {
    let users = logged_in_users().await;
    let Some(name) = users.into_iter().next() else {
        return Err(refusals::nobody_logged_in());
    };
    let user = User::from_name(&name).ok().flatten();
    user.map(Account::from).ok_or_else(|| Problem::failed(format!("{name} has no account here")))
}

/// Who is logged in, the active session first; empty when nobody is.
pub async fn logged_in_users() -> Vec<String> {
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
    let mut users: Vec<(bool, String)> = Vec::new();
    for block in text.split("\n\n") {
        let field =
            |name: &str| block.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix('='));
        // Other classes are the system's own: greeters, managers, background.
        if field("Class") == Some("user")
            && let Some(name) = field("Name")
        {
            users.push((field("Active") == Some("yes"), name.to_owned()));
        }
    }
    users.sort_by_key(|(active, _)| !active);
    users.into_iter().map(|(_, name)| name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_active_user_comes_first_and_greeters_do_not_count() {
        let text = "Name=gdm\nClass=greeter\nActive=yes\n\nName=ann\nClass=user\nActive=no\n\n\
                    Name=bob\nClass=user\nActive=yes\n";
        assert_eq!(parse_sessions(text), ["bob", "ann"]);
        assert_eq!(parse_sessions(""), Vec::<String>::new());
    }
}
