//! How long to wait before reconnecting.
//!
//! Pure: the caller passes the random number, so that the bounds can be tested.

use std::time::Duration;

use muster_protocol::{reconnect_delay, requested_delay};

/// The first and the longest wait after a refusal that only a person can lift.
const FIRST_REFUSED: Duration = Duration::from_secs(5 * 60);
const LONGEST_REFUSED: Duration = Duration::from_secs(60 * 60);

/// After a connection that lasted this long the next wait is short again.
const STABLE_AFTER: Duration = Duration::from_secs(60);

/// How many failures still count after a shorter connection: seconds of waiting.
/// A server that is restarted twice must not lose its agents for minutes.
const FAILURES_AFTER_SHORT_CONNECTION: u32 = 2;

/// The wait after so many failures in a row, or the one that the server asked
/// for; `random` is in 0..1.
pub fn delay(failures: u32, requested: Option<Duration>, random: f64) -> Duration {
    match requested {
        Some(requested) => requested_delay(requested, random),
        None => reconnect_delay(failures, random),
    }
}

/// How many failures still count after a connection that was `welcomed` or not.
pub fn failures_after(failures: u32, welcomed: bool, lasted: Duration) -> u32 {
    match welcomed {
        true if lasted > STABLE_AFTER => 0,
        true => failures.min(FAILURES_AFTER_SHORT_CONNECTION),
        false => failures,
    }
}

/// The wait after so many refusals in a row that only a person can lift, up to a
/// tenth longer. It grows to an hour, and the agent never stops asking: there may be
/// nobody near the computer to start it again once the server knows it.
pub fn refused_delay(refusals: u32, random: f64) -> Duration {
    let wait = (FIRST_REFUSED * (1_u32 << refusals.min(4))).min(LONGEST_REFUSED);
    wait.mul_f64(1.0 + random.clamp(0.0, 1.0) / 10.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_that_the_server_names_counts_more_than_any_number_of_failures() {
        let two = Duration::from_secs(2);
        assert_eq!(delay(20, Some(two), 0.0), two);
        assert_eq!(delay(20, Some(two), 1.0), Duration::from_secs(3));
        assert_eq!(delay(20, None, 1.0), Duration::from_secs(45));
        assert_eq!(delay(0, Some(two), 0.0), two);
    }

    #[test]
    fn a_line_that_began_shortens_the_waits_and_a_good_one_resets_them() {
        let (short, long) = (Duration::from_secs(5), Duration::from_secs(61));
        assert_eq!(failures_after(9, false, long), 9);
        assert_eq!(failures_after(9, true, short), 2);
        assert_eq!(failures_after(1, true, short), 1);
        assert_eq!(failures_after(9, true, long), 0);
    }

    #[test]
    fn a_refused_agent_asks_after_minutes_and_then_every_hour() {
        let minutes = |refusals| refused_delay(refusals, 0.0).as_secs() / 60;
        assert_eq!([0, 1, 2, 3, 4, 5].map(minutes), [5, 10, 20, 40, 60, 60]);
        assert_eq!(refused_delay(u32::MAX, 1.0), Duration::from_secs(66 * 60));
    }
}
