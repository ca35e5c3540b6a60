//! How a connection ended, or why there was none.

use std::time::Duration;

/// How a connection ended, or why there was none.
#[derive(Debug)]
pub enum ConnectionEnd {
    /// The agent stops.
    Stopped,
    /// The server refuses this agent; only a person can change that.
    Refused(String),
    /// Somebody removed this agent on the server.
    Removed,
    /// Anything that a retry may fix.
    Broken {
        /// What happened, for the log.
        reason: String,
        /// How long the server asks to wait.
        retry_after: Option<Duration>,
    },
}

impl From<anyhow::Error> for ConnectionEnd {
    fn from(error: anyhow::Error) -> Self {
        Self::Broken { reason: format!("{error:#}"), retry_after: None }
    }
}
