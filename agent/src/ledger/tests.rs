//! What the ledger remembers, over restarts and under load.

use muster_protocol::End;

use super::*;

fn outcome(code: i32) -> Outcome {
    let end = End::Exited { code };
    Outcome {
        end,
        started: 1,
        seconds: 0.5,
        stdout: 2,
        stderr: 0,
        truncated: false,
        actions: Vec::new(),
    }
}

fn run_id(text: &str) -> RunId {
    RunId::parse(text).unwrap()
}

#[tokio::test]
async fn a_run_is_remembered_from_its_order_to_after_its_closing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ledger.redb");
    let run = run_id("run-1");

    let ledger = Ledger::open(&path).unwrap();
    assert_eq!(ledger.find(&run).unwrap(), None);
    ledger.accept(&run).await.unwrap();
    assert_eq!(ledger.find(&run).unwrap().unwrap().outcome, None);

    let ledger = reopened(ledger, &path);
    assert_eq!(ledger.list_open().unwrap().len(), 1);
    ledger.finish(&run, outcome(3)).await.unwrap();
    ledger.close(&run).await.unwrap();
    assert_eq!(ledger.list_open().unwrap(), []);
    assert_eq!(ledger.find(&run).unwrap().unwrap().outcome, Some(outcome(3)));
}

#[tokio::test]
async fn a_ledger_that_was_opened_anew_goes_on_where_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let ledger = Ledger::open(&folder.path().join("ledger.redb")).unwrap();
    ledger.accept(&run_id("run-1")).await.unwrap();
    ledger.store.reopen().unwrap();
    ledger.finish(&run_id("run-1"), outcome(0)).await.unwrap();
    assert_eq!(ledger.find(&run_id("run-1")).unwrap().unwrap().outcome, Some(outcome(0)));
}

#[tokio::test]
async fn a_ledger_whose_disk_failed_recovers_by_itself() {
    let folder = tempfile::tempdir().unwrap();
    let (path, aside) = (folder.path().join("ledger.redb"), folder.path().join("aside"));
    let ledger = Ledger::open(&path).unwrap();
    ledger.accept(&run_id("run-1")).await.unwrap();

    // A folder in the place of the file: it cannot be opened.
    std::fs::rename(&path, &aside).unwrap();
    std::fs::create_dir(&path).unwrap();
    ledger.store.reopen().unwrap_err();
    ledger.accept(&run_id("run-2")).await.unwrap_err();
    ledger.find(&run_id("run-1")).unwrap_err();

    std::fs::remove_dir(&path).unwrap();
    std::fs::rename(&aside, &path).unwrap();
    ledger.accept(&run_id("run-3")).await.unwrap();
    assert_eq!(ledger.list_open().unwrap().len(), 2);
}

#[tokio::test]
async fn a_thousand_runs_at_once_share_their_commits() {
    let folder = tempfile::tempdir().unwrap();
    let ledger = Ledger::open(&folder.path().join("ledger.redb")).unwrap();
    let accepts = (0..1000).map(|number| {
        let ledger = ledger.clone();
        async move { ledger.accept(&run_id(&format!("run-{number}"))).await }
    });
    for result in futures_util::future::join_all(accepts).await {
        result.unwrap();
    }
    assert_eq!(ledger.list_open().unwrap().len(), 1000);
}

#[tokio::test]
async fn closed_runs_are_pruned_by_age_and_by_number() {
    let folder = tempfile::tempdir().unwrap();
    let ledger = Ledger::open(&folder.path().join("ledger.redb")).unwrap();
    let run = run_id("old");
    ledger.accept(&run).await.unwrap();
    ledger.close(&run).await.unwrap();

    let in_six_days = crate::clock::now_micros() + 6 * 86_400_000_000;
    prune_at(&ledger, in_six_days);
    assert!(ledger.find(&run).unwrap().is_some());
    prune_at(&ledger, in_six_days + 2 * 86_400_000_000);
    assert_eq!(ledger.find(&run).unwrap(), None);

    let all: Vec<_> = (0..11_100).map(|number| run_id(&format!("run-{number:05}"))).collect();
    for result in futures_util::future::join_all(all.iter().map(|run| ledger.accept(run))).await {
        result.unwrap();
    }
    for result in futures_util::future::join_all(all.iter().map(|run| ledger.close(run))).await {
        result.unwrap();
    }
    assert_eq!(ledger.find(&all[0]).unwrap(), None);
    assert!(ledger.find(&all[11_099]).unwrap().is_some());
}

fn prune_at(ledger: &Ledger, now: i64) {
    let prune = |database: &redb::Database| {
        let transaction = database.begin_write()?;
        tables::prune_closed(&transaction, now)?;
        Ok(transaction.commit()?)
    };
    ledger.store.with(prune).unwrap();
}

/// As a new process does. The writer's thread would keep the file for a moment
/// after the ledger was dropped.
fn reopened(ledger: Ledger, path: &Path) -> Ledger {
    ledger.store.release();
    Ledger::open(path).unwrap()
}
