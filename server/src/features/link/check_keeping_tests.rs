//! For how long results and their history are kept, and what the metrics say of them.

use std::time::Duration;

use muster_metrics::Metric;
use muster_protocol::CheckReport;
use serde_json::{Value, json};

use crate::clock;
use crate::domain::checks::{CLEAR_FAULTS, RETENTION};
use crate::storage::sql;
use crate::testing::checks::{disk_check, free, report};
use crate::testing::metrics::{minutes_ago, series};
use crate::testing::{FakeAgent, Identity, TestServer, until_equal};
use crate::time::Timestamp;

const DAY: u64 = 24 * 60;

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

/// The result of the only check of an agent, as the API shows it.
async fn result(server: &TestServer, agent: &Identity) -> Value {
    let path = format!("/agents/{}/checks/", agent.agent_id);
    server.admin.get(&path).await.ok()[0]["check_result"].clone()
}

/// Lets an agent leave, and waits until that is stored: one that is connected is seen again
/// a moment after every jump of the clock.
async fn leave(server: &TestServer, agent: FakeAgent) -> Identity {
    let identity = agent.identity.clone();
    drop(agent);
    let away = "select count(*) from agents_away";
    until_equal(&1, async || sql::number(server.app.db.read(), away, []).await.unwrap()).await;
    identity
}

/// Sends results of so many days, four a day, the newest of today.
async fn fill_history(agent: &mut FakeAgent, check: i64, days: u64) {
    let reports: Vec<CheckReport> = (0..4 * days)
        .map(|number| report(number, check, ago((4 * days - number) * DAY / 4), free(50.0)))
        .collect();
    agent.report_checks(reports).await;
}

async fn points(server: &TestServer, agent: &FakeAgent, check: i64) -> usize {
    let id = &agent.identity.agent_id;
    let path = format!("/agents/{id}/checks/{check}/history/");
    server.admin.get(&path).await.ok().as_array().unwrap().len()
}

#[tokio::test]
async fn history_is_deleted_after_its_days_and_the_newest_stays() {
    let (server, mut agent) = server_with_agent().await;
    let check = server.add_check(&agent.identity.agent_id, &disk_check()).await;
    fill_history(&mut agent, check, 100).await;
    assert_eq!(points(&server, &agent, check).await, 400);

    server.admin.put("/core/settings/", json!({ "check_history_prune_days": 0 })).await.ok();
    (RETENTION.handler)(server.app.clone()).await.unwrap();
    assert_eq!(points(&server, &agent, check).await, 400, "0 days are for ever");

    server.admin.put("/core/settings/", json!({ "check_history_prune_days": 30 })).await.ok();
    (RETENTION.handler)(server.app.clone()).await.unwrap();
    let left = points(&server, &agent, check).await;
    assert!((120..180).contains(&left), "30 days have 120 points, {left} are left");

    server.admin.put("/core/settings/", json!({ "check_history_prune_days": 1 })).await.ok();
    let body = json!({ "action": "prune_db", "prune_tables": ["check_history"] });
    let answer = server.admin.post("/core/servermaintenance/", body).await.ok();
    let answer = answer.as_str().unwrap();
    assert!(answer.starts_with("Rows deleted: check_history "), "{answer}");
    assert!(!answer.ends_with(" 0."), "{answer}");
    let left = points(&server, &agent, check).await;
    assert!((1..60).contains(&left), "{left}");
}

#[tokio::test]
async fn results_of_an_agent_that_was_away_for_long_are_pending_again() {
    let (server, mut agent) = server_with_agent().await;
    let check = server.add_check(&agent.identity.agent_id, &disk_check()).await;
    agent.report_checks(vec![report(1, check, ago(1), free(5.0))]).await;
    server.admin.put("/core/settings/", json!({ "clear_faults_days": 10 })).await.ok();
    let agent = leave(&server, agent).await;

    clock::advance(Duration::from_secs(9 * DAY * 60));
    (CLEAR_FAULTS.handler)(server.app.clone()).await.unwrap();
    assert_eq!(result(&server, &agent).await["status"], "failing");

    clock::advance(Duration::from_secs(2 * DAY * 60));
    (CLEAR_FAULTS.handler)(server.app.clone()).await.unwrap();
    let cleared = result(&server, &agent).await;
    assert_eq!(
        (&cleared["status"], &cleared["fail_count"], &cleared["more_info"]),
        (&json!("pending"), &json!(0), &json!(""))
    );
    let shown = server.admin.get(&format!("/agents/{}/", agent.agent_id)).await.ok();
    assert_eq!(shown["checks"]["has_failing_checks"], false);
}

#[tokio::test]
async fn a_disk_that_is_full_soon_by_the_trend_of_the_week_is_a_warning() {
    let (server, mut agent) = server_with_agent().await;
    let mut settings = disk_check();
    settings["full_within_days"] = json!(4);
    let check = server.add_check(&agent.identity.agent_id, &settings).await;
    agent.report_checks(vec![report(1, check, ago(2), free(60.0))]).await;
    let shown = result(&server, &agent.identity).await;
    assert_eq!(shown["status"], "passing", "no trend is known yet");

    // 20 GB less each day for two days, by the minute, in messages of six hours.
    let begin = minutes_ago(2880);
    for part in 0..8 {
        let passed = |minute: u32| f64::from(part * 360 + minute) / 1440.0;
        let values: Vec<f64> = (0..360).map(|minute| 100e9 - 20e9 * passed(minute)).collect();
        let block = series(Metric::DiskFree, "/", begin.plus(part * 360), &values);
        agent.report_metrics(&block).await;
    }
    // The trend is computed once an hour.
    clock::advance(Duration::from_secs(61 * 60));
    agent.report_checks(vec![report(2, check, ago(1), free(60.0))]).await;

    let warned = result(&server, &agent.identity).await;
    assert_eq!(
        (&warned["status"], &warned["alert_severity"]),
        (&json!("failing"), &json!("warning"))
    );
    let said = warned["more_info"].as_str().unwrap();
    assert!(said.contains("full in 3 days by the trend of the week"), "{said}");
}
