//! A session and those who take part in it, as they are stored.

use muster_remote::{Kind, RecordingMode};
use sea_orm::FromQueryResult;

use super::details::SessionDetails;
use super::kind::kind_named;
use super::rules::{EffectiveRules, recording_named};
use crate::auth::{Credential, Identity};
use crate::domain::fleet::Target;
use crate::error::ApiError;
use crate::storage::{TextEnum, stored_as_text};

/// How far a session is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SessionStatus {
    /// The agent has not connected to the relay yet.
    Opening,
    /// It has.
    Open,
    /// Nobody can join any more.
    Ended,
}

impl TextEnum for SessionStatus {
    const ALL: &'static [Self] = &[Self::Opening, Self::Open, Self::Ended];

    fn as_str(self) -> &'static str {
        match self {
            Self::Opening => "opening",
            Self::Open => "open",
            Self::Ended => "ended",
        }
    }
}

stored_as_text!(SessionStatus);

/// The credential behind a session or a viewer: one of both, or none for the command
/// line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, FromQueryResult)]
pub struct StoredCredential {
    pub api_key_id: Option<i64>,
    pub login_id: Option<i64>,
}

impl StoredCredential {
    /// Of a caller.
    pub fn of(caller: &Identity) -> Self {
        match caller.credential {
            Credential::Key { id, .. } => Self { api_key_id: Some(id), login_id: None },
            Credential::Session { id } | Credential::Enrolment { id } => {
                Self { api_key_id: None, login_id: Some(id) }
            }
            Credential::Console => Self { api_key_id: None, login_id: None },
        }
    }

    /// To be looked up again.
    pub fn credential(self) -> Option<Credential> {
        let key = self.api_key_id.map(|id| Credential::Key { id, read_only: false });
        key.or(self.login_id.map(|id| Credential::Session { id }))
    }
}

/// A session to be stored.
pub struct NewSession<'a> {
    pub target: &'a Target,
    pub kind: Kind,
    pub reason: &'a str,
    pub details: &'a SessionDetails,
    pub rules: &'a EffectiveRules,
    /// Those that the operator names; one of them is chosen.
    pub relays: &'a [String],
}

/// A session, with its agent.
#[derive(Clone, Debug, FromQueryResult)]
pub struct StoredSession {
    pub session_key: i64,
    pub uid: String,
    kind: String,
    pub status: SessionStatus,
    pub username: String,
    details: String,
    recording: String,
    /// The relay of all its sockets; empty: that of the server itself.
    pub(super) relay_url: String,
    #[sea_orm(nested)]
    pub target: Target,
}

impl StoredSession {
    /// Its kind; the table allows no other.
    pub fn kind(&self) -> Kind {
        kind_named(&self.kind).unwrap_or(Kind::Screen)
    }

    /// What it is about.
    pub fn details(&self) -> SessionDetails {
        SessionDetails::parse(&self.details)
    }

    /// Whether it is recorded: as it began, whatever the policy says now.
    pub fn recording(&self) -> RecordingMode {
        recording_named(&self.recording)
    }

    /// Refuses to let anybody into a session that has ended.
    pub fn must_be_open(&self) -> Result<(), ApiError> {
        match self.status {
            SessionStatus::Opening | SessionStatus::Open => Ok(()),
            SessionStatus::Ended => {
                Err(ApiError::Conflict("the session has ended: open another one".to_owned()))
            }
        }
    }
}

/// What the person at the computer answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConsentAnswer {
    Granted,
    Denied,
    Timeout,
    Nobody,
    Vetoed,
}

impl ConsentAnswer {
    /// From the name that the agent reports.
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "granted" => Self::Granted,
            "denied" => Self::Denied,
            "timeout" => Self::Timeout,
            "nobody" => Self::Nobody,
            "vetoed" => Self::Vetoed,
            _ => return None,
        })
    }

    /// The name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Granted => "granted",
            Self::Denied => "denied",
            Self::Timeout => "timeout",
            Self::Nobody => "nobody",
            Self::Vetoed => "vetoed",
        }
    }

    /// What happened, for the audit log.
    pub fn deed(self) -> &'static str {
        match self {
            Self::Granted => "somebody at the computer agreed to",
            Self::Denied => "somebody at the computer refused",
            Self::Timeout => "nobody at the computer answered in time about",
            Self::Nobody => "nobody was at the computer to be asked about",
            Self::Vetoed => "the agent's own settings refused",
        }
    }
}
