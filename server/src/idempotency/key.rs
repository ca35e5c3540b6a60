//! The header itself.

use std::time::Duration;

use axum::http::HeaderMap;

use crate::error::ApiError;

/// Its name.
pub const HEADER: &str = "idempotency-key";
/// How long a key is remembered.
pub const REMEMBERED: Duration = Duration::from_secs(24 * 3600);
const LONGEST: usize = 255;

/// The key the caller sent, if any.
pub fn idempotency_key(headers: &HeaderMap) -> Result<Option<String>, ApiError> {
    let Some(value) = headers.get(HEADER) else { return Ok(None) };
    let text = value.to_str().unwrap_or_default().trim();
    if text.is_empty() || text.len() > LONGEST {
        let sentence = "must be 1 to 255 printable characters";
        return Err(ApiError::invalid("Idempotency-Key", sentence));
    }
    Ok(Some(text.to_owned()))
}
