//! How long to wait before reconnecting.
//!
//! Pure: the caller passes the random number, so that the bounds can be tested.

use std::time::Duration;

/// The longest wait between two attempts.
pub const MAX_DELAY: Duration = Duration::from_secs(300);

/// After a connection that lasted this long the next wait is short again.
const STABLE_AFTER: Duration = Duration::from_secs(60);

/// How many failures still count after a shorter connection: seconds of waiting.
/// A server that is restarted twice must not lose its agents for minutes.
const FAILURES_AFTER_SHORT_CONNECTION: u32 = 2;

/// The wait after so many failures in a row; `random` is in 0..1.
///
/// The first is under a second, so that a restarted server has its agents back
/// at once; then it doubles. Half of each wait is random, which keeps a fleet
/// from coming back in step.
pub fn delay(failures: u32, random: f64) -> Duration {
    let random = random.clamp(0.0, 1.0);
    if failures == 0 {
        return Duration::from_millis(200).mul_f64(1.0 + 4.0 * random);
    }
    let full = Duration::from_secs(1_u64 << failures.min(16)).min(MAX_DELAY);
    full.mul_f64(0.5 + random / 2.0)
}

/// How many failures still count after a connection that was `welcomed` or not.
pub fn failures_after(failures: u32, welcomed: bool, lasted: Duration) -> u32 {
    match welcomed {
        true if lasted > STABLE_AFTER => 0,
        true => failures.min(FAILURES_AFTER_SHORT_CONNECTION),
        false => failures,
    }
}

/// The wait after a refusal that only a person can lift.
pub fn refused_delay(random: f64) -> Duration {
    MAX_DELAY.mul_f64(0.5 + random.clamp(0.0, 1.0) / 2.0)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_first_waits_bring_agents_back_within_seconds() {
        assert_eq!(delay(0, 0.0), Duration::from_millis(200));
        assert_eq!(delay(0, 1.0), Duration::from_secs(1));
        assert_eq!(delay(1, 0.0), Duration::from_secs(1));
        assert_eq!(delay(1, 1.0), Duration::from_secs(2));
        assert_eq!(delay(2, 1.0), Duration::from_secs(4));
    }

    #[test]
    fn a_line_that_began_shortens_the_waits_and_a_good_one_resets_them() {
        let (short, long) = (Duration::from_secs(5), Duration::from_secs(61));
        assert_eq!(failures_after(9, false, long), 9);
        assert_eq!(failures_after(9, true, short), 2);
        assert_eq!(failures_after(1, true, short), 1);
        assert_eq!(failures_after(9, true, long), 0);
    }

    proptest! {
        #[test]
        fn no_wait_is_longer_than_five_minutes(failures: u32, random in 0.0..1.0f64) {
            prop_assert!(delay(failures, random) <= MAX_DELAY);
            prop_assert!(delay(failures, random) >= Duration::from_millis(200));
            prop_assert!(refused_delay(random) >= MAX_DELAY / 2);
        }

        #[test]
        fn waits_do_not_shrink_with_more_failures(failures in 0..40u32, random in 0.0..1.0f64) {
            prop_assert!(delay(failures + 1, random) >= delay(failures, random));
        }
    }
}
