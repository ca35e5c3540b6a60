//! When samples are stored and sent. Pure.
//!
//! Every agent does both each five minutes, but not all at the same time: its
//! turn follows from its id.

use std::time::Duration;

use muster_metrics::Minute;
use ring::digest::{SHA256, digest};

/// How many minutes go to the disk, and to the server, at once.
pub const INTERVAL_MINUTES: u32 = 5;

/// The longest wait after a block that was not acknowledged.
const LONGEST_WAIT: Duration = Duration::from_secs(3600);

/// The turn of one agent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pace {
    /// Seconds after the beginning of each interval.
    turn: u32,
}

impl Pace {
    /// The turn of this agent.
    pub fn of(agent_id: &str) -> Self {
        let hash = digest(&SHA256, agent_id.as_bytes());
        let first = hash.as_ref().iter().take(8);
        let number = first.fold(0_u64, |number, byte| (number << 8) | u64::from(*byte));
        let seconds = u64::from(INTERVAL_MINUTES) * 60;
        Self { turn: u32::try_from(number % seconds).unwrap_or(0) }
    }

    /// Whether samples go to the disk after that of this minute.
    pub fn stores_after(&self, minute: Minute) -> bool {
        minute.0 % INTERVAL_MINUTES == self.turn / 60
    }

    /// How long samples on the disk wait to be sent, and agents that have just
    /// connected all at once: less than a minute. After attempts without an
    /// answer longer, up to an hour more.
    pub fn delay(&self, attempts: u32) -> Duration {
        let minutes = (1_u64 << attempts.min(16)) - 1;
        let own = Duration::from_secs(u64::from(self.turn % 60));
        own + Duration::from_secs(minutes * 60).min(LONGEST_WAIT)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn agents_take_turns() {
        let turns: Vec<u32> =
            (0..3000).map(|number| Pace::of(&format!("agent-{number}")).turn).collect();
        let different: BTreeSet<&u32> = turns.iter().collect();
        // Of 300 turns nearly all are taken, and in each minute it is a fifth.
        assert!(different.len() > 290 && turns.iter().all(|turn| *turn < 300));
        for minute in 0..5 {
            let count = turns.iter().filter(|turn| *turn / 60 == minute).count();
            assert!((500..700).contains(&count), "{count} in minute {minute}");
        }
    }

    #[test]
    fn a_block_without_an_answer_is_sent_again_after_ever_longer_waits() {
        let pace = Pace { turn: 61 };
        let seconds = [0, 1, 2, 3, 4, 5, 6, 99].map(|attempts| pace.delay(attempts).as_secs());
        assert_eq!(seconds, [1, 61, 181, 421, 901, 1861, 3601, 3601]);
    }

    proptest! {
        #[test]
        fn samples_are_stored_once_in_five_minutes(
            agent_id in "[a-z0-9]{1,40}", start in 0..u32::MAX - 5,
        ) {
            let pace = Pace::of(&agent_id);
            let minutes = (start..start + 5).filter(|minute| pace.stores_after(Minute(*minute)));
            prop_assert_eq!(minutes.count(), 1);
            prop_assert!(pace.delay(0) < Duration::from_secs(60));
        }
    }
}
