//! Packed blocks are read as they were written.

use proptest::prelude::*;

use super::strategies;
use crate::{Aspect, Block, Limits, Metric, Minute, SeriesKey, Step};

/// Two small series: what later versions must still read.
pub fn sample() -> Block {
    let mut block = Block::new(Step::Minute, Minute(29_000_000), 5).unwrap();
    for (minute, value) in [(0, 12.0), (1, 12.5), (2, 80.0), (4, 13.0)] {
        block.set(SeriesKey::mean(Metric::Cpu, ""), Minute(29_000_000 + minute), value).unwrap();
    }
    for minute in 0..5 {
        let key = SeriesKey::mean(Metric::DiskUsed, "/home");
        block.set(key, Minute(29_000_000 + minute), 45.6).unwrap();
    }
    block
}

#[test]
fn blocks_of_this_version_stay_readable() {
    let bytes = [
        0x01, 0x00, 0xc0, 0x82, 0xea, 0x0d, 0x05, 0x02, 0x01, 0x00, 0x00, 0x0a, 0x48, 0x91, 0x1e,
        0x05, 0x00, 0x00, 0x56, 0xa3, 0x69, 0xd8, 0x07, 0x00, 0x05, 0x2f, 0x68, 0x6f, 0x6d, 0x65,
        0x04, 0x0a, 0xe4, 0x00, 0x30,
    ];
    assert_eq!(sample().encode(), bytes);
    assert_eq!(Block::decode(&bytes, Limits::MESSAGE), Ok(sample()));
}

#[test]
fn an_empty_block_keeps_its_range() {
    let block = Block::new(Step::Hour, Minute(600), 24).unwrap();
    assert_eq!(block.encode(), [1, 1, 0xd8, 4, 24, 0]);
    assert_eq!(Block::decode(&block.encode(), Limits::MESSAGE), Ok(block));
}

#[test]
fn the_farthest_steps_are_kept() {
    let mut block = Block::new(Step::Hour, Minute(0), 40).unwrap();
    for hour in 0..40 {
        let value = if hour % 3 == 0 { 1_099_511_627_776.0 } else { -1_099_511_627_776.0 };
        for aspect in Aspect::ALL {
            let key = SeriesKey { metric: Metric::Processes, aspect, label: String::new() };
            block.set(key, Minute(hour * 60), value).unwrap();
        }
    }
    assert_eq!(Block::decode(&block.encode(), Limits::MESSAGE), Ok(block));
}

proptest! {
    #[test]
    fn a_block_is_read_as_it_was_written(block in strategies::block()) {
        prop_assert_eq!(Block::decode(&block.encode(), Limits::MESSAGE), Ok(block));
    }
}
