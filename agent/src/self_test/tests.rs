//! The list of steps is complete, and none of them stops the others.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use super::*;
use crate::orders;
use crate::questions;

const MOMENT: Duration = Duration::from_millis(50);
const LONG: Duration = Duration::from_secs(30);

fn works(name: &'static str) -> Step {
    Step::new(name, "Something that works", &[], |_| Box::pin(async { Ok("done".to_owned()) }))
}

fn hangs(name: &'static str, limit: Duration) -> Step {
    let step = Step::new(name, "Something that hangs", &[], |_| Box::pin(std::future::pending()));
    Step { limit, ..step }
}

async fn run(test: &SelfTest) -> SelfTestReport {
    let folder = tempfile::tempdir().unwrap();
    let data = DataDir::at(folder.path());
    let report = test.run(&data, &CancellationToken::new()).await.unwrap();
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "something was left");
    report
}

/// Name, status and detail of each step.
fn told<'a>(report: &'a SelfTestReport) -> Vec<(&'a str, SelfTestStatus, &'a str)> {
    let parts = |step: &'a SelfTestStep| (step.name.as_str(), step.status, step.detail.as_str());
    report.steps.iter().map(parts).collect()
}

#[test]
fn every_order_question_and_capability_has_a_step_and_no_step_has_another() {
    let covered: BTreeSet<&str> =
        table::STEPS.iter().flat_map(|step| step.covers).copied().collect();
    let others = crate::link::handshake::OTHER_CAPABILITIES;
    // Agents of Windows alone name this one.
    let others = others.into_iter().chain([muster_protocol::capability::HIDE_UPDATES]);
    let known: BTreeSet<&str> = orders::names().chain(questions::names()).chain(others).collect();
    assert_eq!(covered, known);
    let names: BTreeSet<&str> = table::STEPS.iter().map(|step| step.name).collect();
    let titles: BTreeSet<&str> = table::STEPS.iter().map(|step| step.title).collect();
    assert_eq!((names.len(), titles.len()), (table::STEPS.len(), table::STEPS.len()));
    let slowest = table::STEPS.iter().map(|step| step.limit).max().unwrap();
    assert!(slowest < LIMIT, "{slowest:?}");
}

#[tokio::test]
async fn a_step_that_hangs_is_reported_and_the_others_go_on() {
    let fails = Step::new("fails", "Something that fails", &[], |_| {
        Box::pin(async { Err(Snag::failed("it is broken")) })
    });
    let steps = vec![hangs("hangs", MOMENT), works("one"), fails, works("two")];
    let test = SelfTest::new(steps, LONG);
    let expected = |hanging| {
        [
            ("hangs", SelfTestStatus::TimedOut, hanging),
            ("one", SelfTestStatus::Works, "done"),
            ("fails", SelfTestStatus::Failed, "it is broken"),
            ("two", SelfTestStatus::Works, "done"),
        ]
    };
    let report = run(&test).await;
    assert_eq!(told(&report), expected("it did not end within 50.0ms"));
    assert_eq!(report.problems(), 2);
    // It still hangs, and is not begun once more.
    let again = "it was tried in an earlier self-test, and has not come back since";
    assert_eq!(told(&run(&test).await), expected(again));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_step_that_blocks_a_thread_or_panics_stops_nothing() {
    static BEGUN: AtomicUsize = AtomicUsize::new(0);
    static GATE: std::sync::Mutex<Option<mpsc::Receiver<()>>> = std::sync::Mutex::new(None);
    let (open_gate, gate) = mpsc::channel();
    *GATE.lock().unwrap() = Some(gate);
    let blocks = Step::new("blocks", "Something that does not return", &[], |_| {
        Box::pin(async {
            BEGUN.fetch_add(1, Ordering::Relaxed);
            let gate = GATE.lock().unwrap().take().unwrap();
            tokio::task::spawn_blocking(move || gate.recv().is_err()).await?;
            Ok(String::new())
        })
    });
    let panics = Step::new("panics", "Something with a mistake", &[], |_| {
        Box::pin(async { panic!("a mistake") })
    });
    let steps = vec![Step { limit: MOMENT, ..blocks }, panics, works("one")];
    let test = SelfTest::new(steps, LONG);
    for _ in 0..2 {
        let report = run(&test).await;
        let statuses: Vec<_> = report.steps.iter().map(|step| step.status).collect();
        let expected = [SelfTestStatus::TimedOut, SelfTestStatus::Failed, SelfTestStatus::Works];
        assert_eq!(statuses, expected);
        assert!(report.steps[1].detail.contains("panicked"), "{:?}", report.steps[1]);
    }
    assert_eq!(BEGUN.load(Ordering::Relaxed), 1, "one thread hangs, and not one for each test");
    drop(open_gate);
}

#[tokio::test]
async fn what_has_no_time_left_is_not_tried() {
    let hanging = ["a", "b", "c", "d"].map(|name| hangs(name, LONG));
    let steps = hanging.into_iter().chain([works("late")]).collect();
    let report = run(&SelfTest::new(steps, MOMENT)).await;
    let reason = "the time for the whole self-test was up before it";
    assert_eq!(told(&report)[4], ("late", SelfTestStatus::NotTried, reason));
    assert!(report.steps[..4].iter().all(|step| step.status == SelfTestStatus::TimedOut));
}

#[tokio::test]
async fn a_second_test_at_the_same_time_is_refused() {
    let test = SelfTest::new(vec![hangs("hangs", MOMENT)], LONG);
    let folder = tempfile::tempdir().unwrap();
    let (data, stopping) = (DataDir::at(folder.path()), CancellationToken::new());
    let (first, second) = tokio::join!(test.run(&data, &stopping), test.run(&data, &stopping));
    assert_eq!(first.unwrap().steps.len(), 1);
    let reason = "a self-test runs on this computer already: wait for its result";
    assert_eq!(second, Err(Problem::Failed(reason.to_owned())));
    assert!(test.run(&data, &stopping).await.is_ok());
}

#[test]
fn a_failure_without_the_rights_it_needs_is_a_refusal() {
    let failed = || Snag::failed("no");
    assert_eq!(failed().report(true).0, SelfTestStatus::Refused);
    assert_eq!(failed().report(false).0, SelfTestStatus::Failed);
    assert_eq!(Snag::NotThere("no".to_owned()).report(true).0, SelfTestStatus::NotThere);
    assert_eq!(Snag::NotTried("no".to_owned()).report(true).0, SelfTestStatus::NotTried);
}

// Windows opens no folder to change its time.
#[cfg(unix)]
#[tokio::test]
async fn folders_of_tests_that_were_killed_go_with_a_later_one() {
    let folder = tempfile::tempdir().unwrap();
    let data = DataDir::at(folder.path());
    let (old, new) = (data.self_tests().join("old"), data.self_tests().join("new"));
    for path in [&old, &new, &data.runs()] {
        std::fs::create_dir_all(path).unwrap();
    }
    let long_ago = std::time::UNIX_EPOCH + Duration::from_secs(1_700_000_000);
    for path in [&old, &data.runs()] {
        std::fs::File::open(path).unwrap().set_modified(long_ago).unwrap();
    }
    let test = SelfTest::new(vec![works("one")], LONG);
    test.run(&data, &CancellationToken::new()).await.unwrap();
    let left = [old.exists(), new.exists(), data.runs().exists()];
    assert_eq!(left, [false, true, true]);
    assert_eq!(std::fs::read_dir(data.self_tests()).unwrap().count(), 1);
}
