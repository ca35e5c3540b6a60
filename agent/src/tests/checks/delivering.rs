//! What checks found, from the agent to the server, however often the connection
//! ends.

use muster_protocol::{CHECKS_PROTOCOL, Reading};

use super::super::fake_server::command;
use super::*;

#[tokio::test]
async fn a_check_runs_once_an_interval_and_says_when() {
    let (stage, mut connection) = Stage::open(CHECKS_PROTOCOL).await;
    let (_listener, probe) = port().await;
    define(&mut connection, "d1", vec![check(5, 60, probe)]).await;

    let first = stage.next_reports(&mut connection).await;
    assert_eq!((numbers(&first)[0], ids(&first)[0]), (1, 5));
    let report = &first[0];
    assert_eq!((report.version.as_str(), report.forced), ("v5", false));
    assert!(matches!(report.reading, Reading::Port { .. }), "{report:?}");
    assert!(report.took_ms < 20_000, "{report:?}");

    acknowledge(&mut connection, &first).await;
    let second = stage.next_reports(&mut connection).await;
    assert_eq!(numbers(&second)[0], first.last().unwrap().number + 1);
    let now = stage.clock.clock().read().now.timestamp_micros();
    for report in first.iter().chain(&second) {
        let minutes = i64::try_from(report.number).unwrap() - 1;
        let earliest = EIGHT + minutes * 60_000_000;
        assert!(report.time > earliest && report.time <= now, "{report:?}");
    }
}

#[tokio::test]
async fn checks_run_while_the_server_is_away_and_come_later_with_their_own_times() {
    let (stage, mut connection) = Stage::open(CHECKS_PROTOCOL).await;
    let (_listener, probe) = port().await;
    define(&mut connection, "d1", vec![check(5, 60, probe)]).await;
    drop(connection);
    let stored = stage.wait_for_stored(4).await;
    let came_back = stage.clock.clock().read().now.timestamp_micros();

    let mut connection = stage.connect(CHECKS_PROTOCOL).await;
    let reports = stage.next_reports(&mut connection).await;
    assert_eq!(reports[..4], stored[..4]);
    assert_eq!(numbers(&reports)[..4], [1, 2, 3, 4]);
    assert!(reports[..4].is_sorted_by(|one, other| one.time < other.time), "{reports:?}");
    assert!(reports[3].time < came_back, "{reports:?}");
}

#[tokio::test]
async fn what_was_not_acknowledged_comes_again_and_what_was_is_forgotten() {
    let (stage, mut connection) = Stage::open(CHECKS_PROTOCOL).await;
    let (_listener, probe) = port().await;
    define(&mut connection, "d1", vec![check(5, 60, probe)]).await;
    let first = stage.next_reports(&mut connection).await;
    // Acknowledgements of others do not count.
    connection.send(&ToAgent::ChecksStored { through: 0 }).await;
    drop(connection);

    let mut connection = stage.connect(CHECKS_PROTOCOL).await;
    let again = stage.next_reports(&mut connection).await;
    assert_eq!(again[..first.len()], first[..]);
    acknowledge(&mut connection, &again).await;
    let through = again.last().unwrap().number;
    stage.wait_until_forgotten(through).await;
    drop(connection);

    let mut connection = stage.connect(CHECKS_PROTOCOL).await;
    let next = stage.next_reports(&mut connection).await;
    assert_eq!(numbers(&next)[0], through + 1);
}

#[tokio::test]
async fn an_acknowledgement_of_more_than_was_sent_forgets_only_that() {
    let (stage, mut connection) = Stage::open(CHECKS_PROTOCOL).await;
    let (_listener, probe) = port().await;
    define(&mut connection, "d1", vec![check(5, 60, probe)]).await;
    let first = stage.next_reports(&mut connection).await;
    let last = first.last().unwrap().number;
    stage.wait_for_stored(first.len() + 1).await;
    connection.send(&ToAgent::ChecksStored { through: u64::MAX }).await;

    let second = stage.next_reports(&mut connection).await;
    assert_eq!(numbers(&second)[0], last + 1);
}

#[tokio::test]
async fn a_server_that_does_not_know_checks_gets_nothing_of_them() {
    let (stage, mut connection) = Stage::open(CHECKS_PROTOCOL - 1).await;
    let (_listener, probe) = port().await;
    define(&mut connection, "d1", vec![check(5, 60, probe)]).await;
    stage.wait_for_stored(2).await;
    // Reports that are sent before this run begins would have come by then.
    connection.order("run-1", &command("true")).await;
    loop {
        match connection.next_news().await {
            FromAgent::Accepted { .. } => break,
            FromAgent::Metrics { .. } | FromAgent::PackagesChanged { .. } => {}
            other => panic!("{other:?}"),
        }
    }
    drop(connection);

    // They are kept for the day on which it does.
    let mut connection = stage.connect(CHECKS_PROTOCOL).await;
    let reports = stage.next_reports(&mut connection).await;
    assert_eq!(numbers(&reports)[..2], [1, 2]);
}

#[tokio::test]
async fn a_changed_document_replaces_checks_and_loses_no_results() {
    let (mut stage, mut connection) = Stage::open(CHECKS_PROTOCOL - 1).await;
    let (_listener, probe) = port().await;
    define(&mut connection, "d1", vec![check(5, 60, probe.clone())]).await;
    stage.wait_for_stored(1).await;
    let gone = Probe::Disk { disk: "/no/such/disk".to_owned() };
    define(&mut connection, "d2", vec![check(6, 60, gone), check(7, 60, Probe::Unknown)]).await;
    let before = stage.wait_for_stored(1).await.len();
    let stored = stage.wait_for_stored(before + 3).await;
    assert_eq!((stored[0].check, stored.last().unwrap().check), (5, 6));
    assert_eq!(stored.last().unwrap().reading, Reading::NoDisk);
    drop(connection);

    // What is defined and what was found outlive the process.
    stage.agent = stage.agent.restart().await;
    let mut connection = stage.connect(CHECKS_PROTOCOL).await;
    assert_eq!(connection.hello.definitions_digest, "d2");
    let reports = stage.next_reports(&mut connection).await;
    assert_eq!(reports[..stored.len()], stored[..]);
    acknowledge(&mut connection, &reports).await;
    let next = stage.next_reports(&mut connection).await;
    assert!(ids(&next).iter().all(|id| *id == 6), "{next:?}");
}
