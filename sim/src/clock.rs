//! What time it is. Only what the server compares with its own time asks.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use muster_metrics::Minute;

/// The time since the beginning of 1970 in UTC.
#[expect(clippy::disallowed_methods, reason = "the server has the same clock, and nobody moves it")]
pub fn since_1970() -> Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}

/// The minute that it is.
pub fn this_minute() -> Minute {
    minute_of(since_1970())
}

/// The minute that a time since 1970 lies in.
pub fn minute_of(since_1970: Duration) -> Minute {
    Minute(u32::try_from(since_1970.as_secs() / 60).unwrap_or(u32::MAX))
}
