//! Why a session ends, or a viewer is not let in.

use serde_json::{Value, json};

/// A reason that programs and people understand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// For programs.
    pub code: String,
    /// For people.
    pub reason: String,
}

impl End {
    /// A reason with a sentence.
    pub fn new(code: &str, reason: impl Into<String>) -> Self {
        Self { code: code.to_owned(), reason: reason.into() }
    }

    /// As a message to a viewer: `ended` or `refused`.
    pub fn message(&self, message_type: &str) -> Value {
        json!({ "type": message_type, "code": self.code, "reason": self.reason })
    }

    /// As a report to the relay.
    pub fn event(&self) -> Value {
        json!({ "type": "event", "event": "ended", "code": self.code, "reason": self.reason })
    }
}
