//! Lets agents in at a pace the server can keep.
//!
//! After a restart the whole fleet knocks within seconds. Beyond the pace an
//! agent is told when to come back, instead of everybody waiting until nobody
//! is still there when their turn comes.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use tokio::sync::{Semaphore, SemaphorePermit};

/// Handshakes a second, and how many may come at once.
const PER_SECOND: f64 = 500.0;
const AT_ONCE: f64 = 500.0;
/// How many of those who are sent away may come back each second: a server on
/// two processors keeps that up, encryption included.
const BACK_PER_SECOND: f64 = 250.0;
/// The soonest and the latest time to come back.
const SOONEST: Duration = Duration::from_secs(2);
const LATEST: Duration = Duration::from_secs(60);
/// Agents that are welcomed at the same time: a storm leaves connections to the
/// database for everybody else.
const WELCOMED_AT_ONCE: usize = 8;
/// Agents that may wait for their welcome before others are sent away.
const MOST_WAITING: usize = 400;
/// Less than an agent waits for its welcome.
const WAIT_LIMIT: Duration = Duration::from_secs(8);

/// The door for agents.
pub struct Gate {
    /// Permits to knock, and when they were counted.
    knocks: Mutex<(f64, Instant)>,
    /// When the last of those who were sent away is expected.
    last_expected: Mutex<Instant>,
    welcomes: Semaphore,
    waiting: AtomicUsize,
}

impl Default for Gate {
    fn default() -> Self {
        Self {
            knocks: Mutex::new((AT_ONCE, Instant::now())),
            last_expected: Mutex::new(Instant::now()),
            welcomes: Semaphore::new(WELCOMED_AT_ONCE),
            waiting: AtomicUsize::new(0),
        }
    }
}

impl Gate {
    /// Lets one more knock now, or tells in how many seconds. The more are sent
    /// away, the later each is to come: they must not all be back at once, as
    /// every try costs a handshake of its own.
    pub fn admit(&self) -> Result<(), u64> {
        if self.has_room() {
            return Ok(());
        }
        let mut last = self.last_expected.lock().expect("no holder of this lock panics");
        let now = Instant::now();
        let next = (*last).max(now + SOONEST) + Duration::from_secs_f64(1.0 / BACK_PER_SECOND);
        *last = next.min(now + LATEST);
        Err(last.duration_since(now).as_secs())
    }

    fn has_room(&self) -> bool {
        if self.waiting.load(Ordering::Relaxed) >= MOST_WAITING {
            return false;
        }
        let mut state = self.knocks.lock().expect("no holder of this lock panics");
        let now = Instant::now();
        let filled = state.0 + now.duration_since(state.1).as_secs_f64() * PER_SECOND;
        *state = (filled.min(AT_ONCE), now);
        if state.0 < 1.0 {
            return false;
        }
        state.0 -= 1.0;
        true
    }

    /// Waits to be welcomed; nothing when that would take too long.
    pub async fn wait(&self) -> Option<SemaphorePermit<'_>> {
        self.wait_for(WAIT_LIMIT).await
    }

    async fn wait_for(&self, limit: Duration) -> Option<SemaphorePermit<'_>> {
        let _counted = Counted::new(&self.waiting);
        let turn = tokio::time::timeout(limit, self.welcomes.acquire()).await;
        turn.ok()?.ok()
    }
}

/// One of those who wait, until dropped: also when its line ends meanwhile.
struct Counted<'a>(&'a AtomicUsize);

impl<'a> Counted<'a> {
    fn new(counter: &'a AtomicUsize) -> Self {
        counter.fetch_add(1, Ordering::Relaxed);
        Self(counter)
    }
}

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    #[test]
    fn a_storm_is_let_in_up_to_the_limit_and_then_refused() {
        let gate = Gate::default();
        let admitted = (0..2000).filter(|_| gate.admit().is_ok()).count();
        assert!((500..1000).contains(&admitted), "{admitted}");
    }

    #[test]
    fn those_who_are_sent_away_come_back_one_after_the_other() {
        let gate = Gate::default();
        let told: Vec<u64> = (0..20_000).filter_map(|_| gate.admit().err()).collect();

        assert_eq!((told[0], told[told.len() - 1]), (2, LATEST.as_secs()));
        let soon = told.iter().filter(|seconds| **seconds < 12).count();
        assert!((2000..3000).contains(&soon), "about 250 each second: {soon}");
    }

    #[tokio::test]
    async fn a_few_are_welcomed_at_once_and_who_waits_too_long_is_sent_away() {
        let gate = Gate::default();
        let mut turns = Vec::new();
        for _ in 0..WELCOMED_AT_ONCE {
            turns.push(gate.wait().await.expect("there is room"));
        }
        assert!(gate.wait_for(Duration::from_millis(1)).await.is_none());

        turns.pop();

        assert!(gate.wait().now_or_never().expect("at once").is_some());
    }

    #[tokio::test]
    async fn nobody_may_knock_while_too_many_wait() {
        let gate = Gate::default();
        let _turns: Vec<_> = (0..WELCOMED_AT_ONCE)
            .map(|_| gate.wait().now_or_never().expect("at once").expect("there is room"))
            .collect();
        let mut crowd: Vec<_> = (0..MOST_WAITING).map(|_| Box::pin(gate.wait())).collect();
        for one in &mut crowd {
            assert!(one.now_or_never().is_none(), "it waits");
        }
        assert!(gate.admit().is_err());

        crowd.pop();

        assert_eq!(gate.admit(), Ok(()));
    }
}
