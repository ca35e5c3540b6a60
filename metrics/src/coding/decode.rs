//! Bytes become a block, or are refused: agents may send anything.

use std::collections::BTreeMap;

use thiserror::Error;

use super::bytes::Bytes;
use super::{VERSION, payload};
use crate::block::Series;
use crate::{Aspect, Block, Metric, Minute, SeriesKey, Step};

/// How large a block may be that somebody else made. Reading one takes at most
/// sixteen bytes of memory for each point of each series that it allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Points in time.
    pub length: usize,
    /// Series, also those of metrics that this version does not know.
    pub series: usize,
    /// Bytes of each label.
    pub label_bytes: usize,
}

impl Limits {
    /// A message of an agent: a day.
    pub const MESSAGE: Limits =
        Limits { length: 1440, series: 1024, label_bytes: SeriesKey::LABEL_BYTES };
    /// What a database keeps: a month.
    pub const STORED: Limits =
        Limits { length: 44_640, series: Block::SERIES, label_bytes: SeriesKey::LABEL_BYTES };
}

/// Why bytes are not a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum DecodeError {
    /// The bytes end too early.
    #[error("the block is cut off")]
    Truncated,
    /// Something follows the end of a block or of a series.
    #[error("something follows the end")]
    Trailing,
    /// A layout of a later version.
    #[error("the version {0} is not known")]
    Version(u8),
    /// Neither minutes nor hours.
    #[error("the step is not known")]
    Step,
    /// A number that is larger than any in a block.
    #[error("a number is too large")]
    Number,
    /// A start or a length that no block has, or a length above the limit.
    #[error("the range is not one of a block, or too long")]
    Range,
    /// More series than the limit.
    #[error("too many series")]
    Series,
    /// The same series twice.
    #[error("a series occurs twice")]
    Repeated,
    /// An aspect that is not known or that minutes do not have.
    #[error("the aspect of a series is not known, or not by the minute")]
    Aspect,
    /// A label that is too long or not UTF-8.
    #[error("a label is too long or not text")]
    Label,
    /// A value that the metric cannot have.
    #[error("a value is out of range")]
    Value,
    /// Bits that no series is written as.
    #[error("the points of a series make no sense")]
    Payload,
}

impl Block {
    /// Reads a block. Series of metrics that this version does not know are left
    /// out. Never panics, and takes no more memory than the limits allow.
    pub fn decode(bytes: &[u8], limits: Limits) -> Result<Block, DecodeError> {
        let mut bytes = Bytes(bytes);
        let version = bytes.byte()?;
        if version != VERSION {
            return Err(DecodeError::Version(version));
        }
        let step = match bytes.byte()? {
            0 => Step::Minute,
            1 => Step::Hour,
            _ => return Err(DecodeError::Step),
        };
        let start = Minute(bytes.varint()?);
        let length = bytes.varint()? as usize;
        if length > limits.length {
            return Err(DecodeError::Range);
        }
        let mut block = Block::new(step, start, length).map_err(|_| DecodeError::Range)?;
        block.series = read_all(&mut bytes, &block, limits)?;
        if bytes.0.is_empty() { Ok(block) } else { Err(DecodeError::Trailing) }
    }
}

fn read_all(bytes: &mut Bytes<'_>, block: &Block, limits: Limits) -> Result<Series, DecodeError> {
    let count = bytes.varint()? as usize;
    if count > limits.series.min(Block::SERIES) {
        return Err(DecodeError::Series);
    }
    let mut all = BTreeMap::new();
    for _ in 0..count {
        let metric = Metric::from_code(bytes.byte()?);
        let aspect = read_aspect(bytes, block.step)?;
        let label = read_label(bytes, limits)?;
        let payload = bytes.with_length()?;
        let Some(metric) = metric else { continue };
        let key = SeriesKey { metric, aspect, label: label.to_owned() };
        // Before the points are read, so that the same series again costs nothing.
        if all.contains_key(&key) {
            return Err(DecodeError::Repeated);
        }
        all.insert(key, payload::decode(payload, metric, block.length)?);
    }
    Ok(all)
}

fn read_aspect(bytes: &mut Bytes<'_>, step: Step) -> Result<Aspect, DecodeError> {
    let aspect = Aspect::from_code(bytes.byte()?).ok_or(DecodeError::Aspect)?;
    let has_aspect = step == Step::Hour || aspect == Aspect::Mean;
    if has_aspect { Ok(aspect) } else { Err(DecodeError::Aspect) }
}

fn read_label<'a>(bytes: &mut Bytes<'a>, limits: Limits) -> Result<&'a str, DecodeError> {
    let label = bytes.with_length()?;
    if label.len() > limits.label_bytes.min(SeriesKey::LABEL_BYTES) {
        return Err(DecodeError::Label);
    }
    str::from_utf8(label).map_err(|_| DecodeError::Label)
}
