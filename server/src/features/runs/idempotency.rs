//! `Idempotency-Key`: the same key from the same caller starts nothing twice.

use std::time::Duration;

use axum::http::HeaderMap;

use crate::error::ApiError;

/// How long a key is remembered.
pub const REMEMBERED: Duration = Duration::from_secs(24 * 3600);
const LONGEST: usize = 255;

/// The key the caller sent, if any.
pub fn idempotency_key(headers: &HeaderMap) -> Result<Option<String>, ApiError> {
    let Some(value) = headers.get("idempotency-key") else { return Ok(None) };
    let text = value.to_str().unwrap_or_default().trim();
    if text.is_empty() || text.len() > LONGEST {
        let sentence = "must be 1 to 255 printable characters";
        return Err(ApiError::invalid("Idempotency-Key", sentence));
    }
    Ok(Some(text.to_owned()))
}
