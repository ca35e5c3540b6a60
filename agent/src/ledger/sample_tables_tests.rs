//! Samples in the ledger: they grow together, are forgotten when the server has
//! them, and take a bounded part of the disk.

use muster_metrics::{Block, Limits, Metric, Minute, SeriesKey, Step};
use tempfile::TempDir;

use super::Ledger;
use super::sample_tables::{MAX_BLOCKS, MAX_BYTES, MAX_MINUTES};

/// 2027-03-01T08:00:00Z.
const EIGHT: u32 = 30_064_800;

fn open() -> (TempDir, Ledger) {
    let folder = tempfile::tempdir().unwrap();
    let ledger = Ledger::open(&folder.path().join("ledger.redb")).unwrap();
    (folder, ledger)
}

/// Values of one series, minute by minute.
fn block(start: u32, label: &str, values: &[f64]) -> Block {
    let mut block = Block::new(Step::Minute, Minute(start), values.len()).unwrap();
    for (minute, value) in (start..).zip(values) {
        block.set(SeriesKey::mean(Metric::DiskUsed, label), Minute(minute), *value).unwrap();
    }
    block
}

async fn keep(ledger: &Ledger, blocks: &[&Block]) {
    ledger.keep_samples(blocks.iter().map(|block| (*block).clone()).collect()).await.unwrap();
}

fn first(ledger: &Ledger) -> Option<Block> {
    let (start, bytes) = ledger.first_samples().unwrap()?;
    let block = Block::decode(&bytes, Limits::MESSAGE).unwrap();
    assert_eq!(block.start(), start);
    Some(block)
}

/// Everything in the ledger, from the oldest block on; empties it.
async fn take_all(ledger: &Ledger) -> Vec<Block> {
    let mut blocks = Vec::new();
    while let Some(block) = first(ledger) {
        ledger.forget_samples(block.start(), block.end()).await.unwrap();
        blocks.push(block);
    }
    blocks
}

#[tokio::test]
async fn samples_grow_into_one_message_and_outlive_the_process() {
    let (folder, ledger) = open();
    keep(&ledger, &[&block(EIGHT, "/", &[1.0, 2.0])]).await;
    keep(&ledger, &[&block(EIGHT + 2, "/", &[3.0]), &block(EIGHT + 4, "/data", &[5.0])]).await;
    ledger.release();

    let ledger = Ledger::open(&folder.path().join("ledger.redb")).unwrap();
    let mut expected = block(EIGHT, "/", &[1.0, 2.0, 3.0]);
    expected.merge(&block(EIGHT + 4, "/data", &[5.0])).unwrap();
    assert_eq!(take_all(&ledger).await, [expected]);
}

#[tokio::test]
async fn a_message_is_no_longer_than_six_hours() {
    let (_folder, ledger) = open();
    let hours = vec![1.0; MAX_MINUTES as usize - 1];
    keep(&ledger, &[&block(EIGHT, "/", &hours)]).await;
    keep(&ledger, &[&block(EIGHT + MAX_MINUTES - 1, "/", &[2.0])]).await;
    keep(&ledger, &[&block(EIGHT + MAX_MINUTES, "/", &[3.0])]).await;
    // A clock that was years ahead for a moment.
    keep(&ledger, &[&block(EIGHT + 5_000_000, "/", &[4.0])]).await;

    let expected = [
        block(EIGHT, "/", &[hours, vec![2.0]].concat()),
        block(EIGHT + MAX_MINUTES, "/", &[3.0]),
        block(EIGHT + 5_000_000, "/", &[4.0]),
    ];
    assert_eq!(take_all(&ledger).await, expected);
}

#[tokio::test]
async fn a_message_has_no_more_series_than_the_server_takes() {
    let (_folder, ledger) = open();
    let mut full = Block::new(Step::Minute, Minute(EIGHT), 1).unwrap();
    for number in 0..Limits::MESSAGE.series {
        let key = SeriesKey::mean(Metric::DiskUsed, format!("/{number}"));
        full.set(key, Minute(EIGHT), 1.0).unwrap();
    }
    let (known, new) = (block(EIGHT + 1, "/1", &[2.0]), block(EIGHT + 2, "/another", &[3.0]));
    keep(&ledger, &[&full, &known, &new]).await;

    full.merge(&known).unwrap();
    assert_eq!(take_all(&ledger).await, [full, new]);
}

#[tokio::test]
async fn only_what_the_server_has_is_forgotten() {
    let (_folder, ledger) = open();
    keep(&ledger, &[&block(EIGHT, "/", &[1.0, 2.0])]).await;
    // Sampled while the message was on its way.
    keep(&ledger, &[&block(EIGHT + 2, "/", &[3.0])]).await;

    ledger.forget_samples(Minute(EIGHT), Minute(EIGHT - 1)).await.unwrap();
    assert_eq!(first(&ledger), Some(block(EIGHT, "/", &[1.0, 2.0, 3.0])));
    ledger.forget_samples(Minute(EIGHT), Minute(EIGHT + 1)).await.unwrap();
    assert_eq!(first(&ledger), Some(block(EIGHT + 2, "/", &[3.0])));
    // There is no such block any more.
    ledger.forget_samples(Minute(EIGHT), Minute(u32::MAX)).await.unwrap();
    assert_eq!(first(&ledger), Some(block(EIGHT + 2, "/", &[3.0])));
    ledger.forget_samples(Minute(EIGHT + 2), Minute(u32::MAX)).await.unwrap();
    assert_eq!(first(&ledger), None);
}

#[tokio::test]
async fn samples_of_a_clock_that_was_set_back_replace_those_of_the_same_minutes() {
    let (_folder, ledger) = open();
    keep(&ledger, &[&block(EIGHT, "/", &[1.0, 2.0, 3.0])]).await;
    keep(&ledger, &[&block(EIGHT + 1, "/", &[4.0])]).await;
    assert_eq!(take_all(&ledger).await, [block(EIGHT, "/", &[1.0, 4.0, 3.0])]);
}

#[tokio::test]
async fn after_thirty_days_the_oldest_samples_are_dropped() {
    let (_folder, ledger) = open();
    let hours = vec![1.0; MAX_MINUTES as usize];
    let days: Vec<Block> = (0..=u32::try_from(MAX_BLOCKS).unwrap())
        .map(|number| block(EIGHT + number * MAX_MINUTES, "/", &hours))
        .collect();
    keep(&ledger, &days.iter().collect::<Vec<_>>()).await;
    assert_eq!(take_all(&ledger).await, days[1..]);
}

#[tokio::test]
async fn samples_take_four_mebibytes_at_most() {
    let (_folder, ledger) = open();
    let noisy: Vec<Block> = (0..9).map(|number| noise(EIGHT + number * MAX_MINUTES)).collect();
    let bytes = |blocks: &[Block]| blocks.iter().map(|block| block.encode().len()).sum::<usize>();
    assert!(bytes(&noisy) > MAX_BYTES, "{}", bytes(&noisy));
    keep(&ledger, &noisy.iter().collect::<Vec<_>>()).await;

    let kept = take_all(&ledger).await;
    let dropped = noisy.len() - kept.len();
    assert_eq!(kept, noisy[dropped..]);
    assert!(bytes(&kept) <= MAX_BYTES && bytes(&noisy[dropped - 1..]) > MAX_BYTES);
}

/// Six hours of values that nothing can pack.
fn noise(start: u32) -> Block {
    let mut block = Block::new(Step::Minute, Minute(start), MAX_MINUTES as usize).unwrap();
    let mut state = 1_u64;
    for series in 0..300 {
        for minute in start..start + MAX_MINUTES {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let key = SeriesKey::mean(Metric::Processes, format!("{series}"));
            block.set(key, Minute(minute), (state >> 25) as f64).unwrap();
        }
    }
    block
}
