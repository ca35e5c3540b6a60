//! Minutes as hours.

use proptest::prelude::*;

use super::strategies;
use crate::{Aspect, Block, Metric, Minute, SeriesKey, Step, by_the_hour, points_of};

fn key(aspect: Aspect) -> SeriesKey {
    SeriesKey { metric: Metric::Cpu, aspect, label: String::new() }
}

#[test]
fn an_hour_has_the_mean_and_the_extremes_of_the_minutes_that_are_there() {
    let mut block = Block::new(Step::Minute, Minute(50), 160).unwrap();
    for (minute, value) in [(55, 99.0), (60, 10.0), (61, 20.0), (119, 60.0), (185, 99.0)] {
        block.set(key(Aspect::Mean), Minute(minute), value).unwrap();
    }
    let hours = by_the_hour(&block).unwrap();
    assert_eq!((hours.step(), hours.start(), hours.end()), (Step::Hour, Minute(60), Minute(180)));
    assert_eq!(hours.series().len(), 3);
    for (aspect, value) in [(Aspect::Mean, 30.0), (Aspect::Min, 10.0), (Aspect::Max, 60.0)] {
        let points: Vec<_> = points_of(&hours, &key(aspect)).collect();
        assert_eq!(points, [(Minute(60), value)], "the hours at the ends are not whole");
    }
}

#[test]
fn without_a_whole_hour_there_are_no_hours() {
    let minutes = |start, length| Block::new(Step::Minute, Minute(start), length).unwrap();
    assert_eq!(by_the_hour(&minutes(61, 118)), None);
    assert_eq!(by_the_hour(&minutes(10, 5)), None);
    assert_eq!(by_the_hour(&minutes(60, 60)), Block::new(Step::Hour, Minute(60), 1).ok());
    assert_eq!(by_the_hour(&Block::new(Step::Hour, Minute(0), 24).unwrap()), None);
    assert_eq!(by_the_hour(&minutes(u32::MAX - 9, 9)), None);
}

#[test]
fn a_mean_of_rates_is_one_of_bytes_and_not_of_steps() {
    let mut block = Block::new(Step::Minute, Minute(0), 60).unwrap();
    let rate = SeriesKey::mean(Metric::NetSent, "eth0");
    block.set(rate.clone(), Minute(0), 0.0).unwrap();
    block.set(rate.clone(), Minute(1), 2_000_000.0).unwrap();
    let hours = by_the_hour(&block).unwrap();
    let (_, mean) = points_of(&hours, &rate).next().unwrap();
    assert!((mean - 1_000_000.0).abs() < 10_000.0, "{mean}");
}

proptest! {
    #[test]
    fn hours_are_what_a_slow_computation_finds(block in strategies::block_of(Step::Minute)) {
        let Some(hours) = by_the_hour(&block) else {
            let first = block.start().0.next_multiple_of(60);
            prop_assert!(first + 60 > block.end().0);
            return Ok(());
        };
        for mean_key in block.series().keys() {
            let mut hour = hours.start();
            while hour < hours.end() {
                let of_hour = |(at, value): (Minute, f64)| {
                    (at >= hour && at < hour.plus(60)).then_some(value)
                };
                let values: Vec<f64> = points_of(&block, mean_key).filter_map(of_hour).collect();
                let read = |aspect| {
                    let key = SeriesKey { aspect, ..mean_key.clone() };
                    points_of(&hours, &key).find(|(at, _)| *at == hour).map(|(_, value)| value)
                };
                let (mean, min, max) = (read(Aspect::Mean), read(Aspect::Min), read(Aspect::Max));
                prop_assert_eq!(min, values.iter().copied().reduce(f64::min));
                prop_assert_eq!(max, values.iter().copied().reduce(f64::max));
                prop_assert_eq!(mean.is_some(), !values.is_empty());
                if let (Some(mean), Some(min), Some(max)) = (mean, min, max) {
                    prop_assert!(min <= mean && mean <= max);
                    let exact = values.iter().sum::<f64>() / values.len() as f64;
                    let metric = mean_key.metric;
                    let exact = exact.clamp(min, max);
                    prop_assert!((metric.step_of(mean) - metric.step_of(exact)).abs() <= 1);
                }
                hour = hour.plus(60);
            }
        }
    }
}
