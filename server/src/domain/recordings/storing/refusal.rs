//! Why a part is refused for ever.

use std::io;

use sea_orm::DbErr;

use crate::error::ApiError;

/// Why a part is refused. The agent drops the whole recording then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// It is no part, or of a version that this server does not know.
    Unreadable,
    /// There is no such session of this agent.
    NoSession,
    /// The session was not to be recorded, or is of another kind.
    NotRecorded,
    /// The agent has not signed it.
    BadSignature,
    /// A part before it is missing, or it does not name the one before.
    OutOfOrder,
    /// Another part with its number is stored, or the parts before have another key.
    Changed,
    /// The recording is complete, or was refused before.
    Ended,
    /// The session has more recordings than a helper begins.
    TooMany,
    /// The agent has sent more today than is stored.
    TooMuch,
    /// Its times are not after those of the part before, or senseless.
    BadTime,
}

impl Refusal {
    /// For the agent, its log and the API.
    pub(super) fn code(self) -> &'static str {
        match self {
            Self::Unreadable => "unreadable",
            Self::NoSession => "no_session",
            Self::NotRecorded => "not_recorded",
            Self::BadSignature => "bad_signature",
            Self::OutOfOrder => "out_of_order",
            Self::Changed => "changed",
            Self::Ended => "ended",
            Self::TooMany => "too_many",
            Self::TooMuch => "too_much",
            Self::BadTime => "bad_time",
        }
    }

    /// For people, after "refused:".
    pub(super) fn reason(self) -> &'static str {
        match self {
            Self::Unreadable => "it is not a part that this server can read",
            Self::NoSession => "there is no such session of this agent",
            Self::NotRecorded => "the session was not to be recorded",
            Self::BadSignature => "its signature is not that of the agent",
            Self::OutOfOrder => "it does not follow the part before it",
            Self::Changed => "it differs from what was stored before",
            Self::Ended => "the recording has ended",
            Self::TooMany => "the session has too many recordings",
            Self::TooMuch => "the agent has sent more than 4 GiB of recordings today",
            Self::BadTime => "its times are not possible",
        }
    }
}

/// Why a part is not stored now.
pub(super) enum Trouble {
    /// And never will be.
    Refused(Refusal),
    /// Something of ours does not work: it is tried again.
    Failed(anyhow::Error),
}

impl From<Refusal> for Trouble {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<anyhow::Error> for Trouble {
    fn from(error: anyhow::Error) -> Self {
        Self::Failed(error)
    }
}

impl From<DbErr> for Trouble {
    fn from(error: DbErr) -> Self {
        Self::Failed(error.into())
    }
}

impl From<ApiError> for Trouble {
    fn from(error: ApiError) -> Self {
        Self::Failed(error.into())
    }
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Self {
        Self::Failed(error.into())
    }
}
