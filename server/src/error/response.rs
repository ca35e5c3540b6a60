//! A refusal as an HTTP answer.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::{ApiError, Problems};
use crate::wording::sentence;

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
    /// What is stored, as its own address shows it. Only for `edit_conflict`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, value_type = Object)]
    pub current: Option<Value>,
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
    /// See [`ErrorBody::current`].
    pub current: Option<Value>,
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let (status, code) = self.status_and_code();
        let detail = self.message();
        let retry_after = match &self {
            Self::TooMany { seconds } => Some(*seconds),
            // Not all at the same moment.
            Self::Overloaded => Some(rand::random_range(1..=4)),
            Self::Unavailable(_) | Self::DeliveryUnknown => Some(5),
            Self::DiskFull => Some(60),
            _ => None,
        };
        let (mut errors, mut current) = (None, None);
        match self {
            Self::Invalid(problems) => {
                errors = Some(problems.into_iter().map(in_sentences).collect());
            }
            Self::EditConflict { current: stored, .. } => current = Some(stored),
            Self::Internal(cause) => {
                tracing::error!(error = format!("{cause:#}"), "request failed");
            }
            _ => {}
        }

        let mut response = status.into_response();
        response.extensions_mut().insert(Refusal { detail, code, errors, current });
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
        let Self { detail, code, errors, current } = self;
        let (code, request_id) = (code.to_owned(), request_id.to_owned());
        Json(ErrorBody { detail, code, errors, current, request_id })
    }
}

/// The problems of one field as a caller reads them.
pub fn in_sentences((field, problems): (String, Vec<String>)) -> (String, Vec<String>) {
    (field, problems.iter().map(|problem| sentence(problem)).collect())
}
