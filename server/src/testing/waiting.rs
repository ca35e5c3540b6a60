//! Waiting for a state instead of for a time: the one polling loop.

use std::fmt::Debug;
use std::time::{Duration, Instant};

use crate::clock;

/// Longer than anything takes on a machine that stalls for a while; only a
/// failing test waits for it.
pub const TEST_TIMEOUT: Duration = Duration::from_secs(60);

const BETWEEN_LOOKS: Duration = Duration::from_millis(5);
/// Long enough for what the last step caused, on a machine that is not slow.
const BETWEEN_STEPS: Duration = Duration::from_millis(500);

/// Looks until there is an answer and returns it; panics when time is up.
pub async fn until<T>(what: &str, look: impl AsyncFnMut() -> Option<T>) -> T {
    match poll_until(look).await {
        Some(found) => found,
        None => panic!("waited {TEST_TIMEOUT:?} in vain: {what}"),
    }
}

/// Polls until it is true; panics when time is up.
pub async fn until_true(what: &str, mut holds: impl AsyncFnMut() -> bool) {
    until(what, async || holds().await.then_some(())).await;
}

/// Polls until a value is the expected one; panics with the last one when time
/// is up.
pub async fn until_equal<T: PartialEq<W> + Debug, W: Debug + ?Sized>(
    wanted: &W,
    mut poll: impl AsyncFnMut() -> T,
) {
    let mut last = None;
    let reached = poll_until(async || {
        let value = poll().await;
        let is_reached = value == *wanted;
        last = Some(value);
        is_reached.then_some(())
    })
    .await;
    assert!(reached.is_some(), "{last:?} did not become {wanted:?}");
}

/// Waits for what happens by the clock, and lets time pass meanwhile: for one
/// step at once, and for another whenever that was not enough.
pub async fn as_time_passes<T>(step: Duration, event: impl Future<Output = T>) -> T {
    let passing = async {
        loop {
            clock::advance(step);
            tokio::time::sleep(BETWEEN_STEPS).await;
        }
    };
    tokio::select! {
        happened = event => happened,
        () = passing => unreachable!("time passes for ever"),
    }
}

async fn poll_until<T>(mut poll: impl AsyncFnMut() -> Option<T>) -> Option<T> {
    let deadline = Instant::now() + TEST_TIMEOUT;
    loop {
        if let Some(found) = poll().await {
            return Some(found);
        }
        if Instant::now() >= deadline {
            return None;
        }
        tokio::time::sleep(BETWEEN_LOOKS).await;
    }
}
