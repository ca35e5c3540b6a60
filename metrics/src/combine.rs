//! Blocks become one, and one becomes several: parts of agents, windows of storage.

use std::collections::BTreeMap;

use crate::block::Series;
use crate::{Block, BlockError, Minute};

impl Block {
    /// Takes in another block: covers the times of both and has the series of
    /// both. Where both have a point, the other's counts, so that the same block
    /// twice is the same as once. When it is refused, nothing has changed.
    pub fn merge(&mut self, other: &Block) -> Result<(), BlockError> {
        if self.step != other.step {
            return Err(BlockError::Step);
        }
        let added = other.series.keys().filter(|key| !self.series.contains_key(key)).count();
        if self.series.len() + added > Block::SERIES {
            return Err(BlockError::Series);
        }
        self.cover(self.start.min(other.start), self.end().max(other.end()))?;
        let offset = self.entries_between(self.start, other.start);
        let length = self.length;
        for (key, theirs) in &other.series {
            let ours = self.series.entry(key.clone()).or_insert_with(|| vec![None; length]);
            for (our, their) in ours[offset..].iter_mut().zip(theirs) {
                *our = their.or(*our);
            }
        }
        Ok(())
    }

    /// What lies in the range, whose end does not count; `None` when the block
    /// has no point in time there. A series without a value there is left out.
    pub fn slice(&self, from: Minute, to: Minute) -> Option<Block> {
        let (from, to) = (from.max(self.start), to.min(self.end()));
        if from >= to {
            return None;
        }
        // An hour belongs to the range that its beginning is in.
        let step = self.step.minutes();
        let first = (from.0 - self.start.0).div_ceil(step) as usize;
        let last = (to.0 - self.start.0).div_ceil(step) as usize;
        if first == last {
            return None;
        }
        let mut series: Series = BTreeMap::new();
        for (key, points) in &self.series {
            let points = &points[first..last];
            if points.iter().any(Option::is_some) {
                series.insert(key.clone(), points.to_vec());
            }
        }
        Some(Block { step: self.step, start: self.time_of(first), length: last - first, series })
    }

    /// The block along windows that begin at multiples of so many minutes,
    /// rounded up to whole steps. Windows without values are among them.
    pub fn split(&self, minutes: u32) -> Vec<Block> {
        let step = u64::from(self.step.minutes());
        let window = u64::from(minutes.max(1)).next_multiple_of(step);
        let end = u64::from(self.end().0);
        let mut windows = Vec::new();
        let mut from = u64::from(self.start.0);
        while from < end {
            let to = ((from / window + 1) * window).min(end);
            // Both lie between the start and the end of the block.
            windows.extend(self.slice(Minute(from as u32), Minute(to as u32)));
            from = to;
        }
        windows
    }

    /// Makes the block longer at both ends; the range is around its own.
    fn cover(&mut self, start: Minute, end: Minute) -> Result<(), BlockError> {
        let length = self.entries_between(start, end);
        if length > Block::LENGTH {
            return Err(BlockError::Length);
        }
        let before = self.entries_between(start, self.start);
        if before > 0 || length > self.length {
            for points in self.series.values_mut() {
                points.splice(0..0, std::iter::repeat_n(None, before));
                points.resize(length, None);
            }
        }
        (self.start, self.length) = (start, length);
        Ok(())
    }

    fn entries_between(&self, from: Minute, to: Minute) -> usize {
        ((to.0 - from.0) / self.step.minutes()) as usize
    }
}
