//! The clocks of the server: the time of day, and a steady time to wait by.
//!
//! Nothing else reads the time of day; clippy refuses it elsewhere. Code asks
//! [`crate::time::Timestamp::now`], and waits with [`sleep`] or [`sleep_until`]
//! for whatever has a due time. Timeouts of connections stay with tokio.
//!
//! A test may stop and advance its clocks. What it moves is kept by the id of
//! its tokio runtime: each test has a runtime of its own, whose tasks and
//! blocking threads all know it, so no test sees the clocks of another.

mod machine;
#[cfg(test)]
mod test_clock;
#[cfg(test)]
mod tests;

use std::time::Duration;

#[cfg(not(test))]
pub use machine::{micros_since_1970, sleep_until, steady};
#[cfg(test)]
pub use test_clock::{advance, micros_since_1970, sleep_until, steady, stop};

/// Waits for so long.
pub async fn sleep(duration: Duration) {
    sleep_until(steady() + duration).await;
}

/// Waits for something for so long at most; none when it took longer.
pub async fn timeout<T>(limit: Duration, work: impl Future<Output = T>) -> Option<T> {
    tokio::select! {
        biased;
        done = work => Some(done),
        () = sleep(limit) => None,
    }
}
