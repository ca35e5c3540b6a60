//! Bytes that are no block, and blocks that are too large.

use proptest::prelude::*;

use super::{coding::sample, strategies};
use crate::{Block, DecodeError, Limits, Metric, SeriesKey, fuzz};

fn decoded(bytes: &[u8]) -> Result<Block, DecodeError> {
    Block::decode(bytes, Limits::MESSAGE)
}

/// A block by the minute from 0, of five points, with these series.
fn with_series(count: u8, series: &[u8]) -> Vec<u8> {
    [&[1, 0, 0, 5, count], series].concat()
}

/// Five times the step 0: no gaps, no first prediction, no mean, a run of five.
const ZEROS: [u8; 3] = [0, 0, 0b1100_0000];

#[test]
fn each_field_is_checked() {
    for (bytes, expected) in [
        (vec![], DecodeError::Truncated),
        (vec![2, 0, 0, 5, 0], DecodeError::Version(2)),
        (vec![1, 2, 0, 5, 0], DecodeError::Step),
        (vec![1, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 5, 0], DecodeError::Number),
        (vec![1, 0, 0, 0, 0], DecodeError::Range),
        (vec![1, 1, 1, 5, 0], DecodeError::Range),
        (vec![1, 0, 0, 5], DecodeError::Truncated),
        (vec![1, 0, 0, 5, 0, 0], DecodeError::Trailing),
        (with_series(1, &[1, 3, 0, 0]), DecodeError::Aspect),
        (with_series(1, &[1, 1, 0, 0]), DecodeError::Aspect),
        (with_series(1, &[7, 0, 1, 0xff, 0]), DecodeError::Label),
        (with_series(1, &[1, 0, 0, 1]), DecodeError::Truncated),
        (with_series(1, &[1, 0, 0, 0]), DecodeError::Truncated),
    ] {
        assert_eq!(decoded(&bytes), Err(expected), "{bytes:?}");
    }
}

#[test]
fn the_same_series_twice_is_refused() {
    let series = [&[1, 0, 0, 3], &ZEROS[..]].concat();
    let block = decoded(&with_series(1, &series)).unwrap();
    assert_eq!(block.series()[&SeriesKey::mean(Metric::Cpu, "")], [Some(0); 5]);
    let twice = [&series[..], &series[..]].concat();
    assert_eq!(decoded(&with_series(2, &twice)), Err(DecodeError::Repeated));
}

#[test]
fn bits_that_no_series_is_written_as_are_refused() {
    for (metric, payload, expected) in [
        // Gaps: no point at all, a run of none, a run that is too long.
        (Metric::Cpu, vec![0x66], DecodeError::Payload),
        (Metric::Cpu, vec![0x5c], DecodeError::Payload),
        (Metric::Cpu, vec![0x4e], DecodeError::Payload),
        // The first prediction, the mean, a residual: each with too many bits.
        (Metric::Cpu, vec![0x3f], DecodeError::Payload),
        (Metric::Cpu, vec![0, 0xfc], DecodeError::Payload),
        (Metric::Cpu, vec![0, 3, 0xff, 0xff, 0xf8], DecodeError::Payload),
        // Six zeros for five points; a rate below zero.
        (Metric::Cpu, vec![0, 0, 0xe0], DecodeError::Payload),
        (Metric::NetSent, vec![1, 0x80, 0x60], DecodeError::Value),
        // A byte too much, and a last byte that is not filled up with zeros.
        (Metric::Cpu, vec![0, 0, 0xc0, 0], DecodeError::Trailing),
        (Metric::Cpu, vec![0, 0, 0xc1], DecodeError::Trailing),
    ] {
        let header = [metric.code(), 0, 0, payload.len() as u8];
        let block = with_series(1, &[&header[..], &payload[..]].concat());
        assert_eq!(decoded(&block), Err(expected), "{payload:x?}");
    }
}

#[test]
fn metrics_of_later_versions_are_left_out() {
    let block = with_series(2, &[&[200, 0, 1, b'x', 2, 9, 9, 1, 0, 0, 3], &ZEROS[..]].concat());
    let block = decoded(&block).unwrap();
    assert_eq!(block.series().keys().collect::<Vec<_>>(), [&SeriesKey::mean(Metric::Cpu, "")]);
}

#[test]
fn a_block_over_a_limit_is_refused_and_one_at_the_limit_is_not() {
    let bytes = sample().encode();
    let exact = Limits { length: 5, series: 2, label_bytes: 5 };
    assert_eq!(Block::decode(&bytes, exact), Ok(sample()));
    for (limits, expected) in [
        (Limits { length: 4, ..exact }, DecodeError::Range),
        (Limits { series: 1, ..exact }, DecodeError::Series),
        (Limits { label_bytes: 4, ..exact }, DecodeError::Label),
    ] {
        assert_eq!(Block::decode(&bytes, limits), Err(expected));
    }
}

#[test]
fn every_cut_of_a_block_is_refused() {
    let bytes = sample().encode();
    for end in 0..bytes.len() {
        assert!(decoded(&bytes[..end]).is_err(), "cut at {end}");
    }
}

#[test]
fn a_block_with_any_bit_flipped_is_read_or_refused() {
    let bytes = sample().encode();
    for bit in 0..bytes.len() * 8 {
        let mut changed = bytes.clone();
        changed[bit / 8] ^= 0x80 >> (bit % 8);
        fuzz::block(&changed);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn noise_is_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        fuzz::block(&bytes);
        fuzz::block(&with_series(1, &[&[1, 0, 0, 100], &bytes[..]].concat()));
    }

    #[test]
    fn changed_and_cut_blocks_are_read_or_refused(
        block in strategies::block(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..4),
        end in any::<prop::sample::Index>(), is_cut in any::<bool>(),
    ) {
        let mut bytes = block.encode();
        for (index, byte) in changes {
            let index = index.index(bytes.len());
            bytes[index] = byte;
        }
        if is_cut {
            bytes.truncate(end.index(bytes.len()));
        }
        fuzz::block(&bytes);
    }
}
