//! Agents that go away, alone and together, and tasks that fail.

use std::time::Duration;

use serde_json::json;

use super::{Scene, list, pick, settled};
use crate::clock;
use crate::storage::sql;
use crate::testing::{Identity, TestServer, until, until_equal};
use crate::time::Timestamp;

const MINUTE: Duration = Duration::from_secs(60);

/// Agents as they were connected until now, with mail about their absence.
async fn seen_now(server: &TestServer) {
    let write = server.app.db.begin().await.unwrap();
    let text = "update agents set presence = 'online', last_seen = $1, overdue_email_alert = true,
                       overdue_dashboard_alert = true";
    sql::execute(&write, text, [Timestamp::now().into()]).await.unwrap();
    write.commit().await.unwrap();
}

async fn until_overdue(server: &TestServer, count: i64) {
    clock::advance(MINUTE * 31);
    let text = "select count(*) from agents where presence = 'overdue'";
    until_equal(&count, async || sql::number(server.app.db.read(), text, []).await.unwrap()).await;
    settled(server).await;
}

#[tokio::test]
async fn an_overdue_agent_is_one_alert_a_minute_later_and_recovers_with_its_first_contact() {
    let scene = Scene::new().await;
    seen_now(&scene.server).await;
    until_overdue(&scene.server, 1).await;
    assert_eq!(scene.alerts().await.len(), 0, "others of its site may follow");
    clock::advance(MINUTE * 2);
    let alert = until("the alert", async || scene.alerts().await.pop()).await;
    settled(&scene.server).await;
    let expected = json!({
        "alert_type": "availability", "severity": "error",
        "message": "pc-1 was not seen for 30 minutes",
    });
    assert_eq!(pick(&alert, &["alert_type", "severity", "message"]), expected);

    let _agent = scene.server.connect(&scene.agent).await;

    until_equal(&json!(true), async || scene.alerts().await[0]["resolved"].clone()).await;
    settled(&scene.server).await;
    assert_eq!(scene.subjects(), ["pc-1 is unreachable", "Re: pc-1 is unreachable"]);
}

#[tokio::test]
async fn a_site_that_goes_away_is_one_alert_and_one_recovery() {
    let scene = Scene::new().await;
    let mut agents: Vec<Identity> = Vec::new();
    for number in 2..=7 {
        agents.push(scene.server.enrol(scene.location, &format!("pc-{number}")).await);
    }
    seen_now(&scene.server).await;
    until_overdue(&scene.server, 7).await;
    let alerts = scene.alerts().await;
    let message = "site Main is unreachable (7 of 7): pc-1, pc-2, pc-3, pc-4, pc-5, pc-6, pc-7";
    let expected = json!({ "message": message, "agent": null, "site": "Main", "resolved": false });
    assert_eq!(alerts.len(), 1);
    assert_eq!(pick(&alerts[0], &["message", "agent", "site", "resolved"]), expected);
    let covered = list(&scene.server, "/alerts/?suppressed=true").await;
    assert_eq!(covered.len(), 7);
    assert!(covered.iter().all(|one| one["covered_by"] == alerts[0]["id"]), "{covered:?}");

    let mut connected = Vec::new();
    for agent in &agents[..4] {
        connected.push(scene.server.connect(agent).await);
    }

    until_equal(&json!(true), async || scene.alerts().await[0]["resolved"].clone()).await;
    settled(&scene.server).await;
    let subjects = ["site Main is unreachable", "Re: site Main is unreachable"];
    assert_eq!(scene.subjects(), subjects);
    let content = scene.smtp.delivered().remove(1).content;
    assert!(content.contains("site Main is reachable again"), "{content}");
}

#[tokio::test]
async fn an_agent_in_maintenance_alerts_when_its_overdue_time_has_passed_again() {
    let scene = Scene::new().await;
    seen_now(&scene.server).await;
    let path = format!("/agents/{}/", scene.agent.agent_id);
    scene.server.admin.put(&path, json!({ "maintenance_mode": true })).await.ok();
    until_overdue(&scene.server, 1).await;
    assert_eq!(list(&scene.server, "/alerts/?suppressed=true").await.len(), 1);
    scene.server.admin.put(&path, json!({ "maintenance_mode": false })).await.ok();
    settled(&scene.server).await;
    assert_eq!(scene.alerts().await.len(), 0);

    clock::advance(MINUTE * 30);
    settled(&scene.server).await;
    clock::advance(MINUTE * 2);

    until("the alert", async || scene.alerts().await.pop()).await;
    until_equal(&1, async || scene.subjects().len()).await;
}

#[tokio::test]
async fn a_task_that_fails_is_one_alert_until_it_passes() {
    let scene = Scene::new().await;
    let mut agent = scene.server.connect(&scene.agent).await;
    let body = json!({
        "agent": scene.agent.agent_id, "name": "backup", "task_type": "manual",
        "alert_severity": "warning", "email_alert": true, "dashboard_alert": true,
        "actions": [{ "type": "cmd", "command": "true", "shell": "sh", "timeout": 9 }],
    });
    let task = scene.server.admin.post("/tasks/", body).await.ok();
    for (ended, (code, expected)) in (1..).zip([(3, "failing"), (3, "failing"), (0, "passing")]) {
        clock::advance(MINUTE);
        let run = format!("/tasks/{}/run/", task["id"]);
        scene.server.admin.post(&run, json!({})).await.ok();
        let order = agent.next_order().await;
        agent.finish(&order.run_id, "", "", code).await;
        // The second failure changes no status: its run must have ended as well.
        let text = format!(
            "select status from task_results where {ended} =
                    (select count(*) from runs where status not in ('queued', 'running'))"
        );
        until_equal(expected, async || {
            let found: Option<String> =
                sql::value(scene.server.app.db.read(), &text, []).await.unwrap();
            found.unwrap_or_default()
        })
        .await;
        settled(&scene.server).await;
    }
    let alerts = scene.alerts().await;
    assert_eq!(alerts.len(), 1);
    let expected = json!({
        "alert_type": "task", "task_name": "backup", "severity": "warning", "resolved": true,
        "message": "task backup failed with code 3",
    });
    let names = ["alert_type", "task_name", "severity", "resolved", "message"];
    assert_eq!(pick(&alerts[0], &names), expected);
    assert_eq!(scene.subjects(), ["pc-1: task backup"]);
}
