//! Waiting for a state instead of for a time.

use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};

/// How long anything may take on a busy machine before a test gives up on it.
pub const PATIENCE: Duration = Duration::from_secs(60);

const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// The time of day, as the programs under test see it.
#[expect(clippy::disallowed_methods, reason = "real programs use the machine's clock")]
pub fn now() -> DateTime<Utc> {
    Utc::now()
}

/// Polls until there is an answer, and returns it; panics when time is up.
pub async fn until<T>(what: &str, look: impl AsyncFnMut() -> Option<T>) -> T {
    until_within(PATIENCE, what, look).await
}

/// The same with a limit of its own.
pub async fn until_within<T>(
    limit: Duration,
    what: &str,
    mut look: impl AsyncFnMut() -> Option<T>,
) -> T {
    let deadline = Instant::now() + limit;
    loop {
        if let Some(found) = look().await {
            return found;
        }
        assert!(Instant::now() < deadline, "waited {limit:?} in vain: {what}");
        tokio::time::sleep(POLL_INTERVAL).await;
    }
}

/// Polls until it is true; panics when time is up.
pub async fn until_true(what: &str, mut look: impl FnMut() -> bool) {
    until(what, async || look().then_some(())).await;
}

/// Polls until a number is within a limit, and returns it; panics with the least that it was.
pub async fn until_at_most(limit: u64, what: &str, mut measure: impl FnMut() -> u64) -> u64 {
    let deadline = Instant::now() + PATIENCE;
    let mut least = u64::MAX;
    loop {
        least = least.min(measure());
        if least <= limit {
            return least;
        }
        assert!(
            Instant::now() < deadline,
            "{what}: {least} at the least, and {limit} is the limit"
        );
        tokio::time::sleep(POLL_INTERVAL).await;
    }
}
