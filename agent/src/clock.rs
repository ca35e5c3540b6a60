//! The time of day, in the units the protocol uses.

use std::time::{SystemTime, UNIX_EPOCH};

/// Microseconds since 1970.
pub fn now_micros() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_micros()).unwrap_or(i64::MAX)
}

/// Seconds since 1970.
pub fn now_seconds() -> i64 {
    now_micros() / 1_000_000
}
