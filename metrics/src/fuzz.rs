//! What `fuzz/` calls with bytes of any kind; a bounded test calls it too.

use crate::{Block, Limits, Minute, by_the_hour, thin};

/// Bytes are a block within the limits or are refused. What was read is written
/// in a way that means the same, and can be asked everything.
pub fn block(bytes: &[u8]) {
    let limits = Limits { length: 200, series: 20, label_bytes: 30 };
    let Ok(block) = Block::decode(bytes, limits) else { return };
    assert!(block.length() <= limits.length && block.series().len() <= limits.series);
    for (key, points) in block.series() {
        assert!(key.label.len() <= limits.label_bytes && points.len() == block.length());
        assert!(points.iter().flatten().all(|step| key.metric.value_of(*step).is_finite()));
    }
    let again = Block::decode(&block.encode(), limits);
    assert_eq!(again.as_ref(), Ok(&block), "it says the same the second time");
    let mut merged = block.clone();
    for window in block.split(60) {
        merged.merge(&window).expect("a window fits into the block it is of");
    }
    assert_eq!(merged, block, "a block has nothing new for itself");
    let _ = (by_the_hour(&block), thin(&block, Minute(0), Minute(u32::MAX), 100));
}
