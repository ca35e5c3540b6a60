//! Putting blocks together, with a bound on their series.

use muster_metrics::{Block, BlockError, Limits, SeriesKey, points_of};

/// Series of a block by the minute. Three times as many by the hour are as many
/// as a block can have. An agent whose labels keep changing loses those with
/// the fewest points.
pub const MOST_SERIES: usize = 1024;

/// Adds a block to another; where both have a point, the added one counts. If
/// there are too many series, the block drops those with the fewest points.
pub fn add(block: &mut Block, added: &Block) -> Result<(), BlockError> {
    match block.merge(added) {
        Err(BlockError::Series) => {
            *block = with_fewer_series(block, MOST_SERIES)?;
            block.merge(added)
        }
        merged => merged,
    }
}

/// The block with so many series at most: those with the most points.
pub fn with_fewer_series(block: &Block, most: usize) -> Result<Block, BlockError> {
    if block.series().len() <= most {
        return Ok(block.clone());
    }
    let count = |points: &[Option<i64>]| points.iter().flatten().count();
    let mut keys: Vec<(usize, &SeriesKey)> =
        block.series().iter().map(|(key, points)| (count(points), key)).collect();
    keys.sort_by(|(a, key), (b, other)| b.cmp(a).then_with(|| key.cmp(other)));
    let mut fewer = Block::new(block.step(), block.start(), block.length())?;
    for (_, key) in keys.into_iter().take(most) {
        for (at, value) in points_of(block, key) {
            fewer.set(key.clone(), at, value)?;
        }
    }
    Ok(fewer)
}

/// Unpacks what is stored. A block that cannot be read is left out, so that it
/// does not stand in the way of all others; the log says so.
pub fn unpack(data: &[u8]) -> Option<Block> {
    match Block::decode(data, Limits::STORED) {
        Ok(block) => Some(block),
        Err(error) => {
            tracing::error!(error = %error, "stored metrics could not be read and are left out");
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use muster_metrics::{Metric, Minute, Step};

    use super::*;

    /// Interfaces with this many points each, beginning with the first minute.
    fn interfaces(numbers: std::ops::Range<usize>, points: u32) -> Block {
        let mut block = Block::new(Step::Minute, Minute(0), 60).unwrap();
        for number in numbers {
            for minute in 0..points {
                let key = SeriesKey::mean(Metric::NetSent, format!("veth{number:05}"));
                block.set(key, Minute(minute), 1000.0).unwrap();
            }
        }
        block
    }

    #[test]
    fn blocks_with_too_many_series_lose_those_with_the_fewest_points() {
        let mut block = interfaces(0..3000, 1);
        block.merge(&interfaces(3000..4000, 2)).unwrap();
        let mut expected = interfaces(3000..4000, 2);
        expected.merge(&interfaces(0..24, 1)).unwrap();
        expected.merge(&interfaces(5000..6000, 3)).unwrap();

        add(&mut block, &interfaces(5000..6000, 3)).unwrap();

        assert_eq!(block, expected);
        assert_eq!(with_fewer_series(&block, 2000).unwrap().series().len(), 2000);
        assert_eq!(with_fewer_series(&block, 2024).unwrap(), block);
    }

    #[test]
    fn what_cannot_be_read_is_left_out() {
        let block = interfaces(0..3, 5);
        assert_eq!(unpack(&block.encode()), Some(block));
        assert_eq!(unpack(b"no block"), None);
    }
}
