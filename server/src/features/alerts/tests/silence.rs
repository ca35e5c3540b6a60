//! Maintenance, snoozes and what is closed by hand.

use std::time::Duration;

use muster_alerting::Severity;
use serde_json::json;

use super::{Scene, list, pick, settled};
use crate::clock;
use crate::testing::until_equal;
use crate::time::Timestamp;

const HOUR: Duration = Duration::from_secs(60 * 60);

#[tokio::test]
async fn a_failure_in_maintenance_is_a_suppressed_row_and_nothing_is_sent() {
    let scene = Scene::new().await;
    let agent = format!("/agents/{}/", scene.agent.agent_id);
    scene.server.admin.put(&agent, json!({ "maintenance_mode": true })).await.ok();
    scene.fails(Severity::Error, "broken").await;
    scene.fails(Severity::Error, "still broken").await;

    assert_eq!(scene.alerts().await, [] as [serde_json::Value; 0]);
    let top = scene.server.admin.patch("/alerts/", json!({ "top": 10 })).await.ok();
    assert_eq!(top, json!({ "alerts_count": 0, "alerts": [] }));
    let suppressed = list(&scene.server, "/alerts/?suppressed=true").await;
    assert_eq!(suppressed.len(), 1);
    let names = ["suppressed", "resolved", "message", "email_sent"];
    let expected = json!({
        "suppressed": true, "resolved": false, "message": "still broken", "email_sent": null,
    });
    assert_eq!(pick(&suppressed[0], &names), expected);
    scene.server.admin.put(&agent, json!({ "maintenance_mode": false })).await.ok();
    settled(&scene.server).await;
    assert_eq!(list(&scene.server, "/alerts/?suppressed=true").await[0]["resolved"], true);
    assert_eq!(scene.subjects(), [] as [String; 0]);

    scene.fails(Severity::Error, "broken").await;

    assert_eq!(scene.alerts().await.len(), 1);
    assert_eq!(scene.subjects().len(), 1);
}

#[tokio::test]
async fn maintenance_that_ends_by_itself_is_followed_without_another_event() {
    let scene = Scene::new().await;
    let agent = format!("/agents/{}/", scene.agent.agent_id);
    let until = Timestamp::now().plus(HOUR);
    let body = json!({ "maintenance_mode": true, "maintenance_until": until });
    scene.server.admin.put(&agent, body).await.ok();
    scene.fails(Severity::Error, "broken").await;

    clock::advance(HOUR);

    until_equal(&json!(true), async || {
        list(&scene.server, "/alerts/?suppressed=true").await[0]["resolved"].clone()
    })
    .await;
    assert_eq!(scene.subjects(), [] as [String; 0]);
}

#[tokio::test]
async fn a_snooze_ends_on_time_with_one_message() {
    let scene = Scene::new().await;
    scene.fails(Severity::Error, "broken").await;
    let path = format!("/alerts/{}/", scene.alerts().await[0]["id"]);
    let until = Timestamp::now().plus(HOUR);
    let body = json!({ "type": "snooze", "snooze_until": until });
    let alert = scene.server.admin.put(&path, body).await.ok();
    let expected = json!({ "snoozed": true, "snooze_until": until });
    assert_eq!(pick(&alert, &["snoozed", "snooze_until"]), expected);
    scene.fails(Severity::Warning, "a little broken").await;
    assert_eq!(scene.subjects().len(), 1);

    clock::advance(HOUR);
    until_equal(&2, async || scene.subjects().len()).await;
    settled(&scene.server).await;

    let alert = scene.server.admin.get(&path).await.ok();
    let expected = json!({ "snoozed": false, "snooze_until": null, "severity": "warning" });
    assert_eq!(pick(&alert, &["snoozed", "snooze_until", "severity"]), expected);
    let content = scene.smtp.delivered().remove(1).content;
    assert!(content.contains("Still failing after the snooze: a little broken"), "{content}");
    clock::advance(HOUR * 24);
    settled(&scene.server).await;
    assert_eq!(scene.subjects().len(), 2);
}

#[tokio::test]
async fn what_recovers_while_it_is_snoozed_closes_silently() {
    let scene = Scene::new().await;
    super::add_template(&scene.server, json!({ "name": "t", "check_email_on_resolved": true }))
        .await;
    scene.fails(Severity::Error, "broken").await;
    let path = format!("/alerts/{}/", scene.alerts().await[0]["id"]);
    scene.server.admin.put(&path, json!({ "snoozed": true })).await.ok();

    scene.recovers().await;

    assert_eq!(scene.server.admin.get(&path).await.ok()["resolved"], true);
    assert_eq!(scene.subjects().len(), 1);
}

#[tokio::test]
async fn what_fails_again_after_it_was_resolved_by_hand_is_a_new_alert() {
    let scene = Scene::new().await;
    scene.fails(Severity::Error, "broken").await;
    let path = format!("/alerts/{}/", scene.alerts().await[0]["id"]);
    let alert = scene.server.admin.put(&path, json!({ "type": "resolve" })).await.ok();
    assert_eq!(
        pick(&alert, &["resolved", "resolved_by"]),
        json!({ "resolved": true, "resolved_by": "admin" })
    );
    assert_eq!(scene.subjects().len(), 1, "nobody is notified of what is done by hand");

    scene.fails(Severity::Error, "broken").await;

    let alerts = scene.alerts().await;
    assert_eq!(alerts.len(), 2);
    assert_eq!(
        (alerts[0]["resolved"].clone(), alerts[1]["resolved"].clone()),
        (json!(true), json!(false))
    );
    assert_eq!(scene.subjects().len(), 2);
    let again = scene.server.admin.put(&path, json!({ "type": "resolve" })).await;
    again.refused(409, "conflict");
}

#[tokio::test]
async fn an_event_that_is_older_than_what_was_decided_is_ignored() {
    let scene = Scene::new().await;
    clock::advance(HOUR);
    scene.recovers().await;
    let event = crate::domain::alert_events::AlertEvent {
        agent: scene.key,
        source: crate::domain::alert_events::Source::Check { check: scene.check },
        time: Timestamp::now().minus(HOUR).micros(),
        what: crate::domain::alert_events::Happening::failed(Severity::Error, "long ago"),
    };
    let write = scene.server.app.db.begin().await.unwrap();
    crate::domain::alert_events::record(&scene.server.app, &write, &[event]).await.unwrap();
    write.commit().await.unwrap();
    scene.server.app.jobs.wake().await;
    settled(&scene.server).await;

    assert_eq!(scene.alerts().await, [] as [serde_json::Value; 0]);
}
