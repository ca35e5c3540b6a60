//! The points of one agent over some time, by series.

use std::collections::BTreeMap;

use thiserror::Error;

use crate::{Aspect, Minute, SeriesKey, Step};

/// The series of a block: a step for each point in time, or none.
pub(crate) type Series = BTreeMap<SeriesKey, Vec<Option<i64>>>;

/// Points at equal distances, for any number of series.
///
/// Every series has an entry for each point in time and at least one value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    pub(crate) step: Step,
    pub(crate) start: Minute,
    pub(crate) length: usize,
    pub(crate) series: Series,
}

/// Why a block is not made or changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum BlockError {
    /// Without points in time, or with more than [`Block::LENGTH`].
    #[error("a block has 1 to {} points in time", Block::LENGTH)]
    Length,
    /// The start is no multiple of the step, or the end is past the last minute.
    #[error("a block starts at a multiple of its step and ends before the end of time")]
    Start,
    /// A point before the start, at the end or later.
    #[error("the point is outside of the block")]
    Time,
    /// Not a number, or none that the metric can have.
    #[error("the value is not one that the metric can have")]
    Value,
    /// A label over [`SeriesKey::LABEL_BYTES`].
    #[error("a label has at most {} bytes", SeriesKey::LABEL_BYTES)]
    Label,
    /// An extreme by the minute.
    #[error("minutes have means only")]
    Aspect,
    /// Minutes and hours are not merged.
    #[error("the blocks have different steps")]
    Step,
    /// More than [`Block::SERIES`].
    #[error("a block has at most {} series", Block::SERIES)]
    Series,
}

impl Block {
    /// The most points in time: three months by the minute, fifteen years by the hour.
    pub const LENGTH: usize = 1 << 17;
    /// The most series.
    pub const SERIES: usize = 4096;

    /// A block without points, which covers `length` steps from its start.
    pub fn new(step: Step, start: Minute, length: usize) -> Result<Block, BlockError> {
        if length == 0 || length > Block::LENGTH {
            return Err(BlockError::Length);
        }
        let end = u64::from(start.0) + length as u64 * u64::from(step.minutes());
        if !start.0.is_multiple_of(step.minutes()) || end > u64::from(u32::MAX) {
            return Err(BlockError::Start);
        }
        Ok(Block { step, start, length, series: BTreeMap::new() })
    }

    /// Sets a point, which counts for the minute or hour that `at` lies in. A
    /// value that is refused leaves the point as it was.
    pub fn set(&mut self, key: SeriesKey, at: Minute, value: f64) -> Result<(), BlockError> {
        let index = self.index_of(at).ok_or(BlockError::Time)?;
        if key.label.len() > SeriesKey::LABEL_BYTES {
            return Err(BlockError::Label);
        }
        if self.step == Step::Minute && key.aspect != Aspect::Mean {
            return Err(BlockError::Aspect);
        }
        let step = key.metric.checked_step_of(value).ok_or(BlockError::Value)?;
        if self.series.len() >= Block::SERIES && !self.series.contains_key(&key) {
            return Err(BlockError::Series);
        }
        let length = self.length;
        self.series.entry(key).or_insert_with(|| vec![None; length])[index] = Some(step);
        Ok(())
    }

    /// How far apart its points are.
    pub fn step(&self) -> Step {
        self.step
    }

    /// The time of its first point.
    pub fn start(&self) -> Minute {
        self.start
    }

    /// The time after its last point.
    pub fn end(&self) -> Minute {
        self.time_of(self.length)
    }

    /// The number of points in time.
    pub fn length(&self) -> usize {
        self.length
    }

    /// Its series, in steps of their metrics: one entry for each point in time.
    pub fn series(&self) -> &BTreeMap<SeriesKey, Vec<Option<i64>>> {
        &self.series
    }

    /// Whether no point is there.
    pub fn is_empty(&self) -> bool {
        self.series.is_empty()
    }

    /// How many points are there, over all series.
    pub fn points(&self) -> usize {
        self.series.values().map(|points| points.iter().flatten().count()).sum()
    }

    /// The time of an entry. In range, because the end of a block is.
    pub(crate) fn time_of(&self, index: usize) -> Minute {
        self.start.plus(index as u32 * self.step.minutes())
    }

    fn index_of(&self, at: Minute) -> Option<usize> {
        let minutes = at.0.checked_sub(self.start.0)?;
        Some((minutes / self.step.minutes()) as usize).filter(|index| *index < self.length)
    }
}

/// The points of a series that are there, each with its time.
pub fn points_of(block: &Block, key: &SeriesKey) -> impl Iterator<Item = (Minute, f64)> {
    let metric = key.metric;
    let points = block.series.get(key).map(Vec::as_slice).unwrap_or_default();
    points.iter().enumerate().filter_map(move |(index, step)| {
        step.map(|step| (block.time_of(index), metric.value_of(step)))
    })
}
