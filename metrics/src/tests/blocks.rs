//! What a block takes and what it refuses.

use crate::{Aspect, Block, BlockError, Metric, Minute, SeriesKey, Step, points_of};

fn cpu() -> SeriesKey {
    SeriesKey::mean(Metric::Cpu, "")
}

#[test]
fn points_are_read_as_they_were_set_but_for_the_quantising() {
    let mut block = Block::new(Step::Minute, Minute(100), 5).unwrap();
    assert!(block.is_empty());
    for (minute, value) in [(100, 1.0), (103, 12.34), (104, 99.96), (100, 2.0)] {
        block.set(cpu(), Minute(minute), value).unwrap();
    }
    let points: Vec<_> = points_of(&block, &cpu()).collect();
    assert_eq!(points, [(Minute(100), 2.0), (Minute(103), 12.3), (Minute(104), 100.0)]);
    assert_eq!(block.series()[&cpu()], [Some(20), None, None, Some(123), Some(1000)]);
    assert_eq!((block.start(), block.end(), block.length()), (Minute(100), Minute(105), 5));
    assert_eq!((block.points(), block.is_empty(), block.step()), (3, false, Step::Minute));
    assert_eq!(points_of(&block, &SeriesKey::mean(Metric::Swap, "")).count(), 0);
}

#[test]
fn a_point_counts_for_the_hour_it_lies_in() {
    let mut block = Block::new(Step::Hour, Minute(120), 2).unwrap();
    block.set(cpu(), Minute(239), 5.0).unwrap();
    assert_eq!(points_of(&block, &cpu()).collect::<Vec<_>>(), [(Minute(180), 5.0)]);
    assert_eq!(block.end(), Minute(240));
    assert_eq!(block.set(cpu(), Minute(240), 5.0), Err(BlockError::Time));
}

#[test]
fn ranges_that_no_block_has_are_refused() {
    let last = u32::MAX;
    for (step, start, length, expected) in [
        (Step::Minute, 0, 0, Err(BlockError::Length)),
        (Step::Minute, 0, Block::LENGTH, Ok(())),
        (Step::Minute, 0, Block::LENGTH + 1, Err(BlockError::Length)),
        (Step::Hour, 61, 1, Err(BlockError::Start)),
        (Step::Minute, last - 2, 2, Ok(())),
        (Step::Minute, last - 2, 3, Err(BlockError::Start)),
    ] {
        assert_eq!(Block::new(step, Minute(start), length).map(drop), expected);
    }
}

#[test]
fn points_that_a_block_cannot_have_are_refused_and_change_nothing() {
    let mut block = Block::new(Step::Minute, Minute(100), 5).unwrap();
    let long = SeriesKey::mean(Metric::DiskUsed, "x".repeat(256));
    let min = SeriesKey { aspect: Aspect::Min, ..cpu() };
    for (key, minute, value, expected) in [
        (cpu(), 99, 1.0, BlockError::Time),
        (cpu(), 105, 1.0, BlockError::Time),
        (cpu(), 100, f64::NAN, BlockError::Value),
        (cpu(), 100, f64::INFINITY, BlockError::Value),
        (SeriesKey::mean(Metric::NetSent, "eth0"), 100, -1.0, BlockError::Value),
        (long, 100, 1.0, BlockError::Label),
        (min, 100, 1.0, BlockError::Aspect),
    ] {
        assert_eq!(block.set(key, Minute(minute), value), Err(expected));
    }
    assert!(block.is_empty());
    block.set(SeriesKey::mean(Metric::DiskUsed, "x".repeat(255)), Minute(100), 1.0).unwrap();
}

#[test]
fn a_block_has_a_limited_number_of_series() {
    let key = |number: usize| SeriesKey::mean(Metric::DiskUsed, number.to_string());
    let mut block = Block::new(Step::Minute, Minute(0), 2).unwrap();
    for number in 0..Block::SERIES {
        block.set(key(number), Minute(0), 1.0).unwrap();
    }
    assert_eq!(block.set(cpu(), Minute(0), 1.0), Err(BlockError::Series));
    assert_eq!(block.set(key(0), Minute(1), 1.0), Ok(()));
    let mut other = Block::new(Step::Minute, Minute(9), 1).unwrap();
    other.set(cpu(), Minute(9), 1.0).unwrap();
    let before = block.clone();
    assert_eq!(block.merge(&other), Err(BlockError::Series));
    assert_eq!(block, before);
}
