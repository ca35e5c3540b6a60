//! How long things took: counted in buckets that are 3 % wide, so that
//! millions of values cost some kilobytes.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use serde::Serialize;

/// Buckets per doubling, as a power of two.
const PRECISION: u32 = 5;
const STEPS: usize = 1 << PRECISION;
/// Up to 2^36 microseconds, which is 19 hours.
const BUCKETS: usize = (36 - PRECISION as usize + 1) * STEPS;

/// Counts of durations; many tasks add to it at once.
pub struct Histogram {
    buckets: Vec<AtomicU64>,
    longest: AtomicU64,
}

/// What people want to know of many durations, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Summary {
    /// How many there were.
    pub count: u64,
    /// Half took no longer,
    pub p50: f64,
    /// 95 in a hundred took no longer,
    pub p95: f64,
    /// 99 in a hundred took no longer.
    pub p99: f64,
    /// The longest.
    pub max: f64,
}

impl Default for Histogram {
    fn default() -> Self {
        let buckets = std::iter::repeat_with(AtomicU64::default).take(BUCKETS).collect();
        Self { buckets, longest: AtomicU64::default() }
    }
}

impl Histogram {
    /// Adds a duration.
    pub fn add(&self, took: Duration) {
        let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        self.buckets[bucket(micros)].fetch_add(1, Ordering::Relaxed);
        self.longest.fetch_max(micros, Ordering::Relaxed);
    }

    /// What was added so far.
    pub fn summary(&self) -> Summary {
        let counts: Vec<u64> =
            self.buckets.iter().map(|bucket| bucket.load(Ordering::Relaxed)).collect();
        let count = counts.iter().sum();
        let longest = self.longest.load(Ordering::Relaxed);
        let part = |percent: u64| milliseconds(quantile(&counts, count, percent).min(longest));
        Summary { count, p50: part(50), p95: part(95), p99: part(99), max: milliseconds(longest) }
    }
}

/// The upper end of the bucket in which the wanted part of all values ends.
fn quantile(counts: &[u64], count: u64, percent: u64) -> u64 {
    let wanted = (count * percent).div_ceil(100);
    let mut seen = 0;
    let found = counts.iter().position(|in_bucket| {
        seen += in_bucket;
        seen >= wanted
    });
    found.map_or(0, upper_end)
}

fn bucket(micros: u64) -> usize {
    let doublings = micros.checked_ilog2().unwrap_or(0);
    if doublings < PRECISION {
        return micros as usize;
    }
    let within = (micros >> (doublings - PRECISION)) as usize - STEPS;
    let index = (doublings - PRECISION + 1) as usize * STEPS + within;
    index.min(BUCKETS - 1)
}

fn upper_end(bucket: usize) -> u64 {
    let (group, within) = (bucket / STEPS, bucket % STEPS);
    match group {
        0 => within as u64,
        _ => (((STEPS + within + 1) as u64) << (group - 1)) - 1,
    }
}

fn milliseconds(micros: u64) -> f64 {
    micros as f64 / 1000.0
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_hundred_values_have_the_quantiles_one_would_count() {
        let histogram = Histogram::default();
        for milliseconds in 1..=100 {
            histogram.add(Duration::from_millis(milliseconds));
        }
        let summary = histogram.summary();
        assert_eq!((summary.count, summary.max), (100, 100.0));
        for (found, expected) in [(summary.p50, 50.0), (summary.p95, 95.0), (summary.p99, 99.0)] {
            assert!((found - expected).abs() <= expected * 0.04, "{found} for {expected}");
        }
    }

    #[test]
    fn nothing_added_is_all_zero() {
        assert_eq!(Histogram::default().summary(), Summary::default());
    }

    proptest! {
        #[test]
        fn a_bucket_ends_at_or_just_above_what_is_in_it(micros in 0..1_u64 << 36) {
            let end = upper_end(bucket(micros));
            prop_assert!(end >= micros && end - micros <= micros / 32 + 1);
        }
    }
}
