//! What Windows knows of a session: since when, from where, and whether it is in use.

use chrono::{DateTime, SecondsFormat};
use windows::Win32::System::RemoteDesktop::{
    WTS_CONNECTSTATE_CLASS, WTSActive, WTSClientName, WTSDisconnected,
};

use super::sessions::{Session, console_session, info, protocol, text};
use crate::os::LoginSession;
use crate::os::windows::wide::until_zero;

/// Nobody who works leaves keyboard and mouse for so long, in units of 100 nanoseconds.
const IDLE_AFTER: i64 = 15 * 60 * 10_000_000;

/// From 1601, when Windows begins to count, to 1970.
const SECONDS_TO_1970: i64 = 11_644_473_600;

/// What is asked of Windows about a session. Times that it does not know are 0.
#[derive(Clone, Debug, Default, PartialEq)]
struct Facts {
    state: WTS_CONNECTSTATE_CLASS,
    is_at_console: bool,
    /// 0 for the console and for what nobody sees, 2 for RDP.
    protocol: u16,
    client: String,
    station: String,
    logged_in: i64,
    disconnected: i64,
    last_input: i64,
    now: i64,
}

/// Describes a session; `computer` is the name of this machine.
pub fn describe(session: &Session, computer: &str) -> LoginSession {
    describe_by(session, &facts_of(session), computer)
}

fn describe_by(session: &Session, facts: &Facts, computer: &str) -> LoginSession {
    let is_local = session.domain.eq_ignore_ascii_case(computer);
    let idle = idle(facts);
    let is_left = facts.state == WTSDisconnected;
    LoginSession {
        user: session.user.clone(),
        domain: if is_local { String::new() } else { session.domain.clone() },
        state: match facts.state {
            state if state == WTSActive => "active",
            _ if is_left => "disconnected",
            _ => "",
        },
        place: match (facts.is_at_console, facts.protocol) {
            (true, _) => "console",
            (false, 0) => "",
            (false, _) => "remote",
        },
        client: facts.client.clone(),
        terminal: facts.station.clone(),
        logged_in_since: time_of(facts.logged_in),
        disconnected_since: time_of(facts.disconnected).filter(|_| is_left),
        idle,
        idle_since: time_of(facts.last_input).filter(|_| idle == Some(true)),
        id: session.id.to_string(),
    }
}

/// Of a session that nobody sees the question makes no sense; of the console, Windows often
/// does not know.
fn idle(facts: &Facts) -> Option<bool> {
    let is_known = facts.state == WTSActive && facts.last_input > 0 && facts.now > 0;
    is_known.then(|| facts.now.saturating_sub(facts.last_input) >= IDLE_AFTER)
}

/// A time of Windows in RFC 3339.
fn time_of(units: i64) -> Option<String> {
    let seconds = (units > 0).then_some(units / 10_000_000)?;
    let time = DateTime::from_timestamp(seconds.checked_sub(SECONDS_TO_1970)?, 0)?;
    Some(time.to_rfc3339_opts(SecondsFormat::Secs, true))
}

fn facts_of(session: &Session) -> Facts {
    let known = Facts {
        state: session.state,
        is_at_console: session.id == console_session(),
        protocol: protocol(session.id),
        client: text(session.id, WTSClientName),
        ..Facts::default()
    };
    let Some(info) = info(session.id) else { return known };
    Facts {
        station: until_zero(&info.WinStationName).to_string_lossy().into_owned(),
        logged_in: info.LogonTime,
        disconnected: info.DisconnectTime,
        last_input: info.LastInputTime,
        now: info.CurrentTime,
        ..known
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 2026-11-19T10:05:06Z as Windows counts.
    const NOW: i64 = (1_795_082_706 + SECONDS_TO_1970) * 10_000_000;
    const MINUTE: i64 = 60 * 10_000_000;

    fn session(domain: &str, is_active: bool) -> Session {
        let state = if is_active { WTSActive } else { WTSDisconnected };
        Session { id: 3, domain: domain.to_owned(), user: "ann".to_owned(), state }
    }

    fn some(text: &str) -> Option<String> {
        Some(text.to_owned())
    }

    #[test]
    fn a_remote_session_has_its_client_and_is_idle_after_a_quarter_of_an_hour() {
        let facts = |quiet: i64| Facts {
            state: WTSActive,
            protocol: 2,
            client: "LAPTOP-7".to_owned(),
            station: "RDP-Tcp#3".to_owned(),
            logged_in: NOW - 120 * MINUTE,
            disconnected: NOW - 90 * MINUTE,
            last_input: NOW - quiet * MINUTE,
            now: NOW,
            ..Facts::default()
        };
        let busy = LoginSession {
            user: "ann".to_owned(),
            domain: "CORP".to_owned(),
            state: "active",
            place: "remote",
            client: "LAPTOP-7".to_owned(),
            terminal: "RDP-Tcp#3".to_owned(),
            logged_in_since: some("2026-11-19T08:05:06Z"),
            disconnected_since: None,
            idle: Some(false),
            idle_since: None,
            id: "3".to_owned(),
        };
        let session = session("CORP", true);
        assert_eq!(describe_by(&session, &facts(14), "PC-1"), busy);
        let idle =
            LoginSession { idle: Some(true), idle_since: some("2026-11-19T09:50:06Z"), ..busy };
        assert_eq!(describe_by(&session, &facts(15), "PC-1"), idle);
    }

    #[test]
    fn a_session_that_was_left_says_since_when_and_the_console_where_it_is() {
        let left = Facts {
            state: WTSDisconnected,
            logged_in: NOW - 120 * MINUTE,
            disconnected: NOW - MINUTE,
            last_input: NOW - 60 * MINUTE,
            now: NOW,
            ..Facts::default()
        };
        let expected = LoginSession {
            user: "ann".to_owned(),
            state: "disconnected",
            logged_in_since: some("2026-11-19T08:05:06Z"),
            disconnected_since: some("2026-11-19T10:04:06Z"),
            id: "3".to_owned(),
            ..LoginSession::default()
        };
        assert_eq!(describe_by(&session("pc-1", false), &left, "PC-1"), expected);

        // Windows 10 knows of no input at the console.
        let console = Facts { state: WTSActive, is_at_console: true, now: NOW, ..Facts::default() };
        let shown = describe_by(&session("PC-1", true), &console, "PC-1");
        assert_eq!((shown.place, shown.state, shown.idle), ("console", "active", None));
        assert_eq!((shown.domain.as_str(), shown.logged_in_since), ("", None));
    }

    #[test]
    fn a_time_that_windows_does_not_know_is_none() {
        assert_eq!(time_of(NOW), some("2026-11-19T10:05:06Z"));
        assert_eq!((time_of(0), time_of(-1)), (None, None));
    }
}
