//! The points of one series as bits: the predictor, which points are missing,
//! the first prediction, the start of the running mean, and the residuals.

use super::DecodeError;
use super::bits::{BitReader, BitWriter};
use super::residuals::{self, Mean};
use crate::Metric;

/// The bits of a step's length in a payload.
const LENGTH_BITS: u32 = 6;
/// The bits of the farthest step with its sign.
const WIDEST: u32 = 42;

/// What a point is expected to be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Predictor {
    /// As the one before: what fills, drifts or does not move.
    Previous,
    /// As they mostly are: noise around a level, whose differences are larger
    /// than itself.
    Median,
}

/// The shorter of what the two predictors make. One point at least is there.
pub fn encode(points: &[Option<i64>]) -> Vec<u8> {
    let there: Vec<i64> = points.iter().flatten().copied().collect();
    let mut sorted = there.clone();
    let (_, median, _) = sorted.select_nth_unstable(there.len() / 2);
    let previous = encode_with(Predictor::Previous, there[0], points, &there);
    let median = encode_with(Predictor::Median, *median, points, &there);
    if median.len() < previous.len() { median } else { previous }
}

fn encode_with(predictor: Predictor, base: i64, points: &[Option<i64>], there: &[i64]) -> Vec<u8> {
    let mut out = BitWriter::default();
    out.write(u64::from(predictor == Predictor::Median), 1);
    write_gaps(&mut out, points, there.len());
    let base_code = zigzag(base);
    let bits = u64::BITS - base_code.leading_zeros();
    out.write(u64::from(bits), LENGTH_BITS);
    out.write(base_code, bits);
    let mut expected = base;
    let mut differences = Vec::with_capacity(there.len());
    for step in there {
        differences.push(zigzag(step - expected));
        if predictor == Predictor::Previous {
            expected = *step;
        }
    }
    let start = Mean::start_for(&differences);
    out.write(u64::from(start), Mean::START_BITS);
    let mean = Mean::new(start).expect("the mean is not above the largest residual");
    residuals::write(&mut out, mean, &differences);
    out.finish()
}

/// The points, whose number is known and has been checked.
pub fn decode(
    payload: &[u8],
    metric: Metric,
    length: usize,
) -> Result<Vec<Option<i64>>, DecodeError> {
    let mut bits = BitReader::new(payload);
    let is_median = bits.read(1)? == 1;
    let runs = read_gaps(&mut bits, length)?;
    let base_bits = bits.read(LENGTH_BITS)? as u32;
    if base_bits > WIDEST {
        return Err(DecodeError::Payload);
    }
    let mut expected = unzigzag(bits.read(base_bits)?);
    let mean = Mean::new(bits.read(Mean::START_BITS)? as u32)?;
    let there = runs.iter().step_by(2).sum();
    let (lowest, highest) = metric.steps().into_inner();
    let mut points = Vec::with_capacity(length);
    residuals::read(bits, mean, there, |residual| {
        let step = expected + unzigzag(residual);
        if step < lowest || step > highest {
            return Err(DecodeError::Value);
        }
        points.push(Some(step));
        if !is_median {
            expected = step;
        }
        Ok(())
    })?;
    spread(&mut points, &runs, length);
    Ok(points)
}

/// Moves points apart to where they belong, the last first.
fn spread(points: &mut Vec<Option<i64>>, runs: &[usize], length: usize) {
    let (mut from, mut to) = (points.len(), length);
    points.resize(length, None);
    for (index, run) in runs.iter().enumerate().rev() {
        to -= run;
        if index % 2 == 1 {
            points[to..to + run].fill(None);
        } else {
            from -= run;
            points.copy_within(from..from + run, to);
        }
    }
}

/// One bit when nothing is missing; else by turns how many points are there and
/// how many are not.
fn write_gaps(out: &mut BitWriter, points: &[Option<i64>], there: usize) {
    let has_gaps = there < points.len();
    out.write(u64::from(has_gaps), 1);
    if !has_gaps {
        return;
    }
    // Only the first run may be of no points.
    if points[0].is_none() {
        out.write_gamma(1);
    }
    for run in points.chunk_by(|one, next| one.is_some() == next.is_some()) {
        out.write_gamma(run.len() as u32 + 1);
    }
}

/// The lengths of the runs: points that are there come first, third and so on.
fn read_gaps(bits: &mut BitReader<'_>, length: usize) -> Result<Vec<usize>, DecodeError> {
    if bits.read(1)? == 0 {
        return Ok(vec![length]);
    }
    let mut runs = Vec::new();
    let mut left = length;
    while left > 0 {
        let run = bits.read_gamma()? as usize - 1;
        // A run of none would let the list grow without an end.
        if run > left || (run == 0 && !runs.is_empty()) {
            return Err(DecodeError::Payload);
        }
        left -= run;
        runs.push(run);
    }
    let is_there = runs.iter().step_by(2).any(|run| *run > 0);
    if is_there { Ok(runs) } else { Err(DecodeError::Payload) }
}

/// Small numbers of either sign as small numbers.
fn zigzag(number: i64) -> u64 {
    ((number << 1) ^ (number >> 63)).cast_unsigned()
}

#[inline]
fn unzigzag(code: u64) -> i64 {
    (code >> 1).cast_signed() ^ -(code & 1).cast_signed()
}
