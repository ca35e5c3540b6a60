//! Values as whole numbers of steps: as fine as a chart can show, so that noise
//! below that costs nothing to keep.

use std::ops::RangeInclusive;
use std::sync::LazyLock;

use crate::{Metric, Unit};

const MEBIBYTE: f64 = 1_048_576.0;
/// Steps of a linear unit lie within this and its negative.
const FARTHEST: i64 = 1 << 40;
/// The step of a rate that a 64-bit counter of bytes just cannot have.
const FASTEST: i64 = 4458;

/// The rate of each step. Looked up, because a chart of a month asks a million times.
static RATES: LazyLock<Vec<f64>> =
    LazyLock::new(|| (0..=FASTEST).map(|step| (step as f64 * 1.01_f64.ln()).exp_m1()).collect());

impl Metric {
    /// The nearest whole number of steps. What is no number is 0, and what lies
    /// outside of the metric's range is the nearest within; a series refuses both.
    pub fn step_of(self, value: f64) -> i64 {
        let steps = match self.unit() {
            Unit::Percent | Unit::Celsius => value * 10.0,
            Unit::Load => value * 100.0,
            Unit::Count => value,
            Unit::Bytes => value / MEBIBYTE,
            // One step is one per cent, from bytes to gigabytes.
            Unit::BytesPerSecond => value.max(0.0).ln_1p() / 1.01_f64.ln(),
        };
        let range = self.steps();
        (steps.round() as i64).clamp(*range.start(), *range.end())
    }

    /// The value of a step.
    #[inline]
    pub fn value_of(self, step: i64) -> f64 {
        match self.unit() {
            Unit::Percent | Unit::Celsius => step as f64 / 10.0,
            Unit::Load => step as f64 / 100.0,
            Unit::Count => step as f64,
            Unit::Bytes => step as f64 * MEBIBYTE,
            Unit::BytesPerSecond => RATES[step.clamp(0, FASTEST) as usize],
        }
    }

    /// The step of a value that a series can keep.
    pub(crate) fn checked_step_of(self, value: f64) -> Option<i64> {
        let range = self.steps();
        let is_kept =
            value >= self.value_of(*range.start()) && value <= self.value_of(*range.end());
        is_kept.then(|| self.step_of(value))
    }

    /// The steps that a series of the metric may have.
    pub(crate) fn steps(self) -> RangeInclusive<i64> {
        match self.unit() {
            Unit::BytesPerSecond => 0..=FASTEST,
            _ => -FARTHEST..=FARTHEST,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_step_is_as_fine_as_its_unit_needs() {
        assert_eq!(Metric::Cpu.step_of(12.34), 123);
        assert_eq!(Metric::Cpu.value_of(123), 12.3);
        assert_eq!(Metric::Load1.step_of(0.126), 13);
        assert_eq!(Metric::Load1.value_of(13), 0.13);
        assert_eq!(Metric::Temperature.step_of(-3.21), -32);
        assert_eq!(Metric::Processes.step_of(312.0), 312);
        assert_eq!(Metric::DiskFree.step_of(3_200_000.0), 3);
        assert_eq!(Metric::DiskFree.value_of(3), 3_145_728.0);
        assert_eq!(Metric::NetSent.step_of(0.0), 0);
        assert_eq!(Metric::NetSent.value_of(0), 0.0);
        assert_eq!(Metric::NetSent.step_of(1_000_000.0), 1388);
    }

    #[test]
    fn what_no_series_keeps_has_no_checked_step() {
        for metric in Metric::ALL {
            for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e30, -1e30] {
                assert_eq!(metric.checked_step_of(value), None, "{metric:?} {value}");
            }
        }
        assert_eq!(Metric::NetSent.checked_step_of(-0.1), None, "no rate is negative");
        assert_eq!(Metric::NetSent.checked_step_of(1e19), Some(4397));
        assert_eq!(Metric::Processes.checked_step_of(1_099_511_627_776.0), Some(FARTHEST));
        assert_eq!(Metric::Processes.checked_step_of(1_099_511_627_777.0), None);
    }

    #[test]
    fn steps_of_what_no_series_keeps_stay_in_range() {
        assert_eq!(Metric::Cpu.step_of(f64::NAN), 0);
        assert_eq!(Metric::Cpu.step_of(f64::INFINITY), FARTHEST);
        assert_eq!(Metric::Cpu.step_of(-1e30), -FARTHEST);
        assert_eq!(Metric::DiskRead.step_of(f64::INFINITY), FASTEST);
        assert_eq!(Metric::DiskRead.step_of(-5.0), 0);
    }

    /// A step up from each value is so much more.
    fn step_at(metric: Metric, value: f64) -> f64 {
        match metric.unit() {
            Unit::Percent | Unit::Celsius => 0.1,
            Unit::Load => 0.01,
            Unit::Count => 1.0,
            Unit::Bytes => MEBIBYTE,
            Unit::BytesPerSecond => (1.0 + value) * 0.01,
        }
    }

    proptest! {
        #[test]
        fn quantising_is_off_by_half_a_step_at_most(
            metric in prop::sample::select(Metric::ALL), value in 0.0..1e10f64,
        ) {
            let kept = metric.value_of(metric.checked_step_of(value).unwrap());
            let allowed = step_at(metric, value) / 2.0 * 1.000_001;
            prop_assert!((kept - value).abs() <= allowed, "{value} became {kept}");
        }

        #[test]
        fn the_value_of_a_step_has_that_step(
            metric in prop::sample::select(Metric::ALL), any in -FARTHEST..=FARTHEST,
        ) {
            let range = metric.steps();
            let step = any.clamp(*range.start(), *range.end());
            prop_assert_eq!(metric.checked_step_of(metric.value_of(step)), Some(step));
            let small = any.rem_euclid(FASTEST + 1);
            prop_assert_eq!(metric.checked_step_of(metric.value_of(small)), Some(small));
        }
    }
}
