//! The header itself.

use std::time::Duration;

use axum::extract::OptionalFromRequestParts;
use axum::http::HeaderMap;
use axum::http::request::Parts;

use crate::error::ApiError;

/// Its name.
pub const HEADER: &str = "idempotency-key";
/// How long a key is remembered.
pub const REMEMBERED: Duration = Duration::from_secs(24 * 3600);
/// The refusal of a key on a second path.
pub const OTHER_PATH: &str = "this Idempotency-Key was used on another path within the last day";
const LONGEST: usize = 255;

/// The key of a request, and the path it was sent to. A handler that stores its
/// keys itself takes an `Option` of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdempotencyKey {
    /// The key as the caller sent it.
    pub text: String,
    pub path: String,
}

impl IdempotencyKey {
    /// Refuses the key if it was used on another path than its own.
    pub fn must_be_for(&self, path: &str) -> Result<(), ApiError> {
        match self.path == path {
            true => Ok(()),
            false => Err(ApiError::Conflict(OTHER_PATH.to_owned())),
        }
    }
}

impl<S: Sync> OptionalFromRequestParts<S> for IdempotencyKey {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Option<Self>, ApiError> {
        let path = parts.uri.path().to_owned();
        Ok(read(&parts.headers)?.map(|text| Self { text, path }))
    }
}

#[cfg(test)]
impl crate::input::Argument for Option<IdempotencyKey> {}

/// The key the caller sent, if any.
pub fn read(headers: &HeaderMap) -> Result<Option<String>, ApiError> {
    let Some(value) = headers.get(HEADER) else { return Ok(None) };
    let text = value.to_str().unwrap_or_default().trim();
    if text.is_empty() || text.len() > LONGEST {
        let sentence = "must be 1 to 255 printable characters";
        return Err(ApiError::invalid("Idempotency-Key", sentence));
    }
    Ok(Some(text.to_owned()))
}
