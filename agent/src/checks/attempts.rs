//! When reports are sent on a new connection, and when they are given up.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use ring::digest::{SHA256, digest};

/// Agents that reconnect together begin to send within this time.
const SPREAD: Duration = Duration::from_secs(30);

/// Connections break; that a message is the reason is likely only after some.
const UNSUSPICIOUS: u32 = 3;

/// A message that was sent so often without an answer is dropped. A server that
/// cannot take it closes the connection, and must not do so for ever.
const MAX_ATTEMPTS: u32 = 24;

/// The longest additional wait.
const LONGEST_WAIT: Duration = Duration::from_secs(3600);

/// How often in a row a message was sent that the server did not acknowledge.
#[derive(Debug)]
pub struct Attempts {
    /// When this agent begins, of all that reconnect together.
    turn: Duration,
    count: AtomicU32,
}

impl Attempts {
    /// Those of an agent that has not sent anything yet.
    pub fn of(agent_id: &str) -> Self {
        Self { turn: turn(agent_id, SPREAD), count: AtomicU32::new(0) }
    }

    /// Counts an attempt; false when there were too many.
    pub fn begin(&self) -> bool {
        self.count.fetch_add(1, Ordering::Relaxed) < MAX_ATTEMPTS
    }

    /// Begins to count again.
    pub fn settle(&self) {
        self.count.store(0, Ordering::Relaxed);
    }

    /// When this agent begins, of all that reconnect together.
    pub fn turn(&self) -> Duration {
        self.turn
    }

    /// How long to wait because earlier attempts failed.
    pub fn delay(&self) -> Duration {
        let failed = self.count.load(Ordering::Relaxed);
        let minutes = failed.checked_sub(UNSUSPICIOUS).map_or(0, |more| 1_u64 << more.min(16));
        Duration::from_secs(minutes * 60).min(LONGEST_WAIT)
    }
}

/// A part of the time that follows from a text, evenly spread over all texts.
pub fn turn(text: &str, time: Duration) -> Duration {
    let hash = digest(&SHA256, text.as_bytes());
    let first = hash.as_ref().iter().take(8);
    let number = first.fold(0_u64, |number, byte| (number << 8) | u64::from(*byte));
    let millis = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    Duration::from_millis(number.checked_rem(millis).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_message_that_is_never_acknowledged_is_sent_ever_later_and_given_up() {
        let attempts = Attempts { turn: Duration::from_secs(7), count: AtomicU32::new(0) };
        let mut delays = Vec::new();
        for _ in 0..MAX_ATTEMPTS {
            delays.push(attempts.delay().as_secs());
            assert!(attempts.begin());
        }
        assert_eq!(delays[..7], [0, 0, 0, 60, 120, 240, 480]);
        assert_eq!(delays.last(), Some(&3600));
        assert!(!attempts.begin());
        attempts.settle();
        assert_eq!((attempts.delay().as_secs(), attempts.begin()), (0, true));
    }

    #[test]
    fn agents_take_turns() {
        let turns = (0..3000).map(|number| turn(&format!("agent-{number}"), SPREAD));
        let early = turns.filter(|turn| *turn < SPREAD / 3).count();
        assert!((900..1100).contains(&early), "{early}");
    }

    proptest! {
        #[test]
        fn a_turn_is_within_the_time_and_always_the_same(
            text in any::<String>(), millis in 0..100_000_u64,
        ) {
            let time = Duration::from_millis(millis);
            let found = turn(&text, time);
            prop_assert!(found < time || (found.is_zero() && time.is_zero()));
            prop_assert_eq!(found, turn(&text, time));
        }
    }
}
