//! What a push service answers.

use std::fmt;

use reqwest::StatusCode;

use super::PushTarget;
use crate::text::cut;

/// Characters kept of the service's message.
const LONGEST_MESSAGE: usize = 500;

/// A notification that the push service has accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AcceptedPush {
    /// The HTTP status: usually 201.
    pub status: u16,
    /// The beginning of the answer, usually empty.
    pub answer: String,
}

/// The push service's refusal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The HTTP status.
    pub status: u16,
    /// The beginning of the answer; empty when there was none.
    pub message: String,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.status)?;
        if !self.message.is_empty() {
            write!(f, ": {}", self.message)?;
        }
        Ok(())
    }
}

/// Reads an answer. What the service repeats of the browser's address is masked:
/// callers who know it could use up what the service accepts for it.
pub(super) fn read(
    status: StatusCode,
    body: &[u8],
    target: &PushTarget,
) -> Result<AcceptedPush, Refusal> {
    let text = target.masked(String::from_utf8_lossy(body).trim());
    let text = cut(&text, LONGEST_MESSAGE);
    if status.is_success() {
        return Ok(AcceptedPush { status: status.as_u16(), answer: text });
    }
    Err(Refusal { status: status.as_u16(), message: text })
}
