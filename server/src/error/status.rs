//! The HTTP status of every refusal, and its stable word for programs.

use axum::http::StatusCode;

use super::ApiError;

impl ApiError {
    pub(super) fn status_and_code(&self) -> (StatusCode, &'static str) {
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
            Self::Frozen => (StatusCode::CONFLICT, "frozen"),
            Self::AgentTimeout => (StatusCode::GATEWAY_TIMEOUT, "agent_timeout"),
            Self::NoAnswer => (StatusCode::GATEWAY_TIMEOUT, "agent_timeout"),
            Self::UnsupportedPlatform(_) => (StatusCode::BAD_REQUEST, "unsupported_platform"),
            Self::AgentOutdated(_) => (StatusCode::BAD_REQUEST, "agent_outdated"),
            Self::NoPeer(_) => (StatusCode::CONFLICT, "no_peer"),
            Self::AgentError(_) => (StatusCode::BAD_REQUEST, "agent_error"),
            Self::MailFailed(_) => (StatusCode::BAD_REQUEST, "mail_failed"),
            Self::SmsFailed(_) => (StatusCode::BAD_REQUEST, "sms_failed"),
            Self::PushFailed(_) => (StatusCode::BAD_REQUEST, "push_failed"),
            Self::TooLarge { .. } => (StatusCode::PAYLOAD_TOO_LARGE, "too_large"),
            Self::TooSlow { .. } => (StatusCode::REQUEST_TIMEOUT, "too_slow"),
            Self::Compressed => (StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported_media_type"),
            Self::NotJson => (StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported_media_type"),
            Self::TooMany { .. } => (StatusCode::TOO_MANY_REQUESTS, "too_many_requests"),
            Self::Overloaded => (StatusCode::SERVICE_UNAVAILABLE, "overloaded"),
            Self::Unavailable(_) | Self::DeliveryUnknown | Self::DiskFull => {
                (StatusCode::SERVICE_UNAVAILABLE, "unavailable")
            }
            Self::Internal(_) => (StatusCode::INTERNAL_SERVER_ERROR, "internal"),
        }
    }

    /// Whether the same may work later: a job retries then.
    pub fn is_temporary(&self) -> bool {
        self.status_and_code().0 == StatusCode::SERVICE_UNAVAILABLE
    }
}
