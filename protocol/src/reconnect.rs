//! How long an agent waits before it connects again.
//!
//! Pure: the caller passes the random number, so that the bounds can be tested.
//! Real and simulated agents wait by the same rule.

use std::time::Duration;

/// The longest pause between two attempts. However long the server was away,
/// all agents are back within a minute of its return.
pub const LONGEST_PAUSE: Duration = Duration::from_secs(45);

/// The shortest pause: a server that closes every connection at once is not
/// asked in a loop.
const SHORTEST_PAUSE: Duration = Duration::from_millis(200);

/// The longest pause that a server, or a proxy before it, may ask for.
const LONGEST_REQUESTED: Duration = Duration::from_secs(300);

/// How far agents spread that were asked to come at the same moment.
const SPREAD: Duration = Duration::from_secs(1);

/// The pause after so many failures in a row; `random` is in 0..1.
///
/// The first is under a second, so that a restarted server has its agents back
/// at once; then its bound doubles. All of it is random (full jitter): a fleet
/// that lost its server at one moment comes back evenly spread.
pub fn reconnect_delay(failures: u32, random: f64) -> Duration {
    let longest = Duration::from_secs(1_u64 << failures.min(6)).min(LONGEST_PAUSE);
    SHORTEST_PAUSE + (longest - SHORTEST_PAUSE).mul_f64(random.clamp(0.0, 1.0))
}

/// The pause when the server named one: exactly that, and at most a second
/// more. The server spreads its agents by itself.
pub fn requested_delay(requested: Duration, random: f64) -> Duration {
    requested.min(LONGEST_REQUESTED) + SPREAD.mul_f64(random.clamp(0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_first_pauses_bring_agents_back_within_seconds() {
        assert_eq!(reconnect_delay(0, 0.0), SHORTEST_PAUSE);
        assert_eq!(reconnect_delay(0, 1.0), Duration::from_secs(1));
        assert_eq!(reconnect_delay(1, 1.0), Duration::from_secs(2));
        assert_eq!(reconnect_delay(5, 1.0), Duration::from_secs(32));
        assert_eq!(reconnect_delay(6, 1.0), LONGEST_PAUSE);
    }

    #[test]
    fn the_pause_that_a_server_names_is_kept_within_a_second() {
        let asked = Duration::from_secs(30);
        assert_eq!(requested_delay(asked, 0.0), asked);
        assert_eq!(requested_delay(asked, 1.0), Duration::from_secs(31));
        assert_eq!(requested_delay(Duration::MAX, 0.0), LONGEST_REQUESTED);
    }

    proptest! {
        #[test]
        fn no_pause_is_longer_than_45_seconds(failures: u32, random in 0.0..1.0f64) {
            prop_assert!(reconnect_delay(failures, random) <= Duration::from_secs(45));
            prop_assert!(reconnect_delay(failures, 0.0) < Duration::from_secs(1));
        }

        #[test]
        fn pauses_do_not_shrink_with_more_failures(failures in 0..40u32, random in 0.0..1.0f64) {
            prop_assert!(reconnect_delay(failures + 1, random) >= reconnect_delay(failures, random));
        }
    }
}
