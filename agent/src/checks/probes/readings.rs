//! What more than one way of measuring says.

use std::time::Duration;

use muster_protocol::Reading;

/// The agent could not find out, and this is why.
pub fn unable(reason: impl Into<String>) -> Reading {
    Reading::Unable { reason: reason.into() }
}

/// There is no answer, and this is why.
pub fn unreachable(reason: impl Into<String>) -> Reading {
    Reading::Unreachable { reason: reason.into() }
}

/// A time as readings have it.
pub fn milliseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1000.0
}
