//! The graphical logins of this machine, as logind knows them.

use std::time::Duration;

use crate::os::run_tool;

const TOOL_LIMIT: Duration = Duration::from_secs(3);

/// A login at a screen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Login {
    /// logind's name for it.
    pub id: String,
    /// The number of the user's account.
    pub uid: u32,
    /// Whether it is a Wayland session.
    pub is_wayland: bool,
    /// Its display, when the login manager says so: `:0`.
    pub display: String,
    /// Whether it is what can be seen now.
    pub is_active: bool,
    /// Whether it is a person's, and not the login screen.
    pub is_user: bool,
}

/// Every login at a screen, the one that a person uses now first. Empty without logind.
pub async fn list_logins() -> Vec<Login> {
    let sessions = run_tool("loginctl", &["--no-legend", "list-sessions"], TOOL_LIMIT).await;
    let listed = sessions.map(|output| output.stdout).unwrap_or_default();
    let ids: Vec<&str> = listed.lines().filter_map(|line| line.split_whitespace().next()).collect();
    if ids.is_empty() {
        return Vec::new();
    }
    let mut arguments = vec!["show-session"];
    for property in ["Id", "User", "Type", "Display", "Active", "Class"] {
        arguments.extend(["-p", property]);
    }
    arguments.extend(ids);
    let details = run_tool("loginctl", &arguments, TOOL_LIMIT).await;
    parse(&details.map(|output| output.stdout).unwrap_or_default())
}

/// Reads `loginctl show-session`: one block per session, empty lines between.
fn parse(text: &str) -> Vec<Login> {
    let mut found: Vec<Login> = text.split("\n\n").filter_map(parse_login).collect();
    found.sort_by_key(|login| (!login.is_active, !login.is_user));
    found
}

fn parse_login(block: &str) -> Option<Login> {
    let field = |name: &str| {
        let value = block.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix('='));
        value.unwrap_or_default()
    };
    let (kind, class) = (field("Type"), field("Class"));
    let is_screen = matches!(kind, "x11" | "wayland" | "mir");
    let is_known = matches!(class, "user" | "user-early" | "greeter" | "lock-screen");
    (is_screen && is_known).then(|| Login {
        id: field("Id").to_owned(),
        uid: field("User").parse().unwrap_or(u32::MAX),
        is_wayland: kind != "x11",
        display: field("Display").to_owned(),
        is_active: field("Active") == "yes",
        is_user: class.starts_with("user"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_login_that_is_seen_comes_first_and_consoles_do_not_count() {
        let text = "Id=1\nUser=0\nType=tty\nDisplay=\nActive=yes\nClass=user\n\n\
                    Id=c1\nUser=42\nType=wayland\nDisplay=\nActive=no\nClass=greeter\n\n\
                    Id=3\nUser=1000\nType=x11\nDisplay=:1\nActive=yes\nClass=user\n";
        let found = parse(text);
        let own = Login {
            id: "3".to_owned(),
            uid: 1000,
            is_wayland: false,
            display: ":1".to_owned(),
            is_active: true,
            is_user: true,
        };
        assert_eq!(found[0], own);
        assert_eq!((found[1].is_wayland, found[1].is_user), (true, false));
        assert_eq!(found.len(), 2);
    }

    #[test]
    fn a_login_on_the_screen_comes_before_a_person_who_is_not_seen() {
        let text = "Id=3\nType=x11\nActive=no\nClass=user\n\n\
                    Id=c1\nType=x11\nActive=yes\nClass=greeter\n";
        assert_eq!(parse(text)[0].id, "c1");
        assert!(parse("").is_empty());
    }
}
