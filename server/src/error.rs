//! Every way a request can fail, and the only file that knows HTTP statuses.
//!
//! `Display` is what the caller reads, once [`sentence`] has added a capital
//! and a full stop. A cause stays in `source`, for the log.

use std::collections::BTreeMap;

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use sea_orm::DbErr;
use serde::Serialize;
use utoipa::ToSchema;

use crate::bus::BusDown;
use crate::storage;
use crate::time::Timestamp;
use crate::wording::sentence;

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
    /// No other agent could help this one.
    #[error("{0}")]
    NoPeer(String),
    /// The agent refused, with this message.
    #[error("{0}")]
    AgentError(String),
    /// A mail could not be sent, with the mail server's message.
    #[error("{0}")]
    MailFailed(String),
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
    /// Too many agents connect at once.
    #[error("too many agents are connecting at once: try again in {seconds} s")]
    RetryLater {
        /// When there is room.
        seconds: u64,
    },
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

/// The one shape of every refusal.
#[derive(Serialize, ToSchema)]
pub struct ErrorBody {
    /// A sentence for a person.
    pub detail: String,
    /// A stable word for a program.
    pub code: String,
    /// Every problem, by field path. Only when fields are wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, value_type = std::collections::BTreeMap<String, Vec<String>>)]
    pub errors: Option<Problems>,
    /// The same as the header `X-Request-Id`.
    pub request_id: String,
}

/// A refusal before it is sent; the request-id layer turns it into the body.
#[derive(Clone)]
pub struct Refusal {
    /// See [`ErrorBody::detail`].
    pub detail: String,
    /// See [`ErrorBody::code`].
    pub code: &'static str,
    /// See [`ErrorBody::errors`].
    pub errors: Option<Problems>,
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

    /// What the caller reads. Messages of agents and mail servers are unchanged.
    fn message(&self) -> String {
        match self {
            Self::AgentError(text) | Self::MailFailed(text) => text.clone(),
            other => sentence(&other.to_string()),
        }
    }

    fn status_and_code(&self) -> (StatusCode, &'static str) {
        match self {
            Self::Invalid(_) | Self::Malformed(_) => (StatusCode::BAD_REQUEST, "invalid"),
            Self::BadCredentials => (StatusCode::BAD_REQUEST, "bad_credentials"),
            Self::NotAuthenticated => (StatusCode::UNAUTHORIZED, "not_authenticated"),
            Self::InvalidCredentials => (StatusCode::UNAUTHORIZED, "invalid_credentials"),
            Self::ExpiredCredentials => (StatusCode::UNAUTHORIZED, "expired_credentials"),
            Self::Forbidden(_) => (StatusCode::FORBIDDEN, "forbidden"),
            Self::FeatureDisabled(_) => (StatusCode::FORBIDDEN, "feature_disabled"),
            Self::NotFound(_) => (StatusCode::NOT_FOUND, "not_found"),
            Self::MethodNotAllowed => (StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed"),
            Self::Conflict(_) => (StatusCode::CONFLICT, "conflict"),
            Self::EditConflict { .. } => (StatusCode::CONFLICT, "edit_conflict"),
            Self::TargetsChanged(_) => (StatusCode::CONFLICT, "targets_changed"),
            Self::InUse(_) => (StatusCode::CONFLICT, "in_use"),
            Self::AgentOffline => (StatusCode::CONFLICT, "agent_offline"),
            Self::AgentTimeout => (StatusCode::GATEWAY_TIMEOUT, "agent_timeout"),
            Self::NoAnswer => (StatusCode::GATEWAY_TIMEOUT, "agent_timeout"),
            Self::UnsupportedPlatform(_) => (StatusCode::BAD_REQUEST, "unsupported_platform"),
            Self::NoPeer(_) => (StatusCode::CONFLICT, "no_peer"),
            Self::AgentError(_) => (StatusCode::BAD_REQUEST, "agent_error"),
            Self::MailFailed(_) => (StatusCode::BAD_REQUEST, "mail_failed"),
            Self::TooLarge { .. } => (StatusCode::PAYLOAD_TOO_LARGE, "too_large"),
            Self::TooSlow { .. } => (StatusCode::REQUEST_TIMEOUT, "too_slow"),
            Self::Compressed => (StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported_media_type"),
            Self::NotJson => (StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported_media_type"),
            Self::TooMany { .. } => (StatusCode::TOO_MANY_REQUESTS, "too_many_requests"),
            Self::Overloaded | Self::RetryLater { .. } => {
                (StatusCode::SERVICE_UNAVAILABLE, "overloaded")
            }
            Self::Unavailable(_) | Self::DeliveryUnknown | Self::DiskFull => {
                (StatusCode::SERVICE_UNAVAILABLE, "unavailable")
            }
            Self::Internal(_) => (StatusCode::INTERNAL_SERVER_ERROR, "internal"),
        }
    }
}

impl ApiError {
    /// Whether the same may work later: a job retries then.
    pub fn is_temporary(&self) -> bool {
        self.status_and_code().0 == StatusCode::SERVICE_UNAVAILABLE
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let (status, code) = self.status_and_code();
        let detail = self.message();
        let retry_after = match &self {
            Self::TooMany { seconds } | Self::RetryLater { seconds } => Some(*seconds),
            // Not all at the same moment.
            Self::Overloaded => Some(rand::random_range(1..=4)),
            Self::Unavailable(_) | Self::DeliveryUnknown => Some(5),
            Self::DiskFull => Some(60),
            _ => None,
        };
        let errors = match self {
            Self::Invalid(problems) => Some(problems.into_iter().map(in_sentences).collect()),
            Self::Internal(cause) => {
                tracing::error!(error = format!("{cause:#}"), "request failed");
                None
            }
            _ => None,
        };

        let mut response = status.into_response();
        response.extensions_mut().insert(Refusal { detail, code, errors });
        let headers = response.headers_mut();
        if status == StatusCode::UNAUTHORIZED {
            let scheme = HeaderValue::from_static(r#"Token realm="muster""#);
            headers.insert(header::WWW_AUTHENTICATE, scheme);
        }
        if let Some(seconds) = retry_after {
            headers.insert(header::RETRY_AFTER, seconds.into());
        }
        response
    }
}

impl Refusal {
    /// Whether the caller was refused because the server is overloaded.
    pub fn is_overload(&self) -> bool {
        self.code == "overloaded"
    }

    /// The finished body, once the request id is known.
    pub fn into_body(self, request_id: &str) -> Json<ErrorBody> {
        let Self { detail, code, errors } = self;
        Json(ErrorBody { detail, code: code.to_owned(), errors, request_id: request_id.to_owned() })
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

/// The problems of one field as a caller reads them.
pub fn in_sentences((field, problems): (String, Vec<String>)) -> (String, Vec<String>) {
    (field, problems.iter().map(|problem| sentence(problem)).collect())
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
