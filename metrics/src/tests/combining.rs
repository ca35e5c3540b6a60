//! Merging, slicing and splitting.

use proptest::prelude::*;

use super::strategies;
use crate::{Block, BlockError, Metric, Minute, SeriesKey, Step};

fn constant(step: Step, start: u32, length: usize, value: f64) -> Block {
    let mut block = Block::new(step, Minute(start), length).unwrap();
    for index in 0..length as u32 {
        let at = Minute(start + index * step.minutes());
        block.set(SeriesKey::mean(Metric::Processes, ""), at, value).unwrap();
    }
    block
}

fn merged(one: &Block, other: &Block) -> Block {
    let mut block = one.clone();
    block.merge(other).unwrap();
    block
}

#[test]
fn the_later_block_wins_and_gaps_stay_gaps() {
    let block = merged(&constant(Step::Minute, 10, 3, 1.0), &constant(Step::Minute, 12, 2, 2.0));
    let block = merged(&block, &constant(Step::Minute, 7, 2, 3.0));
    let key = SeriesKey::mean(Metric::Processes, "");
    let expected = [Some(3), Some(3), None, Some(1), Some(1), Some(2), Some(2)];
    assert_eq!(block.series()[&key], expected);
    assert_eq!((block.start(), block.end()), (Minute(7), Minute(14)));
}

#[test]
fn blocks_that_do_not_fit_together_stay_as_they_are() {
    let mut block = constant(Step::Minute, 0, 3, 1.0);
    let before = block.clone();
    let hours = constant(Step::Hour, 0, 1, 1.0);
    assert_eq!(block.merge(&hours), Err(BlockError::Step));
    let far = constant(Step::Minute, Block::LENGTH as u32, 1, 1.0);
    assert_eq!(block.merge(&far), Err(BlockError::Length));
    assert_eq!(block, before);
    assert_eq!(block.merge(&constant(Step::Minute, Block::LENGTH as u32 - 1, 1, 1.0)), Ok(()));
}

#[test]
fn a_slice_has_the_points_of_its_range_alone() {
    let block = constant(Step::Minute, 10, 5, 1.0);
    assert_eq!(block.slice(Minute(11), Minute(13)), Some(constant(Step::Minute, 11, 2, 1.0)));
    assert_eq!(block.slice(Minute(0), Minute(99)), Some(block.clone()));
    for (from, to) in [(0, 10), (15, 99), (12, 12), (13, 12)] {
        assert_eq!(block.slice(Minute(from), Minute(to)), None);
    }
    let hours = constant(Step::Hour, 60, 3, 1.0);
    assert_eq!(hours.slice(Minute(61), Minute(180)), Some(constant(Step::Hour, 120, 1, 1.0)));
    assert_eq!(hours.slice(Minute(61), Minute(90)), None);
}

#[test]
fn a_series_without_points_in_the_range_is_not_in_the_slice() {
    let block = merged(&constant(Step::Minute, 0, 2, 1.0), &constant(Step::Minute, 6, 1, 1.0));
    let middle = block.slice(Minute(2), Minute(6)).unwrap();
    assert_eq!(middle, Block::new(Step::Minute, Minute(2), 4).unwrap());
}

#[test]
fn windows_begin_at_multiples_of_their_width() {
    let ranges = |block: &Block, minutes| {
        let windows = block.split(minutes);
        windows.iter().map(|part| (part.start().0, part.end().0)).collect::<Vec<_>>()
    };
    let block = constant(Step::Minute, 350, 400, 1.0);
    assert_eq!(ranges(&block, 360), [(350, 360), (360, 720), (720, 750)]);
    assert_eq!(ranges(&block, u32::MAX), [(350, 750)]);
    let hours = constant(Step::Hour, 60, 4, 1.0);
    assert_eq!(ranges(&hours, 0), [(60, 120), (120, 180), (180, 240), (240, 300)]);
    assert_eq!(ranges(&hours, 100), [(60, 120), (120, 240), (240, 300)]);
}

fn three() -> impl Strategy<Value = (Block, Block, Block)> {
    prop::sample::select(vec![Step::Minute, Step::Hour]).prop_flat_map(|step| {
        let block = || strategies::block_of(step);
        (block(), block(), block())
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn merging_again_changes_nothing((one, other, _) in three()) {
        let once = merged(&one, &other);
        prop_assert_eq!(merged(&once, &other), once);
        prop_assert_eq!(merged(&one, &one), one);
    }

    #[test]
    fn the_order_in_which_pairs_are_merged_does_not_matter((one, two, three) in three()) {
        prop_assert_eq!(merged(&merged(&one, &two), &three), merged(&one, &merged(&two, &three)));
    }

    #[test]
    fn the_parts_of_a_block_make_it_again(block in strategies::block(), minutes in 0..500_u32) {
        let parts = block.split(minutes);
        let mut again = parts[0].clone();
        for part in &parts[1..] {
            again.merge(part).unwrap();
        }
        prop_assert_eq!(again, block);
    }

    #[test]
    fn two_slices_of_a_block_make_it_again(block in strategies::block(), at in 0..20_000_u32) {
        let before = block.slice(Minute(0), Minute(at));
        let after = block.slice(Minute(at), Minute(u32::MAX));
        let again = match (before, after) {
            (Some(before), Some(after)) => merged(&after, &before),
            (before, after) => before.or(after).unwrap(),
        };
        prop_assert_eq!(again, block);
    }
}
