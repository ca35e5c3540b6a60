//! Every way a request can fail. `status.rs` alone knows HTTP statuses.
//!
//! `Display` is what the caller reads, once [`sentence`] has added a capital
//! and a full stop. A cause stays in `source`, for the log.

mod response;
mod status;

use std::collections::BTreeMap;

use sea_orm::DbErr;
use serde_json::Value;

use crate::bus::BusDown;
use crate::storage;
use crate::time::Timestamp;
use crate::wording::sentence;

pub use self::response::{ErrorBody, Refusal, in_sentences};

/// Problems of a body or query: field path → sentences.
pub type Problems = BTreeMap<String, Vec<String>>;

/// Adds a problem of one field.
pub fn add_problem(problems: &mut Problems, field: impl Into<String>, problem: impl Into<String>) {
    problems.entry(field.into()).or_default().push(problem.into());
}

/// Every way a request can fail, in terms of the caller.
#[derive(Debug, thiserror::Error)]
pub enum ApiError {
    /// One or more fields are wrong. Nothing was changed.
    #[error("{}", summary(.0))]
    Invalid(Problems),
    /// The body cannot be read at all.
    #[error("{0}")]
    Malformed(String),
    /// Name, password or code are wrong, or the account may not log in: the
    /// answer does not reveal which.
    #[error("wrong user name, password or code")]
    BadCredentials,
    /// No credential was sent.
    #[error("authentication is needed: send X-API-KEY, or Authorization with a session token")]
    NotAuthenticated,
    /// A credential was sent, and it is not a valid one.
    #[error("the credentials are not valid")]
    InvalidCredentials,
    /// The credential has expired.
    #[error("the credentials have expired")]
    ExpiredCredentials,
    /// Authenticated, but not allowed.
    #[error("{0}")]
    Forbidden(String),
    /// Switched off by a setting.
    #[error("{0}")]
    FeatureDisabled(String),
    /// Unknown path or object.
    #[error("{0} not found")]
    NotFound(&'static str),
    /// The path is known, the method is not.
    #[error("this path does not support that method")]
    MethodNotAllowed,
    /// The present state forbids it.
    #[error("{0}")]
    Conflict(String),
    /// The object was changed since the caller read it.
    #[error("this was changed by {by} at {time}, after you opened it; nothing was saved")]
    EditConflict {
        /// Who changed it last.
        by: String,
        time: Timestamp,
        /// What is stored, as its own address shows it.
        current: Value,
    },
    /// The target agents differ from what the caller expects.
    #[error("{0}")]
    TargetsChanged(String),
    /// Others refer to it.
    #[error("{0}")]
    InUse(String),
    /// The agent is needed now and is not connected.
    #[error("the agent is offline")]
    AgentOffline,
    /// A superuser has stopped everything that goes to this agent, or to all.
    #[error("this is frozen: nothing may begin there until a superuser thaws it")]
    Frozen,
    /// The agent is connected and did not answer.
    #[error(
        "the agent did not answer in time; the run continues and its result will appear in the history"
    )]
    AgentTimeout,
    /// The agent did not answer a question.
    #[error("the agent did not answer in time")]
    NoAnswer,
    /// The agent's platform does not support it.
    #[error("{0}")]
    UnsupportedPlatform(String),
    /// The agent's version does not have it.
    #[error("{0}")]
    AgentOutdated(String),
    /// No other agent could help this one.
    #[error("{0}")]
    NoPeer(String),
    /// The agent refused, with this message.
    #[error("{0}")]
    AgentError(String),
    /// A mail could not be sent, with the mail server's message.
    #[error("{0}")]
    MailFailed(String),
    /// A text message could not be sent, with the provider's message.
    #[error("{0}")]
    SmsFailed(String),
    /// A notification could not be sent to a browser, with the reason.
    #[error("{0}")]
    PushFailed(String),
    /// The body is larger than the limit.
    #[error("the request body is larger than {limit} bytes")]
    TooLarge {
        /// The limit in bytes.
        limit: usize,
    },
    /// The body did not arrive.
    #[error("the request body did not arrive within {seconds} s")]
    TooSlow {
        /// The limit in seconds.
        seconds: u64,
    },
    /// The body is compressed.
    #[error("the body must not be compressed: send it without Content-Encoding")]
    Compressed,
    /// The body is not JSON.
    #[error("the body must be JSON: send Content-Type: application/json")]
    NotJson,
    /// Too many requests.
    #[error("too many attempts: try again in {seconds} s")]
    TooMany {
        /// When to retry.
        seconds: u64,
    },
    /// The server is overloaded.
    #[error("the server is busy; nothing was changed: try again in a moment")]
    Overloaded,
    /// A part the request needs is down.
    #[error("{0} cannot be reached at the moment; nothing was changed")]
    Unavailable(&'static str),
    /// The bus was lost under it: it may or may not have happened.
    #[error(
        "the connection to the message bus was lost; the agent's history will show whether it received the order"
    )]
    DeliveryUnknown,
    /// The database cannot write.
    #[error("the disk of the database is full or failing; nothing was changed")]
    DiskFull,
    /// An error in the server.
    #[error("something went wrong on the server; its log has the details under this request id")]
    Internal(#[source] anyhow::Error),
}

impl ApiError {
    /// One field with one problem.
    pub fn invalid(field: impl Into<String>, problem: impl Into<String>) -> Self {
        Self::Invalid(Problems::from([(field.into(), vec![problem.into()])]))
    }

    /// Refuses if anything is wrong.
    pub fn refuse(problems: Problems) -> Result<(), Self> {
        if problems.is_empty() { Ok(()) } else { Err(Self::Invalid(problems)) }
    }

    /// Status, code and message, for use where there is no HTTP answer. The
    /// cause of an internal error goes to the log.
    pub fn into_parts(self) -> (u16, &'static str, String) {
        let (status, code) = self.status_and_code();
        if let Self::Internal(cause) = &self {
            tracing::error!(error = format!("{cause:#}"), "a socket failed");
        }
        (status.as_u16(), code, self.message())
    }

    /// What the caller reads. Messages of agents and other services are unchanged.
    fn message(&self) -> String {
        match self {
            Self::AgentError(text)
            | Self::MailFailed(text)
            | Self::SmsFailed(text)
            | Self::PushFailed(text) => text.clone(),
            other => sentence(&other.to_string()),
        }
    }
}

impl From<DbErr> for ApiError {
    fn from(error: DbErr) -> Self {
        if storage::is_unreachable(&error) {
            tracing::error!(error = %error, "the database cannot be reached");
            return Self::Unavailable("the database");
        }
        if storage::is_conflict(&error) {
            tracing::error!(error = %error, "a transaction was aborted because of a conflict with another one");
            return Self::Overloaded;
        }
        if storage::is_full(&error) {
            tracing::error!(error = %error, "the database cannot write: its disk is full or failing");
            return Self::DiskFull;
        }
        Self::Internal(anyhow::Error::new(error).context("while using the database"))
    }
}

impl From<BusDown> for ApiError {
    fn from(_: BusDown) -> Self {
        Self::Unavailable("the message bus")
    }
}

fn summary(problems: &Problems) -> String {
    let mut lines = problems.iter().flat_map(|(field, problems)| {
        let line = |problem: &String| {
            let whole = sentence(problem);
            format!("{field}: {}", whole.strip_suffix('.').unwrap_or(&whole))
        };
        problems.iter().map(line).collect::<Vec<_>>()
    });
    let first = lines.next().unwrap_or_else(|| "the request is not valid".to_owned());
    match lines.count() {
        0 => first,
        more => format!("{first} (and {more} more)"),
    }
}
