//! Processors and memory: what the samples of the last minutes say.

use muster_metrics::Metric;
use muster_protocol::{MAX_SAMPLES, Reading};

use crate::metrics::Recent;

/// The values of the last minutes; none in the first one.
pub fn measure(recent: &Recent, metric: Metric) -> Option<Reading> {
    let mut samples = recent.values(metric, "");
    let surplus = samples.len().saturating_sub(MAX_SAMPLES);
    samples.drain(..surplus);
    (!samples.is_empty()).then_some(Reading::Percent { samples })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use muster_metrics::Minute;

    use super::*;
    use crate::metrics::Sample;
    use crate::os::RawSample;

    #[test]
    fn the_newest_fifteen_values_are_reported_and_nothing_before_there_are_any() {
        let mut recent = Recent::default();
        assert_eq!(measure(&recent, Metric::Memory), None);
        for minute in 0..20 {
            let mut raw = RawSample::default();
            raw.gauge(Metric::Memory, "", f64::from(minute));
            recent.add(Arc::new(Sample::new(Minute(minute), raw, None)));
        }
        let samples = (5..20).map(f64::from).collect();
        assert_eq!(measure(&recent, Metric::Memory), Some(Reading::Percent { samples }));
        assert_eq!(measure(&recent, Metric::Cpu), None);
    }
}
