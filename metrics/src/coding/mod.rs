//! Blocks as bytes: what agents send and databases keep.
//!
//! A version, the step, then as varints the start, the length and the number of
//! series. Of each series its metric, its aspect, its label and its payload, the
//! latter two with their lengths. A payload is a stream of bits: see `payload`.

mod bits;
mod bytes;
mod decode;
mod payload;
mod residuals;

pub use decode::{DecodeError, Limits};

use crate::{Block, Step};

/// The first byte. Another layout gets another number.
const VERSION: u8 = 1;

impl Block {
    /// The block as bytes: the same bytes for the same block.
    pub fn encode(&self) -> Vec<u8> {
        let mut out = vec![VERSION, code_of(self.step)];
        bytes::write_varint(&mut out, u64::from(self.start.0));
        bytes::write_varint(&mut out, self.length as u64);
        bytes::write_varint(&mut out, self.series.len() as u64);
        for (key, points) in &self.series {
            out.extend([key.metric.code(), key.aspect.code()]);
            bytes::write_with_length(&mut out, key.label.as_bytes());
            bytes::write_with_length(&mut out, &payload::encode(points));
        }
        out
    }
}

fn code_of(step: Step) -> u8 {
    match step {
        Step::Minute => 0,
        Step::Hour => 1,
    }
}
