//! What one viewer of one session may do on one agent, for a minute.

use serde::{Deserialize, Serialize};

/// Permission for one viewer of one session. It travels as JSON text, and the
/// text itself is signed (see [`grant_to_sign`]): nobody has to write it the
/// same way twice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Grant {
    /// Version of this description: 1.
    pub version: u32,
    /// The session, a UUID.
    pub session: String,
    /// The viewer in it, a UUID.
    pub viewer: String,
    /// Whether the session begins with this viewer. Any other joins one that is open
    /// on the computer, or finds that it has ended there.
    #[serde(default)]
    pub begins: bool,
    /// The only agent it is for.
    pub agent: String,
    /// Login name of the person.
    pub user: String,
    /// The name that is shown on the computer.
    pub user_name: String,
    /// What kind of session.
    pub kind: Kind,
    /// Whether the viewer may only watch.
    pub view_only: bool,
    /// SHA-256 of the viewer's X25519 key, in lower-case hex.
    pub key_sha256: String,
    /// When it was made, in microseconds since 1970 by the server's clock.
    pub issued: i64,
    /// When it is no longer valid to begin with.
    pub expires: i64,
    /// How long the session may last.
    pub limits: Limits,
    /// Whether the person at the computer is asked.
    pub consent: Consent,
    /// Whether the session is recorded.
    pub recording: Recording,
    /// For terminals.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub terminal: Option<Terminal>,
    /// For tunnels: the only address that may be dialled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tunnel: Option<Target>,
}

/// What kind of session it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A shell in a terminal.
    Terminal,
    /// Reading and writing files.
    Files,
    /// Seeing the screen and using keyboard and mouse.
    Screen,
    /// Connections to one address.
    Tunnel,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 4] = [Self::Terminal, Self::Files, Self::Screen, Self::Tunnel];

    /// Its name in the API and in settings.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Terminal => "terminal",
            Self::Files => "files",
            Self::Screen => "screen",
            Self::Tunnel => "tunnel",
        }
    }
}

/// How long a session may last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Without anything from a viewer.
    pub idle_seconds: u32,
    /// In all.
    pub longest_seconds: u32,
}

/// Whether the person at the computer is asked, and what happens otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Consent {
    /// Whether they are asked or only see that somebody is there.
    pub mode: ConsentMode,
    /// How long they have to answer.
    pub seconds: u32,
    /// What happens when nobody is there to be asked.
    pub when_nobody: WhenNobody,
}

/// Whether the person at the computer is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ConsentMode {
    /// Nothing is shown.
    Off,
    /// A notice with the technician's name as long as the session lasts.
    Notice,
    /// Nothing begins before they agree; then the notice.
    Ask,
}

/// What happens when nobody is there to be asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WhenNobody {
    /// The session does not begin.
    Block,
    /// The session begins.
    Proceed,
}

/// Whether and how the session is recorded, by the agent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recording {
    /// Whether it is.
    pub mode: RecordingMode,
    /// Whether what is typed into a terminal is part of it.
    pub input: bool,
    /// The installation's X25519 key that recordings are sealed to, in hex;
    /// empty when nothing is recorded.
    pub key: String,
}

/// Whether a session is recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RecordingMode {
    /// It is not.
    Off,
    /// It is, as far as that works.
    On,
    /// It is, and pauses while the recording cannot be written.
    Strict,
}

/// What a terminal begins with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terminal {
    /// A known name or an absolute path; empty: the agent's default.
    pub shell: String,
    /// Whether it runs as the logged-in user instead of the agent's account.
    pub run_as_user: bool,
    /// Height in characters.
    pub rows: u16,
    /// Width in characters.
    pub cols: u16,
}

/// The address that a tunnel leads to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Target {
    /// Name or address, as the agent sees it.
    pub host: String,
    /// TCP port.
    pub port: u16,
}

/// The text that a server signs with its installation's key, which the agent
/// knows since its first connection.
///
/// The prefix keeps the signature from meaning anything in another place.
pub fn grant_to_sign(grant: &str) -> Vec<u8> {
    format!("muster remote grant 1: {grant}").into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grant_is_read_as_it_was_written() {
        let grant = Grant {
            version: 1,
            session: "s".to_owned(),
            viewer: "v".to_owned(),
            begins: true,
            agent: "a".to_owned(),
            user: "ann".to_owned(),
            user_name: "Ann \"Lee\"".to_owned(),
            kind: Kind::Tunnel,
            view_only: false,
            key_sha256: "00".repeat(32),
            issued: 1,
            expires: 2,
            limits: Limits { idle_seconds: 1800, longest_seconds: 28_800 },
            consent: Consent {
                mode: ConsentMode::Ask,
                seconds: 30,
                when_nobody: WhenNobody::Proceed,
            },
            recording: Recording { mode: RecordingMode::Strict, input: false, key: String::new() },
            terminal: None,
            tunnel: Some(Target { host: "127.0.0.1".to_owned(), port: 22 }),
        };
        let text = serde_json::to_string(&grant).unwrap();
        assert_eq!(serde_json::from_str::<Grant>(&text).unwrap(), grant);
        assert!(grant_to_sign(&text).starts_with(b"muster remote grant 1: {"));
        for kind in Kind::ALL {
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.as_str());
        }
    }
}
