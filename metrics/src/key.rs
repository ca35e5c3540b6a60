//! What a series is of.

use crate::Metric;

/// Names a series within a block.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SeriesKey {
    /// What is measured.
    pub metric: Metric,
    /// What a point says of the time it stands for.
    pub aspect: Aspect,
    /// Which mount, device, interface or sensor; empty for metrics without a
    /// label. At most [`SeriesKey::LABEL_BYTES`].
    pub label: String,
}

impl SeriesKey {
    /// The longest label.
    pub const LABEL_BYTES: usize = 255;

    /// The series of means.
    pub fn mean(metric: Metric, label: impl Into<String>) -> SeriesKey {
        SeriesKey { metric, aspect: Aspect::Mean, label: label.into() }
    }
}

/// What a point says of its minute or hour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Aspect {
    /// The mean; the only one by the minute.
    Mean,
    /// The smallest value of an hour.
    Min,
    /// The largest value of an hour.
    Max,
}

impl Aspect {
    pub(crate) const ALL: [Aspect; 3] = [Aspect::Mean, Aspect::Min, Aspect::Max];

    /// The aspect in packed blocks.
    pub(crate) fn code(self) -> u8 {
        self as u8
    }

    pub(crate) fn from_code(code: u8) -> Option<Aspect> {
        Aspect::ALL.get(usize::from(code)).copied()
    }
}
