//! What checks found, in the ledger: numbered for ever, forgotten when the server
//! has it, and a bounded part of the disk.

use muster_protocol::{CheckReport, Reading};
use tempfile::TempDir;

use super::Ledger;
use super::report_tables::{MAX_BYTES, MAX_REPORTS, MESSAGE_REPORTS};

fn open() -> (TempDir, Ledger) {
    let folder = tempfile::tempdir().unwrap();
    let ledger = Ledger::open(&folder.path().join("ledger.redb")).unwrap();
    (folder, ledger)
}

fn report(number: u64, reading: Reading) -> CheckReport {
    let time = 1_803_888_000_000_000;
    CheckReport {
        number,
        check: 5,
        version: "v1".to_owned(),
        time,
        took_ms: 7,
        reading,
        forced: false,
    }
}

/// Reports that are not numbered yet.
fn small(count: u64) -> Vec<CheckReport> {
    (0..count).map(|_| report(0, Reading::NoDisk)).collect()
}

fn numbers(reports: &[CheckReport]) -> Vec<u64> {
    reports.iter().map(|report| report.number).collect()
}

/// The numbers of everything in the ledger; empties it.
async fn take_all(ledger: &Ledger) -> Vec<u64> {
    let mut all = Vec::new();
    loop {
        let first = numbers(&ledger.first_reports().unwrap());
        let Some(last) = first.last().copied() else { return all };
        all.extend(first);
        ledger.forget_reports(last).await.unwrap();
    }
}

#[tokio::test]
async fn reports_are_numbered_in_their_order_and_outlive_the_process() {
    let (folder, ledger) = open();
    let found = Reading::Port { latency_ms: 1.5 };
    ledger.keep_reports(vec![report(0, Reading::NoDisk), report(0, found.clone())]).await.unwrap();
    ledger.release();

    let ledger = Ledger::open(&folder.path().join("ledger.redb")).unwrap();
    let expected = [report(1, Reading::NoDisk), report(2, found)];
    assert_eq!(ledger.first_reports().unwrap(), expected);
}

#[tokio::test]
async fn numbers_are_not_used_again_when_everything_is_forgotten() {
    let (folder, ledger) = open();
    ledger.keep_reports(small(3)).await.unwrap();
    ledger.forget_reports(2).await.unwrap();
    assert_eq!(numbers(&ledger.first_reports().unwrap()), [3]);
    ledger.forget_reports(u64::MAX).await.unwrap();
    assert_eq!(ledger.first_reports().unwrap(), []);
    // Forgetting may be lost with the machine; a report is not.
    ledger.keep_reports(small(1)).await.unwrap();
    ledger.release();

    let ledger = Ledger::open(&folder.path().join("ledger.redb")).unwrap();
    assert_eq!(take_all(&ledger).await, [4]);
}

#[tokio::test]
async fn a_message_has_a_bounded_number_of_reports_and_a_bounded_size() {
    let (_folder, ledger) = open();
    let large = || report(0, Reading::Unable { reason: "x".repeat(300 * 1024) });
    ledger.keep_reports(small(MESSAGE_REPORTS as u64 + 1)).await.unwrap();
    ledger.keep_reports(vec![large(), large(), large()]).await.unwrap();
    let mut counts = Vec::new();
    while let Some(last) = ledger.first_reports().unwrap().last() {
        counts.push(ledger.first_reports().unwrap().len());
        ledger.forget_reports(last.number).await.unwrap();
    }
    assert_eq!(counts, [500, 3, 1]);
}

#[tokio::test]
async fn the_oldest_reports_are_dropped_when_there_are_too_many() {
    let (_folder, ledger) = open();
    ledger.keep_reports(small(MAX_REPORTS)).await.unwrap();
    assert_eq!(ledger.first_reports().unwrap()[0].number, 1);
    ledger.keep_reports(small(2)).await.unwrap();
    assert_eq!(take_all(&ledger).await, (3..=MAX_REPORTS + 2).collect::<Vec<u64>>());
}

#[tokio::test]
async fn reports_take_eight_mebibytes_at_most() {
    let (_folder, ledger) = open();
    // With what is around the text, seven of them are within the limit.
    let large = || report(0, Reading::Unable { reason: "x".repeat(MAX_BYTES as usize / 8) });
    for _ in 0..9 {
        ledger.keep_reports(vec![large()]).await.unwrap();
    }
    assert_eq!(take_all(&ledger).await, (3..=9).collect::<Vec<u64>>());
    // What was forgotten no longer counts.
    ledger.keep_reports((0..7).map(|_| large()).collect()).await.unwrap();
    assert_eq!(take_all(&ledger).await, (10..=16).collect::<Vec<u64>>());
}
