//! Results of checks on the link: stored, acknowledged, bounded, and what follows.

use std::time::Duration;

use muster_protocol::{CheckReport, FromAgent, Reading};
use sea_orm::FromQueryResult;
use serde_json::{Value, json};

use crate::clock;
use crate::storage::sql;
use crate::testing::checks::{disk_check, free, report};
use crate::testing::{FakeAgent, TestServer, until_equal};
use crate::time::Timestamp;

async fn server_with_agent() -> (TestServer, FakeAgent) {
    clock::stop();
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let agent = server.add_agent(location, "pc-1").await;
    (server, agent)
}

fn ago(minutes: u64) -> Timestamp {
    Timestamp::now().minus(Duration::from_secs(minutes * 60))
}

#[derive(Debug, PartialEq, FromQueryResult)]
struct Row {
    status: String,
    severity: Option<String>,
    more_info: String,
    last_run: Option<Timestamp>,
    fail_count: i64,
}

async fn row(server: &TestServer, check: i64) -> Row {
    let text = "select status, severity, more_info, last_run, fail_count from check_results
                 where check_id = $1";
    sql::one(server.app.db.read(), text, [check.into()]).await.unwrap().unwrap()
}

/// The history as the API shows it: values and states, the newest first.
async fn history(server: &TestServer, agent: &FakeAgent, check: i64) -> Vec<(f64, String)> {
    let id = &agent.identity.agent_id;
    let path = format!("/agents/{id}/checks/{check}/history/");
    let points = server.admin.get(&path).await.ok();
    let point = |point: &Value| {
        (point["y"].as_f64().unwrap(), point["results"]["status"].as_str().unwrap().to_owned())
    };
    points.as_array().unwrap().iter().map(point).collect()
}

fn passing() -> String {
    "passing".to_owned()
}

fn failing() -> String {
    "failing".to_owned()
}

#[tokio::test]
async fn results_are_judged_stored_counted_and_acknowledged() {
    let (server, mut agent) = server_with_agent().await;
    let id = agent.identity.agent_id.clone();
    let check = server.add_check(&id, &disk_check()).await;

    assert_eq!(agent.report_checks(vec![report(7, check, ago(2), free(50.0))]).await, 7);
    let expected = Row {
        status: passing(),
        severity: None,
        more_info: "50 % free (50 GB of 100 GB)".to_owned(),
        last_run: Some(ago(2)),
        fail_count: 0,
    };
    assert_eq!(row(&server, check).await, expected);

    assert_eq!(agent.report_checks(vec![report(8, check, ago(1), free(10.0))]).await, 8);
    let expected = Row {
        status: failing(),
        severity: Some("error".to_owned()),
        more_info: "10 % free (10 GB of 100 GB), error below 15 %".to_owned(),
        last_run: Some(ago(1)),
        fail_count: 1,
    };
    assert_eq!(row(&server, check).await, expected);
    let counts = json!({
        "total": 1, "passing": 0, "failing": 1, "warning": 0, "info": 0,
        "has_failing_checks": true,
    });
    assert_eq!(server.admin.get("/agents/").await.ok()[0]["checks"], counts);
    assert_eq!(server.admin.get(&format!("/agents/{id}/")).await.ok()["checks"], counts);
    let client = server.admin.get("/clients/").await.ok()[0].clone();
    assert_eq!(client["failing_checks"], json!({ "error": 1, "warning": 0 }));
    assert_eq!(client["sites"][0]["failing_checks"], json!({ "error": 1, "warning": 0 }));
    let found = server.admin.get("/agents/?search=is:checksfailing").await.ok();
    assert_eq!(found.as_array().unwrap().len(), 1);
    assert_eq!(history(&server, &agent, check).await, [(10.0, failing()), (50.0, passing())]);
}

#[tokio::test]
async fn results_that_come_again_change_nothing_and_older_ones_only_the_history() {
    let (server, mut agent) = server_with_agent().await;
    let check = server.add_check(&agent.identity.agent_id, &disk_check()).await;
    let reports = vec![report(1, check, ago(6), free(10.0)), report(2, check, ago(4), free(9.0))];

    agent.report_checks(reports.clone()).await;
    let stored = row(&server, check).await;
    assert_eq!((stored.fail_count, stored.last_run), (2, Some(ago(4))));
    agent.report_checks(reports).await;
    assert_eq!(row(&server, check).await, stored);

    // The agent's clock was set back.
    agent.report_checks(vec![report(3, check, ago(5), free(90.0))]).await;
    assert_eq!(row(&server, check).await, stored);
    let expected = [(9.0, failing()), (90.0, passing()), (10.0, failing())];
    assert_eq!(history(&server, &agent, check).await, expected);
}

#[tokio::test]
async fn every_point_of_a_long_history_is_kept_once_and_thinned_when_asked() {
    let (server, mut agent) = server_with_agent().await;
    let id = agent.identity.agent_id.clone();
    let check = server.add_check(&id, &disk_check()).await;
    let reports: Vec<CheckReport> = (0..200)
        .map(|number| {
            let value = if number == 77 { 1.5 } else { 50.0 + (number % 7) as f64 };
            report(number, check, ago(400 - 2 * number), free(value))
        })
        .collect();

    agent.report_checks(reports.clone()).await;
    agent.report_checks(reports).await;

    let all = history(&server, &agent, check).await;
    assert_eq!(all.len(), 200);
    assert_eq!(all[199 - 77], (1.5, failing()));
    let path = format!("/agents/{id}/checks/{check}/history/");
    let few = server.admin.get(&format!("{path}?points=10")).await.ok();
    let values: Vec<f64> =
        few.as_array().unwrap().iter().map(|point| point["y"].as_f64().unwrap()).collect();
    assert!(values.len() <= 10 && values.contains(&1.5), "{values:?}");
    let page = server.admin.get(&format!("{path}?page_size=3")).await.ok();
    assert_eq!((page["count"].clone(), page["results"].as_array().unwrap().len()), (json!(200), 3));
    let result = server.result_of(check).await;
    let body = json!({ "timeFilter": 1, "points": 500 });
    let patched = server.admin.patch(&format!("/checks/{result}/history/"), body).await.ok();
    assert_eq!(patched.as_array().unwrap().len(), 200);
    // The history has milliseconds.
    let time = Timestamp::from_micros(ago(2).micros() / 1000 * 1000);
    let newest = json!({
        "x": time.to_string(), "y": 53.0,
        "results": { "status": "passing", "severity": null, "retcode": null, "more_info": null,
                     "latency_ms": null },
    });
    assert_eq!(patched[0], newest);
}

#[tokio::test]
async fn what_cannot_be_measured_and_what_followed_another_definition_changes_no_status() {
    let (server, mut agent) = server_with_agent().await;
    let check = server.add_check(&agent.identity.agent_id, &disk_check()).await;
    agent.report_checks(vec![report(1, check, ago(9), free(10.0))]).await;

    let unable = Reading::Unable { reason: "the disk does not answer".to_owned() };
    agent.report_checks(vec![report(2, check, ago(7), unable)]).await;
    let known = row(&server, check).await;
    assert_eq!((known.status.as_str(), known.fail_count), ("failing", 1));
    assert_eq!(known.more_info, "could not be measured: the disk does not answer");
    assert_eq!(known.last_run, Some(ago(7)));

    let other = CheckReport { version: "v0".to_owned(), ..report(3, check, ago(5), free(90.0)) };
    agent.report_checks(vec![other]).await;
    assert_eq!(row(&server, check).await, known);
}

#[tokio::test]
async fn a_time_that_is_far_ahead_counts_as_now() {
    let (server, mut agent) = server_with_agent().await;
    let check = server.add_check(&agent.identity.agent_id, &disk_check()).await;
    let ahead = Timestamp::now().plus(Duration::from_secs(11 * 60));

    agent.report_checks(vec![report(1, check, ahead, free(50.0))]).await;

    assert_eq!(row(&server, check).await.last_run, Some(Timestamp::now()));
}

#[tokio::test]
async fn checks_that_an_agent_does_not_have_are_ignored_and_acknowledged() {
    let (server, mut agent) = server_with_agent().await;
    let location = server.add_site("Other", "Main").await;
    let other = server.add_agent(location, "pc-2").await;
    let check = server.add_check(&other.identity.agent_id, &disk_check()).await;

    let reports = vec![
        report(1, check, ago(1), free(5.0)),
        report(2, 999_999, ago(1), free(5.0)),
        report(3, -1, ago(1), free(5.0)),
    ];
    assert_eq!(agent.report_checks(reports).await, 3);

    assert_eq!(row(&server, check).await.status, "pending");
}

#[tokio::test]
async fn an_agent_that_sends_what_none_of_ours_would_is_disconnected() {
    let (server, agent) = server_with_agent().await;
    let identity = agent.identity.clone();
    drop(agent);
    let one = |number: u64, reading: Reading| report(number, 1, ago(1), reading);
    let hostile = [
        Vec::new(),
        (0..501).map(|number| one(number, free(5.0))).collect(),
        vec![one(1, free(f64::NAN))],
        vec![one(2, free(5.0)), one(1, free(5.0))],
        vec![one(1, Reading::Unable { reason: "x".repeat(5000) })],
    ];
    for reports in hostile {
        let mut agent = server.connect(&identity).await;
        agent.send(FromAgent::CheckResults { reports }).await;
        while agent.receive().await.is_some() {}
    }
    let mut agent = server.connect(&identity).await;
    assert_eq!(agent.report_checks(vec![one(4, free(5.0))]).await, 4);
}

#[tokio::test]
async fn results_of_many_connections_are_stored_for_each() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let mut agents = Vec::new();
    for number in 0..5 {
        let agent = server.add_agent(location, &format!("pc-{number}")).await;
        let check = server.add_check(&agent.identity.agent_id, &disk_check()).await;
        agents.push((agent, check));
    }
    // Until all have come, nothing can be stored.
    let turns = server.app.agent_link.storing.all_turns(!server.app.db.is_shared()).await;
    for (number, (agent, check)) in (30_u8..).zip(&mut agents) {
        agent.send_reports(vec![report(1, *check, ago(1), free(number.into()))]).await;
    }
    drop(turns);

    for (number, (agent, check)) in (30_u8..).zip(&mut agents) {
        assert_eq!(agent.checks_stored().await, 1);
        let expected = format!("{number} % free ({number} GB of 100 GB)");
        assert_eq!(row(&server, *check).await.more_info, expected);
    }
}

/// The results that were published since then.
fn check_results(server: &TestServer, since: u64) -> Vec<Value> {
    let events = server.app.events.log().after(since, 1000).unwrap();
    let results = events.iter().filter(|logged| logged.event.kind() == "check.result");
    results.map(|logged| serde_json::from_str(&logged.data).unwrap()).collect()
}

#[tokio::test]
async fn listeners_learn_of_failures_and_recoveries_and_not_of_what_stays_the_same() {
    let (server, mut agent) = server_with_agent().await;
    // The number means nothing to a log that begins to follow the bus later.
    server.receive_published().await;
    let before = server.app.events.log().newest();
    let id = agent.identity.agent_id.clone();
    let check = server.add_check(&id, &disk_check()).await;
    agent.report_checks(vec![report(1, check, ago(9), free(50.0))]).await;
    // Over NATS an event arrives after its report was acknowledged.
    until_equal(&1, async || check_results(&server, before).len()).await;

    agent.report_checks(vec![report(2, check, ago(7), free(50.0))]).await;
    agent.report_checks(vec![report(3, check, ago(5), free(20.0))]).await;
    agent.report_checks(vec![report(4, check, ago(3), free(50.0))]).await;

    until_equal(&3, async || check_results(&server, before).len()).await;
    let results = check_results(&server, before).split_off(1);
    let expected = json!({
        "check": check, "result": server.result_of(check).await, "agent": results[0]["agent"],
        "agent_id": id, "status": "failing", "severity": "warning",
        "last_run": ago(5).to_string(), "fail_count": 1,
        "counts": {
            "agent": { "total": 1, "passing": 0, "failing": 0, "warning": 1, "info": 0,
                       "has_failing_checks": true },
            "site": { "error": 0, "warning": 1 },
            "client": { "error": 0, "warning": 1 },
        },
    });
    assert_eq!(results[0], expected);
    assert_eq!(results[1]["status"], "passing");
    assert_eq!(results[1]["counts"]["client"], json!({ "error": 0, "warning": 0 }));
}
