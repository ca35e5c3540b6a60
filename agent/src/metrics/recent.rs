//! The samples of the last minutes, in memory.

use std::collections::VecDeque;
use std::sync::Arc;

use muster_metrics::Metric;

use super::sample::Sample;

/// How many samples are in memory.
const SAMPLES: usize = 15;

/// The samples of the last minutes.
#[derive(Clone, Debug, Default)]
pub struct Recent {
    /// The newest last.
    samples: VecDeque<Arc<Sample>>,
}

impl Recent {
    /// Adds a sample, and forgets the oldest when there are too many.
    pub fn add(&mut self, sample: Arc<Sample>) {
        if self.samples.len() == SAMPLES {
            self.samples.pop_front();
        }
        self.samples.push_back(sample);
    }

    /// The values of a metric, of the samples that have one; the newest last.
    pub fn values(&self, metric: Metric, label: &str) -> Vec<f64> {
        self.samples.iter().filter_map(|sample| sample.find(metric, label)).collect()
    }

    /// The newest sample; none in the first minute of the agent.
    pub fn newest(&self) -> Option<&Sample> {
        self.samples.back().map(|sample| &**sample)
    }

    /// All of them, the newest last.
    #[cfg(test)]
    pub fn samples(&self) -> Vec<Arc<Sample>> {
        self.samples.iter().cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use muster_metrics::Minute;

    use super::*;
    use crate::metrics::sample::Value;

    fn value(metric: Metric, label: &str, value: f64) -> Value {
        Value { metric, label: label.to_owned(), value }
    }

    fn recent(samples: Vec<Vec<Value>>) -> Recent {
        let mut recent = Recent::default();
        for (minute, values) in (0..).zip(samples) {
            recent.add(Arc::new(Sample { at: Minute(minute), values }));
        }
        recent
    }

    #[test]
    fn values_are_those_of_the_samples_that_have_one() {
        let recent = recent(vec![
            vec![value(Metric::Cpu, "", 90.0)],
            vec![value(Metric::Cpu, "", 10.0), value(Metric::DiskUsed, "/", 50.0)],
            vec![],
            vec![value(Metric::Cpu, "", 20.0), value(Metric::DiskUsed, "/data", 70.0)],
        ]);
        assert_eq!(recent.values(Metric::Cpu, ""), [90.0, 10.0, 20.0]);
        assert_eq!(recent.values(Metric::DiskUsed, "/"), [50.0]);
        assert!(recent.values(Metric::Memory, "").is_empty());
        assert_eq!(recent.newest().map(|sample| sample.at), Some(Minute(3)));
        assert!(Recent::default().newest().is_none());
    }

    #[test]
    fn fifteen_samples_are_in_memory() {
        let recent = recent((0..20).map(|_| Vec::new()).collect());
        let minutes: Vec<u32> = recent.samples().iter().map(|sample| sample.at.0).collect();
        assert_eq!(minutes, (5..20).collect::<Vec<u32>>());
    }
}
