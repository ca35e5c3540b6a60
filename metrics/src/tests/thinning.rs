//! As few points as asked for.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::strategies;
use crate::{Aspect, Block, Columns, Metric, Minute, SeriesKey, Step, Thinned, points_of, thin};

fn cpu(step: Step, start: u32, values: &[(u32, Aspect, f64)]) -> Block {
    let mut block = Block::new(step, Minute(start), 8).unwrap();
    for (minute, aspect, value) in values {
        let key = SeriesKey { metric: Metric::Cpu, aspect: *aspect, label: String::new() };
        block.set(key, Minute(*minute), *value).unwrap();
    }
    block
}

#[test]
fn buckets_have_the_mean_and_the_extremes_and_are_empty_without_points() {
    let mean = Aspect::Mean;
    let values = [(11, mean, 1.0), (13, mean, 2.0), (17, mean, 5.0)];
    let block = cpu(Step::Minute, 10, &values);
    let columns = Columns {
        mean: vec![None, Some(1.5), None, Some(5.0)],
        min: vec![None, Some(1.0), None, Some(5.0)],
        max: vec![None, Some(2.0), None, Some(5.0)],
    };
    let expected = Thinned {
        from: Minute(8),
        bucket_minutes: 3,
        times: [8, 11, 14, 17].map(Minute).to_vec(),
        series: BTreeMap::from([((Metric::Cpu, String::new()), columns)]),
    };
    assert_eq!(thin(&block, Minute(8), Minute(20), 4), expected);
}

#[test]
fn hours_keep_the_extremes_that_were_kept_of_them() {
    let values = [
        (60, Aspect::Mean, 10.0),
        (60, Aspect::Min, 1.0),
        (60, Aspect::Max, 99.0),
        (120, Aspect::Mean, 20.0),
    ];
    let thinned = thin(&cpu(Step::Hour, 60, &values), Minute(90), Minute(180), 1);
    assert_eq!((thinned.from, thinned.bucket_minutes), (Minute(60), 120));
    let columns = Columns { mean: vec![Some(15.0)], min: vec![Some(1.0)], max: vec![Some(99.0)] };
    assert_eq!(thinned.series, BTreeMap::from([((Metric::Cpu, String::new()), columns)]));
}

#[test]
fn a_range_without_points_has_no_series_and_an_empty_one_no_buckets() {
    let block = cpu(Step::Minute, 10, &[(12, Aspect::Mean, 1.0)]);
    for (from, to, buckets) in [(0, 12, 6), (13, 30, 6), (5, 5, 0), (9, 2, 0)] {
        let thinned = thin(&block, Minute(from), Minute(to), 6);
        assert_eq!((thinned.times.len(), thinned.series.len()), (buckets, 0), "{from} to {to}");
    }
    assert_eq!(thin(&block, Minute(0), Minute(u32::MAX), 0).times, [Minute(0)]);
}

/// What a bucket has, found by going through all points.
fn slowly(block: &Block, key: &SeriesKey, from: Minute, to: Minute) -> Vec<f64> {
    let points = points_of(block, key).filter(|(at, _)| *at >= from && *at < to);
    points.map(|(_, value)| value).collect()
}

proptest! {
    #[test]
    fn extremes_are_kept_and_no_point_is_invented(
        block in strategies::block_of(Step::Minute),
        from in 0..5000_u32, width in 0..3000_u32, points in 1..400_usize,
    ) {
        let (from, to) = (Minute(from), Minute(from + width));
        let thinned = thin(&block, from, to, points);
        prop_assert!(thinned.times.len() <= points);
        for key in block.series().keys() {
            let columns = thinned.series.get(&(key.metric, key.label.clone()));
            let mut is_there = false;
            for (bucket, start) in thinned.times.iter().enumerate() {
                let end = start.plus(thinned.bucket_minutes).min(to);
                let values = slowly(&block, key, *start, end);
                is_there |= !values.is_empty();
                let read = |column: fn(&Columns) -> &Vec<Option<f64>>| {
                    columns.and_then(|columns| column(columns)[bucket])
                };
                let (min, max) = (read(|all| &all.min), read(|all| &all.max));
                prop_assert_eq!(min, values.iter().copied().reduce(f64::min));
                prop_assert_eq!(max, values.iter().copied().reduce(f64::max));
                let sum = values.iter().copied().reduce(|sum, value| sum + value);
                let mean = sum.map(|sum| sum / values.len() as f64);
                let mean = mean.zip(min).zip(max).map(|((mean, min), max)| mean.clamp(min, max));
                prop_assert_eq!(read(|all| &all.mean), mean);
            }
            prop_assert_eq!(columns.is_some(), is_there);
        }
    }

    #[test]
    fn buckets_are_equally_wide_and_cover_the_range(
        step in prop::sample::select(vec![Step::Minute, Step::Hour]),
        from in 0..5000_u32, width in 0..300_000_u32, points in 1..2000_usize,
    ) {
        let block = Block::new(step, Minute(0), 1).unwrap();
        let thinned = thin(&block, Minute(from), Minute(from + width), points);
        prop_assert!(thinned.times.len() <= points);
        prop_assert!(thinned.bucket_minutes.is_multiple_of(step.minutes()));
        let width_of = |pair: &[Minute]| pair[1].0 - pair[0].0;
        prop_assert!(thinned.times.windows(2).all(|pair| width_of(pair) == thinned.bucket_minutes));
        if let (Some(first), Some(last)) = (thinned.times.first(), thinned.times.last()) {
            prop_assert!(first.0 <= from && from < first.0 + step.minutes());
            prop_assert!(last.0 < from + width && from + width <= last.0 + thinned.bucket_minutes);
        }
    }
}
