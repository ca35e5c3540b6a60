//! Samples as blocks, the form in which they are stored and sent. Pure.

use std::sync::Arc;

use muster_metrics::{Block, Limits, Minute, SeriesKey, Step};

use super::sample::Sample;

/// Samples further apart are not put into one block: the clock was set.
const MAX_MINUTES: u32 = 60;

/// The samples as blocks, in their order; more than one where the clock was set.
pub fn blocks_of(samples: &[Arc<Sample>]) -> Vec<Block> {
    let belongs = |first: Minute, at: Minute| at >= first && at < first.plus(MAX_MINUTES);
    let mut groups: Vec<Vec<&Arc<Sample>>> = Vec::new();
    for sample in samples {
        match groups.last_mut() {
            Some(group) if belongs(group[0].at, sample.at) => group.push(sample),
            _ => groups.push(vec![sample]),
        }
    }
    let blocks = groups.iter().filter_map(|group| block_of(group));
    blocks.filter(|block| !block.is_empty()).collect()
}

/// One block with all samples of a group. None is older than the first.
fn block_of(group: &[&Arc<Sample>]) -> Option<Block> {
    let start = group.first()?.at;
    let last = group.iter().map(|sample| sample.at).max()?;
    let mut block = Block::new(Step::Minute, start, (last.0 - start.0) as usize + 1).ok()?;
    for sample in group {
        for value in &sample.values {
            let key = SeriesKey::mean(value.metric, value.label.as_str());
            // A server refuses a message with more.
            let is_full = block.series().len() >= Limits::MESSAGE.series;
            if is_full && !block.series().contains_key(&key) {
                continue;
            }
            // A value or label that no series can have stays unknown.
            let _ = block.set(key, sample.at, value.value);
        }
    }
    Some(block)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use muster_metrics::{Metric, points_of};
    use proptest::prelude::*;

    use super::*;
    use crate::metrics::sample::Value;

    fn sample(at: u32, values: &[(Metric, &str, f64)]) -> Arc<Sample> {
        let value = |(metric, label, value): &(Metric, &str, f64)| Value {
            metric: *metric,
            label: (*label).to_owned(),
            value: *value,
        };
        Arc::new(Sample { at: Minute(at), values: values.iter().map(value).collect() })
    }

    fn points(block: &Block, metric: Metric, label: &str) -> Vec<(u32, f64)> {
        let points = points_of(block, &SeriesKey::mean(metric, label)).collect::<Vec<_>>();
        points.into_iter().map(|(minute, value)| (minute.0, value)).collect()
    }

    #[test]
    fn samples_become_one_block_and_gaps_stay_gaps() {
        let blocks = blocks_of(&[
            sample(100, &[(Metric::Memory, "", 10.0)]),
            sample(101, &[(Metric::Memory, "", 20.0), (Metric::DiskUsed, "/", 50.0)]),
            sample(103, &[(Metric::Memory, "", 40.0)]),
        ]);
        assert_eq!(blocks.len(), 1);
        assert_eq!((blocks[0].start(), blocks[0].length()), (Minute(100), 4));
        let memory = points(&blocks[0], Metric::Memory, "");
        assert_eq!(memory, [(100, 10.0), (101, 20.0), (103, 40.0)]);
        assert_eq!(points(&blocks[0], Metric::DiskUsed, "/"), [(101, 50.0)]);
    }

    #[test]
    fn a_clock_that_was_set_begins_another_block() {
        let memory = |at| sample(at, &[(Metric::Memory, "", 10.0)]);
        let blocks = blocks_of(&[memory(100), memory(101), memory(5_000_000), memory(99)]);
        let ranges: Vec<_> = blocks.iter().map(|block| (block.start().0, block.length())).collect();
        assert_eq!(ranges, [(100, 2), (5_000_000, 1), (99, 1)]);
    }

    #[test]
    fn what_no_series_can_have_is_left_out() {
        let long = "x".repeat(256);
        let blocks = blocks_of(&[
            sample(100, &[(Metric::DiskUsed, long.as_str(), 50.0), (Metric::Memory, "", f64::NAN)]),
            sample(101, &[]),
        ]);
        assert_eq!(blocks, []);
        assert_eq!(blocks_of(&[]), []);
    }

    #[test]
    fn a_block_has_no_more_series_than_the_server_takes() {
        let labels: Vec<String> =
            (0..Limits::MESSAGE.series + 5).map(|number| number.to_string()).collect();
        let values: Vec<_> =
            labels.iter().map(|label| (Metric::DiskUsed, label.as_str(), 1.0)).collect();
        let blocks = blocks_of(&[sample(100, &values), sample(101, &values)]);
        assert_eq!(blocks.len(), 1);
        assert_eq!(blocks[0].series().len(), Limits::MESSAGE.series);
        assert_eq!(points(&blocks[0], Metric::DiskUsed, "0"), [(100, 1.0), (101, 1.0)]);
    }

    proptest! {
        #[test]
        fn the_last_sample_of_each_minute_is_in_a_block(
            minutes in prop::collection::vec(0..300_u32, 0..20),
        ) {
            let value = |index: usize| [(Metric::Processes, "", index as f64)];
            let samples: Vec<_> =
                minutes.iter().enumerate().map(|(index, at)| sample(*at, &value(index))).collect();
            let mut expected = BTreeMap::new();
            expected.extend(minutes.iter().enumerate().map(|(index, at)| (*at, index as f64)));
            let mut found = BTreeMap::new();
            for block in blocks_of(&samples) {
                prop_assert!(block.length() <= 60);
                found.extend(points(&block, Metric::Processes, ""));
            }
            prop_assert_eq!(found, expected);
        }
    }
}
