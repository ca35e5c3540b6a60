//! Checks that somebody wants to run now, and those of a frozen agent.

use std::io::Read;

use flate2::read::ZlibDecoder;
use muster_protocol::{
    Answer, CHECKS_PROTOCOL, Question, Reading, RunChecks, decode, question_name,
};

use super::super::signer::Signer;
use super::*;

/// Asks for checks, and returns how many run.
async fn run_now(connection: &mut FakeConnection, ids: &[i64]) -> Option<u32> {
    let request = RunChecks { ids: ids.to_vec() };
    connection
        .send(&ToAgent::Question(Question::new(7, question_name::RUN_CHECKS, &request)))
        .await;
    let packed = loop {
        match connection.next_news().await {
            FromAgent::Answer { id: 7, answer: Answer::Data(packed) } => break packed,
            FromAgent::CheckResults { reports } => acknowledge(connection, &reports).await,
            FromAgent::Metrics { .. } | FromAgent::PackagesChanged { .. } => {}
            other => panic!("{other:?} instead of an answer"),
        }
    };
    let mut bytes = Vec::new();
    ZlibDecoder::new(&packed[..]).read_to_end(&mut bytes).unwrap();
    decode(&bytes).unwrap()
}

/// Everything until each of these checks has reported once.
async fn first_of_each(stage: &Stage, connection: &mut FakeConnection, ids: &[i64]) {
    let mut missing = ids.to_vec();
    while !missing.is_empty() {
        let reports = stage.next_reports(connection).await;
        acknowledge(connection, &reports).await;
        missing.retain(|id| reports.iter().all(|report| report.check != *id));
    }
}

#[tokio::test]
async fn checks_run_when_somebody_wants_it_and_their_reports_say_so() {
    let (stage, mut connection) = Stage::open(CHECKS_PROTOCOL).await;
    let (_listener, probe) = port().await;
    let checks = vec![check(5, 86_400, probe.clone()), check(6, 86_400, probe)];
    define(&mut connection, "d1", checks).await;
    first_of_each(&stage, &mut connection, &[5, 6]).await;

    assert_eq!(run_now(&mut connection, &[6, 99]).await, Some(1));
    let reports = stage.next_reports(&mut connection).await;
    acknowledge(&mut connection, &reports).await;
    assert_eq!((ids(&reports), reports[0].forced), (vec![6], true));
    assert_eq!(run_now(&mut connection, &[]).await, Some(2));
}

#[tokio::test]
async fn a_report_that_somebody_waits_for_is_sent_at_once_also_on_a_new_connection() {
    let (_stage, mut connection) = Stage::open(CHECKS_PROTOCOL).await;
    let (_listener, probe) = port().await;
    define(&mut connection, "d1", vec![check(5, 86_400, probe)]).await;

    // The clock stands still: this agent's turn to send does not come.
    assert_eq!(run_now(&mut connection, &[]).await, Some(1));
    let reports = receive_reports(&mut connection).await;
    assert_eq!((ids(&reports), reports[0].forced), (vec![5], true));
}

#[tokio::test]
async fn a_second_wish_while_the_first_is_under_way_is_a_conflict() {
    let (stage, mut connection) = Stage::open(CHECKS_PROTOCOL).await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("go on");
    // The last one may begin when this test has ended, and must not wait for ever.
    let (dir, go_on) = (folder.path().display(), file.display());
    let code =
        format!("while [ -d '{dir}' ] && [ ! -e '{go_on}' ]; do sleep 0.02; done; echo done");
    std::fs::write(&file, "").unwrap();
    define(&mut connection, "d1", vec![check(5, 86_400, script(&code, 60))]).await;
    first_of_each(&stage, &mut connection, &[5]).await;

    std::fs::remove_file(&file).unwrap();
    assert_eq!(run_now(&mut connection, &[]).await, Some(1));
    assert_eq!(run_now(&mut connection, &[]).await, None);
    std::fs::write(&file, "").unwrap();
    let reports = stage.next_reports(&mut connection).await;
    assert_eq!((ids(&reports), reports[0].forced), (vec![5], true));
    acknowledge(&mut connection, &reports).await;
    assert_eq!(run_now(&mut connection, &[5]).await, Some(1));
}

#[tokio::test]
async fn a_frozen_agent_runs_checks_but_no_scripts() {
    let (server, signer) = (FakeServer::start().await, Signer::new());
    let clock = TestClock::at("2027-03-01T08:00:00Z");
    let agent = TestAgent::start_by(&server, &clock).await;
    let stage = Stage { server, clock, agent };
    let mut connection = stage.server.accept().await;
    (connection.protocol, connection.package_key) = (CHECKS_PROTOCOL, signer.key());
    connection.welcome(Vec::new(), false).await;
    connection.send(&signer.freeze(1)).await;
    let (_listener, probe) = port().await;
    let checks = vec![check(5, 60, script("echo begun", 30)), check(6, 60, probe)];
    define(&mut connection, "d1", checks).await;

    for _ in 0..3 {
        let reports = stage.next_reports(&mut connection).await;
        acknowledge(&mut connection, &reports).await;
        assert!(ids(&reports).iter().all(|id| *id == 6), "{reports:?}");
    }
    assert_eq!(run_now(&mut connection, &[5]).await, Some(0));

    connection.send(&signer.thaw(2)).await;
    let begun = loop {
        let reports = stage.next_reports(&mut connection).await;
        acknowledge(&mut connection, &reports).await;
        if let Some(report) = reports.into_iter().find(|report| report.check == 5) {
            break report.reading;
        }
    };
    assert!(matches!(begun, Reading::Script { code: 0, .. }), "{begun:?}");
}
