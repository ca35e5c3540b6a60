//! Residuals: what the prediction of a point left over, in as few bits as their
//! size of late suggests.
//!
//! Golomb–Rice codes: the high part of a number in ones, the low part as it is,
//! cut where a running mean says. When most residuals are zero, their number is
//! written instead of a bit for each.

use super::DecodeError;
use super::bits::{BitReader, BitWriter};

/// So many ones say that the number follows with its own length.
const ESCAPE: u32 = 16;
/// The bits of the largest residual, between the farthest steps of a metric.
const WIDEST: u32 = 43;
/// The running mean is kept in parts of so many bits.
const FRACTION: u32 = 13;
/// One residual in so many (as a power of two) makes up the mean.
const MEMORY: u32 = 5;

/// The running mean of residuals, the same in the writer and the reader.
pub struct Mean(u64);

impl Mean {
    /// How a payload says what to begin with: the bits of the mean of all.
    pub const START_BITS: u32 = 6;

    /// The start that suits some residuals.
    pub fn start_for(residuals: &[u64]) -> u32 {
        let sum: u64 = residuals.iter().sum();
        let mean = sum / residuals.len().max(1) as u64;
        u64::BITS - mean.leading_zeros()
    }

    pub fn new(start: u32) -> Result<Mean, DecodeError> {
        match start {
            0 => Ok(Mean(0)),
            // The middle of the numbers with so many bits.
            1..=WIDEST => Ok(Mean(3 << (FRACTION - 1) << (start - 1))),
            _ => Err(DecodeError::Payload),
        }
    }

    /// How many low bits of a residual are written as they are.
    #[inline]
    fn low_bits(&self) -> u32 {
        ((self.0 >> FRACTION) | 1).ilog2()
    }

    /// Whether most residuals are zero: then runs of them are counted.
    #[inline]
    fn is_quiet(&self) -> bool {
        self.0 < 1 << (FRACTION - 1)
    }

    /// One jump lets the mean grow by half at most: noise that goes on after a
    /// burst shall not pay for it.
    #[inline]
    fn add(&mut self, residual: u64) {
        let most = (self.0 >> 1) + (1 << FRACTION);
        let share = (residual << (FRACTION - MEMORY)).min(most);
        self.0 = self.0 - (self.0 >> MEMORY) + share;
    }

    #[inline]
    fn add_zeros(&mut self, count: usize) {
        // The mean of a quiet series is at its lowest after fewer than that.
        for _ in 0..count.min(256) {
            self.add(0);
        }
    }
}

pub fn write(out: &mut BitWriter, mut mean: Mean, residuals: &[u64]) {
    let mut rest = residuals;
    while !rest.is_empty() {
        let mut hidden = 0;
        if mean.is_quiet() {
            let zeros = rest.iter().take_while(|residual| **residual == 0).count();
            out.write_gamma(zeros as u32 + 1);
            mean.add_zeros(zeros);
            rest = &rest[zeros..];
            // What ends a run is not zero.
            hidden = 1;
        }
        let Some((residual, later)) = rest.split_first() else { return };
        write_one(out, mean.low_bits(), residual - hidden);
        mean.add(*residual);
        rest = later;
    }
}

fn write_one(out: &mut BitWriter, low_bits: u32, number: u64) {
    let high = number >> low_bits;
    if high < u64::from(ESCAPE) {
        let ones = high as u32;
        out.write((1 << (ones + 1)) - 2, ones + 1);
        out.write(number & ((1 << low_bits) - 1), low_bits);
        return;
    }
    let bits = u64::BITS - number.leading_zeros();
    out.write((1 << ESCAPE) - 1, ESCAPE);
    out.write(u64::from(bits), Mean::START_BITS);
    out.write(number, bits);
}

/// Hands out so many residuals, which must be all that the bits have.
#[inline]
pub fn read(
    mut bits: BitReader<'_>,
    mut mean: Mean,
    count: usize,
    mut each: impl FnMut(u64) -> Result<(), DecodeError>,
) -> Result<(), DecodeError> {
    let mut left = count;
    while left > 0 {
        let mut hidden = 0;
        if mean.is_quiet() {
            let zeros = bits.read_gamma()? as usize - 1;
            left = left.checked_sub(zeros).ok_or(DecodeError::Payload)?;
            for _ in 0..zeros {
                each(0)?;
            }
            mean.add_zeros(zeros);
            if left == 0 {
                break;
            }
            hidden = 1;
        }
        let residual = read_one(&mut bits, mean.low_bits())? + hidden;
        each(residual)?;
        mean.add(residual);
        left -= 1;
    }
    bits.finish()
}

#[inline(always)]
fn read_one(bits: &mut BitReader<'_>, low_bits: u32) -> Result<u64, DecodeError> {
    let ones = bits.read_ones(ESCAPE)?;
    if ones < ESCAPE {
        return Ok((u64::from(ones) << low_bits) | bits.read(low_bits)?);
    }
    let length = bits.read(Mean::START_BITS)? as u32;
    if length > WIDEST {
        return Err(DecodeError::Payload);
    }
    bits.read(length)
}
