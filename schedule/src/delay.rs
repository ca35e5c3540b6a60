//! The random delay: spread over agents and runs, and yet foretold.

use std::time::Duration;

use chrono::{DateTime, Utc};

/// Spreads a run within `[0, max]`, in whole milliseconds.
///
/// The same seed, run and limit give the same delay on every machine and in
/// every version, so a restarted agent keeps its moment. The seed separates agents
/// and tasks apart; each run of one seed gets another delay.
pub fn delay(seed: u64, run: DateTime<Utc>, max: Duration) -> Duration {
    let choices = u128::from(u64::try_from(max.as_millis()).unwrap_or(u64::MAX)) + 1;
    let number = mix(mix(seed) ^ run.timestamp_micros().cast_unsigned());
    // The high half of the product is `number` scaled down to the choices.
    let chosen = (u128::from(number) * choices) >> 64;
    Duration::from_millis(u64::try_from(chosen).unwrap_or(u64::MAX))
}

/// Mixes the bits of a number (the SplitMix64 step): one bit changed in it
/// changes half of the result's. Not for secrets.
fn mix(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(second: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(second, 0).unwrap()
    }

    #[test]
    fn a_delay_is_the_same_in_every_version() {
        let hour = Duration::from_secs(3600);
        assert_eq!(delay(1, run(0), hour), Duration::from_millis(1_325_482));
        assert_eq!(delay(2, run(1_800_000_000), hour), Duration::from_millis(2_104_478));
    }

    #[test]
    fn a_delay_is_within_its_limit_and_reaches_both_ends() {
        let max = Duration::from_millis(9);
        let delays: Vec<_> = (0..1000).map(|seed| delay(seed, run(60), max)).collect();
        for milliseconds in 0..=9 {
            let times = delays.iter().filter(|delay| delay.as_millis() == milliseconds).count();
            assert!((50..150).contains(&times), "{milliseconds} ms came {times} times");
        }
        assert!(delays.iter().all(|delay| *delay <= max));
    }

    #[test]
    fn the_runs_of_one_agent_get_different_delays() {
        let max = Duration::from_secs(3600);
        assert_ne!(delay(7, run(0), max), delay(7, run(86_400), max));
    }

    #[test]
    fn no_limit_is_no_delay_and_the_longest_does_not_overflow() {
        assert_eq!(delay(3, run(5), Duration::ZERO), Duration::ZERO);
        assert!(delay(3, run(5), Duration::MAX) <= Duration::MAX);
        assert!(delay(3, DateTime::<Utc>::MAX_UTC, Duration::MAX) <= Duration::MAX);
    }
}
