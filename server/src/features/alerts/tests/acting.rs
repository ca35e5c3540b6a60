//! What callers do with alerts, one or many.

use std::time::Duration;

use muster_alerting::Severity;
use serde_json::{Value, json};

use super::{Scene, list, pick};
use crate::clock;
use crate::storage::sql;
use crate::testing::TestServer;

async fn post(server: &TestServer, message: &str) -> Value {
    server.admin.post("/alerts/", json!({ "message": message })).await.ok()
}

#[tokio::test]
async fn a_custom_alert_is_open_until_somebody_closes_it() {
    let scene = Scene::new().await;
    let body = json!({
        "message": "the UPS beeps", "severity": "warning", "agent": scene.agent.agent_id,
    });
    let alert = scene.server.admin.post("/alerts/", body).await.ok();
    let names = ["alert_type", "message", "severity", "agent", "agent_id", "resolved", "hidden"];
    let expected = json!({
        "alert_type": "custom", "message": "the UPS beeps", "severity": "warning",
        "agent": scene.key, "agent_id": scene.agent.agent_id, "resolved": false, "hidden": false,
    });
    assert_eq!(pick(&alert, &names), expected);
    let path = format!("/alerts/{}/", alert["id"]);
    assert_eq!(scene.server.admin.get(&path).await.ok(), alert);
    let top = scene.server.admin.patch("/alerts/", json!({ "top": 1 })).await.ok();
    assert_eq!(top, json!({ "alerts_count": 1, "alerts": [alert] }));

    let answer = scene.server.admin.delete(&path).await.ok();

    assert_eq!(answer, "The alert on pc-1 was deleted.");
    scene.server.admin.get(&path).await.refused(404, "not_found");
    let causes = "select count(*) from alert_causes";
    assert_eq!(sql::number(scene.server.app.db.read(), causes, []).await.unwrap(), 0);
    let lines = scene.server.audit_lines().await;
    let expected = [
        "admin add alert admin opened the alert on pc-1",
        "admin delete alert admin deleted the alert on pc-1",
    ];
    assert_eq!(lines[lines.len() - 2..], expected);
}

#[tokio::test]
async fn every_problem_of_a_body_is_named() {
    let scene = Scene::new().await;
    let admin = &scene.server.admin;
    let body = json!({ "severity": "bad", "agent": [], "alert_type": "check" });
    let expected = json!({
        "agent": ["must be an agent_id or a key"],
        "alert_type": ["must be one of custom"],
        "message": ["is required"],
        "severity": ["must be one of info, warning, error"],
    });
    let found = admin.post("/alerts/", body).await.problems();
    let fields: Vec<&String> = found.as_object().unwrap().keys().collect();
    assert_eq!(fields, expected.as_object().unwrap().keys().collect::<Vec<_>>());
    let unknown = json!({ "message": "x", "agent": "nobody" });
    let problems = admin.post("/alerts/", unknown).await.problems();
    assert_eq!(problems, json!({ "agent": ["Choose an agent."] }));

    let path = format!("/alerts/{}/", post(&scene.server, "one").await["id"]);
    for (body, field) in [
        (json!({}), "type"),
        (json!({ "type": "snooze" }), "snooze_until"),
        (json!({ "type": "snooze", "snooze_days": 0 }), "snooze_days"),
        (json!({ "snoozed": true, "snooze_until": "2001-01-01T00:00:00Z" }), "snooze_until"),
        (json!({ "resolved": false }), "resolved"),
        (json!({ "type": "explode" }), "type"),
    ] {
        let problems = admin.put(&path, body.clone()).await.problems();
        assert!(problems.as_object().unwrap().contains_key(field), "{body}: {problems}");
    }
}

#[tokio::test]
async fn many_alerts_are_changed_together_or_not_at_all() {
    let scene = Scene::new().await;
    let admin = &scene.server.admin;
    let first = post(&scene.server, "one").await["id"].clone();
    let second = post(&scene.server, "two").await["id"].clone();
    let unknown = json!({ "bulk_action": "resolve", "alerts": [first, 99_999] });
    let problems = admin.post("/alerts/bulk/", unknown).await.problems();
    assert_eq!(problems, json!({ "alerts": ["There is no alert 99999."] }));
    assert_eq!(list(&scene.server, "/alerts/?resolvedFilter=false").await.len(), 2);

    let snooze = json!({ "bulk_action": "snooze", "alerts": [first, second], "snooze_days": 2 });
    assert_eq!(admin.post("/alerts/bulk/", snooze).await.ok(), "Snoozed 2 alerts.");
    assert_eq!(list(&scene.server, "/alerts/?snoozedFilter=false").await.len(), 0);
    let unsnooze = json!({ "bulk_action": "unsnooze", "alerts": [first] });
    admin.post("/alerts/bulk/", unsnooze).await.ok();
    assert_eq!(list(&scene.server, "/alerts/?snoozedFilter=false").await.len(), 1);
    let resolve = json!({ "bulk_action": "resolve", "alerts": [first, second] });
    assert_eq!(admin.post("/alerts/bulk/", resolve.clone()).await.ok(), "Resolved 2 alerts.");
    assert_eq!(admin.post("/alerts/bulk/", resolve).await.ok(), "Resolved 0 alerts.");
    let delete = json!({ "bulk_action": "delete", "alerts": [first, second] });
    assert_eq!(admin.post("/alerts/bulk/", delete).await.ok(), "Deleted 2 alerts.");
    assert_eq!(list(&scene.server, "/alerts/").await.len(), 0);
}

#[tokio::test]
async fn a_list_is_filtered_searched_and_paged() {
    let scene = Scene::new().await;
    let day = Duration::from_secs(24 * 60 * 60);
    scene.fails(Severity::Error, "disk full").await;
    clock::advance(day * 3);
    let body = json!({ "message": "odd noise", "agent": scene.key });
    scene.server.admin.post("/alerts/", body).await.ok();
    let found = async |query: &str| -> Vec<String> {
        let alerts = list(&scene.server, &format!("/alerts/{query}")).await;
        alerts.iter().map(|alert| alert["message"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(found("").await, ["odd noise", "disk full"]);
    assert_eq!(found("?timeFilter=2").await, ["odd noise"]);
    assert_eq!(found("?severityFilter=error&severityFilter=warning").await, ["disk full"]);
    assert_eq!(found(&format!("?clientFilter={}", scene.location.client)).await.len(), 2);
    assert_eq!(found("?clientFilter=99999").await, [] as [String; 0]);
    assert_eq!(found("?type=custom").await, ["odd noise"]);
    assert_eq!(found(&format!("?agent={}", scene.agent.agent_id)).await.len(), 2);
    assert_eq!(found("?agent=99999").await, [] as [String; 0]);
    assert_eq!(found("?search=pc-1 disk").await, ["disk full"]);
    assert_eq!(found("?ordering=message").await, ["disk full", "odd noise"]);
    let page = scene.server.admin.get("/alerts/?page=2&page_size=1").await.ok();
    assert_eq!(
        (page["count"].clone(), page["results"][0]["message"].clone()),
        (json!(2), json!("disk full"))
    );
    let filters = json!({ "severityFilter": ["error"], "resolvedFilter": false });
    let patched = scene.server.admin.patch("/alerts/", filters).await;
    assert_eq!(patched.headers["x-total-count"], "1");
    let patched = patched.ok();
    assert_eq!(patched.as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn the_context_has_what_changed_in_the_hour_before_and_similar_alerts() {
    let scene = Scene::new().await;
    let agent = format!("/agents/{}/", scene.agent.agent_id);
    scene.server.admin.put(&agent, json!({ "description": "long ago" })).await.ok();
    clock::advance(Duration::from_secs(2 * 60 * 60));
    scene.server.admin.put(&agent, json!({ "description": "new" })).await.ok();
    scene.fails(Severity::Error, "broken").await;
    scene.recovers().await;
    clock::advance(Duration::from_secs(60));
    scene.fails(Severity::Error, "broken again").await;
    let alerts = scene.alerts().await;

    let path = format!("/alerts/{}/context/", alerts[1]["id"]);
    let context = scene.server.admin.get(&path).await.ok();

    let changes = context["changes"].as_array().unwrap();
    assert_eq!(changes.len(), 1, "{context}");
    assert_eq!(
        pick(&changes[0], &["kind", "username"]),
        json!({ "kind": "audit", "username": "admin" })
    );
    assert_eq!(context["similar"].as_array().unwrap().len(), 1);
    assert_eq!(context["similar"][0]["id"], alerts[0]["id"]);
    let reader = scene.server.caller_with(&[crate::auth::Right::ListAlerts]).await;
    let context = reader.get(&path).await.ok();
    assert_eq!(context["changes"], json!([]), "only what the caller may read");
}

#[tokio::test]
async fn resolved_alerts_are_deleted_after_their_days_and_alerts_of_lost_agents_closed() {
    let scene = Scene::new().await;
    let settings = json!({ "resolved_alerts_prune_days": 30, "clear_faults_days": 10 });
    scene.server.admin.put("/core/settings/", settings).await.ok();
    let day = Duration::from_secs(24 * 60 * 60);
    scene.fails(Severity::Error, "broken").await;
    let write = scene.server.app.db.begin().await.unwrap();
    let now = crate::time::Timestamp::now();
    sql::execute(&write, "update agents set last_seen = $1", [now.into()]).await.unwrap();
    write.commit().await.unwrap();

    clock::advance(day * 11);
    (crate::domain::alerts::RETENTION.handler)(scene.server.app.clone()).await.unwrap();
    assert_eq!(
        pick(&scene.alerts().await[0], &["resolved", "resolved_by"]),
        json!({ "resolved": true, "resolved_by": null })
    );
    clock::advance(day * 31);
    (crate::domain::alerts::RETENTION.handler)(scene.server.app.clone()).await.unwrap();
    assert_eq!(scene.alerts().await.len(), 0);

    let id = post(&scene.server, "one").await["id"].clone();
    scene.server.admin.put(&format!("/alerts/{id}/"), json!({ "resolved": true })).await.ok();
    clock::advance(Duration::from_secs(1));
    let body = json!({ "action": "prune_db", "prune_tables": ["alerts"] });
    let answer = scene.server.admin.post("/core/servermaintenance/", body).await.ok();
    assert_eq!(answer, "Rows deleted: alerts 1.");
}
