//! Random blocks.

use proptest::prelude::*;

use crate::{Aspect, Block, Metric, Minute, SeriesKey, Step};

/// A key that a block of the step can have.
pub fn key(step: Step) -> impl Strategy<Value = SeriesKey> {
    let aspects: &[Aspect] = match step {
        Step::Minute => &[Aspect::Mean],
        Step::Hour => &Aspect::ALL,
    };
    let parts = (prop::sample::select(Metric::ALL), prop::sample::select(aspects), "[a-cß]{0,2}");
    parts.prop_map(|(metric, aspect, label)| SeriesKey { metric, aspect, label })
}

/// Values of every size, most of them near the one before.
fn values() -> impl Strategy<Value = Vec<Option<f64>>> {
    let value = prop_oneof![
        4 => Just(Some(7.0)),
        2 => (0.0..100.0f64).prop_map(Some),
        1 => (0.0..1e10f64).prop_map(Some),
        1 => Just(None),
    ];
    prop::collection::vec(value, 1..200)
}

/// A block somewhere in three days.
pub fn block_of(step: Step) -> impl Strategy<Value = Block> {
    let series = prop::collection::vec((key(step), values()), 0..5);
    (0..4000_u32, 1..200_usize, series).prop_map(move |(start, length, series)| {
        let start = Minute(start / step.minutes() * step.minutes());
        let mut block = Block::new(step, start, length).unwrap();
        for (key, values) in series {
            for (index, value) in values.iter().take(length).enumerate() {
                let at = start.plus(index as u32 * step.minutes());
                if let Some(value) = value {
                    block.set(key.clone(), at, *value).unwrap();
                }
            }
        }
        block
    })
}

pub fn block() -> impl Strategy<Value = Block> {
    prop_oneof![block_of(Step::Minute), block_of(Step::Hour)]
}
