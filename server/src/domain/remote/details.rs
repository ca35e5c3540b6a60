//! What a session is about, beyond its kind.

use muster_remote::{Target, Terminal};
use serde::{Deserialize, Serialize};

/// What a terminal begins with, or where a tunnel leads. Stored as JSON, so that
/// everybody who joins gets the same grant.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SessionDetails {
    /// Of a terminal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub terminal: Option<Terminal>,
    /// Of a tunnel.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tunnel: Option<Target>,
    /// Whether this server is a viewer, for a program, and so reads what is said.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_read_by_server: bool,
}

impl SessionDetails {
    /// From the text that is stored; damaged text is nothing.
    pub fn parse(text: &str) -> Self {
        serde_json::from_str(text).unwrap_or_default()
    }

    /// The text to be stored.
    pub fn to_text(&self) -> String {
        serde_json::to_string(self).expect("names and numbers are plain JSON")
    }
}
