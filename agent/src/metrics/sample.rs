//! What one minute measured. Pure.

use std::time::Duration;

use muster_metrics::{Metric, Minute};

use crate::os::RawSample;

/// Rates over a shorter time say nothing.
const SHORTEST: Duration = Duration::from_secs(1);

/// The values of one minute. What is not known has none.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// The minute in which it was measured; rates are those since the sample
    /// before it.
    pub at: Minute,
    /// In the order in which they were measured.
    pub values: Vec<Value>,
}

/// One value of a sample.
#[derive(Clone, Debug, PartialEq)]
pub struct Value {
    pub metric: Metric,
    /// Which mount, device, interface or sensor; empty for metrics without.
    pub label: String,
    pub value: f64,
}

impl Sample {
    /// What the machine shows now, compared to what it showed some time before.
    /// Without that there are no rates.
    pub fn new(at: Minute, now: RawSample, before: Option<(&RawSample, Duration)>) -> Self {
        let before = before.filter(|(_, elapsed)| *elapsed >= SHORTEST);
        let busy = before.and_then(|(before, _)| percent_busy(now.processor?, before.processor?));
        let processor = busy.map(|percent| (Metric::Cpu, String::new(), percent));
        let rates = before.map(|(before, elapsed)| rates(&now, before, elapsed));
        let gauges = now.gauges.into_iter();
        let values = processor.into_iter().chain(gauges).chain(rates.into_iter().flatten());
        let finite = values.filter(|(_, _, value)| value.is_finite());
        let values = finite.map(|(metric, label, value)| Value { metric, label, value }).collect();
        Self { at, values }
    }

    /// The value of a metric.
    pub fn find(&self, metric: Metric, label: &str) -> Option<f64> {
        let is_it = |value: &&Value| value.metric == metric && value.label == label;
        self.values.iter().find(is_it).map(|value| value.value)
    }
}

/// The share of busy time since the times before; none when a time went back or
/// nothing passed.
fn percent_busy(now: (u64, u64), before: (u64, u64)) -> Option<f64> {
    let (busy, total) = (now.0.checked_sub(before.0)?, now.1.checked_sub(before.1)?);
    (total > 0 && busy <= total).then(|| busy as f64 / total as f64 * 100.0)
}

/// What each counter grew by in a second. One that went back, because its device
/// was replaced or it started again, and one that is new, has no rate.
fn rates(now: &RawSample, before: &RawSample, elapsed: Duration) -> Vec<(Metric, String, f64)> {
    let rate = |(metric, label, total): &(Metric, String, u64)| {
        let same = before.counters.iter().find(|known| known.0 == *metric && known.1 == *label)?;
        let grown = total.checked_sub(same.2)?;
        Some((*metric, label.clone(), grown as f64 / elapsed.as_secs_f64()))
    };
    now.counters.iter().filter_map(rate).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const MINUTE: Duration = Duration::from_secs(60);

    fn raw(processor: (u64, u64), counters: &[(&str, u64)]) -> RawSample {
        let mut raw = RawSample { processor: Some(processor), ..RawSample::default() };
        raw.gauge(Metric::Memory, "", 25.0);
        for (label, total) in counters {
            raw.counter(Metric::NetSent, label, *total);
        }
        raw
    }

    fn value(metric: Metric, label: &str, value: f64) -> Value {
        Value { metric, label: label.to_owned(), value }
    }

    #[test]
    fn rates_are_what_counters_grew_by_in_a_second() {
        let before = raw((100, 1000), &[("eth0", 1000), ("eth1", 50)]);
        let now = raw((400, 2200), &[("eth0", 7000), ("eth1", 50)]);
        let sample = Sample::new(Minute(7), now, Some((&before, MINUTE)));
        let expected = vec![
            value(Metric::Cpu, "", 25.0),
            value(Metric::Memory, "", 25.0),
            value(Metric::NetSent, "eth0", 100.0),
            value(Metric::NetSent, "eth1", 0.0),
        ];
        assert_eq!(sample, Sample { at: Minute(7), values: expected });
    }

    #[test]
    fn a_first_sample_has_no_rates() {
        let now = raw((400, 2200), &[("eth0", 7000)]);
        let expected = [value(Metric::Memory, "", 25.0)];
        assert_eq!(Sample::new(Minute(7), now.clone(), None).values, expected);
        let a_moment_ago = Some((&now, Duration::from_millis(999)));
        assert_eq!(Sample::new(Minute(7), now.clone(), a_moment_ago).values, expected);
    }

    #[test]
    fn a_counter_that_went_back_or_is_new_has_no_rate() {
        let before = raw((400, 2200), &[("eth0", 7000), ("eth1", 50)]);
        let now = raw((100, 2300), &[("eth0", 6999), ("eth1", 650), ("eth2", 9)]);
        let sample = Sample::new(Minute(7), now, Some((&before, MINUTE)));
        let expected = [value(Metric::Memory, "", 25.0), value(Metric::NetSent, "eth1", 10.0)];
        assert_eq!(sample.values, expected);
    }

    #[test]
    fn values_that_are_no_numbers_are_unknown() {
        let mut now = RawSample::default();
        now.gauge(Metric::Load1, "", f64::NAN);
        now.gauge(Metric::Load5, "", f64::INFINITY);
        now.gauge(Metric::Load15, "", 0.5);
        assert_eq!(Sample::new(Minute(7), now, None).values, [value(Metric::Load15, "", 0.5)]);
    }

    #[test]
    fn a_value_is_found_by_metric_and_label() {
        let values = vec![value(Metric::DiskUsed, "/", 1.0), value(Metric::DiskFree, "/", 2.0)];
        let sample = Sample { at: Minute(7), values };
        assert_eq!(sample.find(Metric::DiskFree, "/"), Some(2.0));
        assert_eq!(sample.find(Metric::DiskFree, "/data"), None);
    }

    proptest! {
        #[test]
        fn shares_are_between_0_and_100_and_rates_never_negative(
            processors in any::<[(u64, u64); 2]>(), totals in any::<[u64; 2]>(),
            seconds in 1..100_000_u64,
        ) {
            let [before, now] = [0, 1].map(|at| raw(processors[at], &[("eth0", totals[at])]));
            let elapsed = Duration::from_secs(seconds);
            let sample = Sample::new(Minute(7), now, Some((&before, elapsed)));
            for Value { metric, value, .. } in sample.values {
                prop_assert!(value >= 0.0 && (metric != Metric::Cpu || value <= 100.0));
            }
        }
    }
}
