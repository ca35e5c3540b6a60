//! Sessions, as systemd's logind or the login records have them.

use std::time::Duration;

use chrono::{DateTime, SecondsFormat};

use super::systemd_time::time_of;
use crate::os::{LoginSession, run_tool};

const TOOL_LIMIT: Duration = Duration::from_secs(3);

/// What is asked of each session.
const PROPERTIES: [&str; 12] = [
    "Id",
    "Name",
    "Class",
    "Active",
    "State",
    "Remote",
    "RemoteHost",
    "TTY",
    "Display",
    "Timestamp",
    "IdleHint",
    "IdleSinceHint",
];

/// Who is logged in, the active session first.
pub async fn list() -> Vec<LoginSession> {
    let listed = loginctl(&["--no-legend", "list-sessions"]).await;
    let ids: Vec<&str> = listed.lines().filter_map(|line| line.split_whitespace().next()).collect();
    if !ids.is_empty() {
        let mut arguments = vec!["show-session"];
        arguments.extend(PROPERTIES.iter().flat_map(|name| ["--property", name]));
        arguments.extend(ids);
        return parse_sessions(&loginctl(&arguments).await);
    }
    // Without systemd the login records are all there is.
    let logins = run_tool("who", &[], TOOL_LIMIT).await.map(|output| output.stdout);
    parse_logins(&logins.unwrap_or_default())
}

/// Times come in UTC, as zones have no unambiguous names.
async fn loginctl(arguments: &[&str]) -> String {
    let arguments = [&["TZ=UTC", "loginctl"], arguments].concat();
    let answer = run_tool("env", &arguments, TOOL_LIMIT).await;
    answer.map(|output| output.stdout).unwrap_or_default()
}

/// Reads `loginctl show-session`: one block per session, empty lines between.
fn parse_sessions(text: &str) -> Vec<LoginSession> {
    let mut sessions: Vec<(bool, LoginSession)> = Vec::new();
    for block in text.split("\n\n") {
        let field =
            |name: &str| block.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix('='));
        // Other classes are the system's own: greeters, managers, background.
        if field("Class") == Some("user")
            && let Some(session) = session_of(&field)
        {
            sessions.push((field("Active") == Some("yes"), session));
        }
    }
    sessions.sort_by_key(|(active, _)| !active);
    sessions.into_iter().map(|(_, session)| session).collect()
}

fn session_of<'a>(field: &dyn Fn(&str) -> Option<&'a str>) -> Option<LoginSession> {
    let text = |name: &str| field(name).unwrap_or_default().to_owned();
    let user = field("Name").filter(|name| !name.is_empty())?.to_owned();
    let is_idle = yes_or_no(field("IdleHint"));
    let terminal = Some(text("TTY")).filter(|tty| !tty.is_empty());
    Some(LoginSession {
        user,
        state: match field("State") {
            Some("active") => "active",
            Some("online") => "background",
            Some("closing") => "closing",
            _ => "",
        },
        place: match yes_or_no(field("Remote")) {
            Some(true) => "remote",
            Some(false) => "console",
            None => "",
        },
        client: text("RemoteHost"),
        terminal: terminal.unwrap_or_else(|| text("Display")),
        logged_in_since: field("Timestamp").and_then(time_of),
        idle: is_idle,
        idle_since: is_idle.filter(|idle| *idle).and(field("IdleSinceHint")).and_then(micros),
        id: text("Id"),
        ..LoginSession::default()
    })
}

fn yes_or_no(text: Option<&str>) -> Option<bool> {
    match text {
        Some("yes") => Some(true),
        Some("no") => Some(false),
        _ => None,
    }
}

/// Microseconds since 1970; 0 is no time.
fn micros(text: &str) -> Option<String> {
    let micros = text.parse().ok().filter(|micros| *micros > 0)?;
    let time = DateTime::from_timestamp_micros(micros)?;
    Some(time.to_rfc3339_opts(SecondsFormat::Secs, true))
}

/// Reads `who`: `ann  pts/0  Nov 19 14:05 (192.0.2.7)`. It names no year.
fn parse_logins(text: &str) -> Vec<LoginSession> {
    let read = |line: &str| {
        let mut words = line.split_whitespace();
        let (user, terminal) = (words.next()?.to_owned(), words.next()?.to_owned());
        let from = words.next_back().and_then(|word| word.strip_prefix('(')?.strip_suffix(')'));
        // A display of this computer is listed like another computer.
        let client = from.filter(|from| !from.starts_with(':')).unwrap_or_default().to_owned();
        let place = if client.is_empty() { "console" } else { "remote" };
        Some(LoginSession { user, terminal, client, place, ..LoginSession::default() })
    };
    text.lines().filter_map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::os::user_names;

    #[test]
    fn the_active_user_comes_first_and_greeters_do_not_count() {
        let text = "Name=gdm\nClass=greeter\nActive=yes\n\nName=ann\nClass=user\nActive=no\n\n\
                    Name=bob\nClass=user\nActive=yes\n";
        assert_eq!(user_names(&parse_sessions(text)), ["bob", "ann"]);
        assert_eq!(parse_sessions(""), []);
    }

    #[test]
    fn a_session_is_read_with_its_times() {
        let text = "Id=7\nName=ann\nTimestamp=Thu 2026-11-19 08:05:06 UTC\nTTY=tty2\nDisplay=\n\
                    Remote=no\nRemoteHost=\nClass=user\nActive=no\nState=online\nIdleHint=yes\n\
                    IdleSinceHint=1795082706000000\n\nId=9\nName=bob\n\
                    Timestamp=Thu 2026-11-19 09:00:00 UTC\nTTY=pts/0\nDisplay=\nRemote=yes\n\
                    RemoteHost=192.0.2.7\nClass=user\nActive=yes\nState=active\nIdleHint=no\n\
                    IdleSinceHint=0\n";
        let bob = LoginSession {
            user: "bob".to_owned(),
            state: "active",
            place: "remote",
            client: "192.0.2.7".to_owned(),
            terminal: "pts/0".to_owned(),
            logged_in_since: Some("2026-11-19T09:00:00Z".to_owned()),
            idle: Some(false),
            id: "9".to_owned(),
            ..LoginSession::default()
        };
        let ann = LoginSession {
            user: "ann".to_owned(),
            state: "background",
            place: "console",
            terminal: "tty2".to_owned(),
            logged_in_since: Some("2026-11-19T08:05:06Z".to_owned()),
            idle: Some(true),
            idle_since: Some("2026-11-19T10:05:06Z".to_owned()),
            id: "7".to_owned(),
            ..LoginSession::default()
        };
        assert_eq!(parse_sessions(text), [bob, ann]);
    }

    #[test]
    fn login_records_tell_the_console_from_another_computer() {
        let text = "ann  tty1   Nov 19 10:00\nbob pts/3 Nov 19 10:00 (192.0.2.7)\n\
                    cy :0 2026-11-19 10:00 (:0)\nbad\n";
        let read: Vec<_> = parse_logins(text)
            .into_iter()
            .map(|one| (one.user, one.terminal, one.place, one.client))
            .collect();
        let session = |user: &str, terminal: &str, place, client: &str| {
            (user.to_owned(), terminal.to_owned(), place, client.to_owned())
        };
        let expected = [
            session("ann", "tty1", "console", ""),
            session("bob", "pts/3", "remote", "192.0.2.7"),
            session("cy", ":0", "console", ""),
        ];
        assert_eq!(read, expected);
    }
}
