//! The clocks of this machine.

use chrono::Utc;
use tokio::time::Instant;

/// The time of day. People and programs set it, forwards and backwards.
#[expect(clippy::disallowed_methods, reason = "every other reader of the time of day asks here")]
pub fn micros_since_1970() -> i64 {
    Utc::now().timestamp_micros()
}

/// A time that only grows.
pub fn steady() -> Instant {
    Instant::now()
}

/// Waits until the steady time is this.
pub async fn sleep_until(deadline: Instant) {
    tokio::time::sleep_until(deadline).await;
}
