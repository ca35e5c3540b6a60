//! Changes of checks.

use serde_json::json;

use super::{disk, path, server_with_absent_agent, with};

#[tokio::test]
async fn a_change_is_checked_together_with_what_is_stored() {
    let (server, agent) = server_with_absent_agent().await;
    let body = with(disk(&agent.agent_id, "/"), json!({ "warning_threshold": 20 }));
    let check = server.admin.post("/checks/", body).await.ok();

    let changed = server.admin.put(&path(&check), json!({ "warning_threshold": 15 })).await.ok();
    assert_eq!((&changed["warning_threshold"], &changed["disk"]), (&json!(15), &json!("/")));
    let problems = server.admin.put(&path(&check), json!({ "error_threshold": 15 })).await;
    assert_eq!(
        problems.problems(),
        json!({ "warning_threshold": ["Must be above error_threshold."] })
    );
    let cleared = json!({ "error_threshold": null, "full_within_days": 3 });
    let cleared = server.admin.put(&path(&check), cleared).await.ok();
    assert_eq!((&cleared["error_threshold"], &cleared["full_within_days"]), (&json!(0), &json!(3)));
    let cleared = server.admin.put(&path(&check), json!({ "full_within_days": null })).await.ok();
    assert_eq!(cleared["full_within_days"], json!(null));
}

#[tokio::test]
async fn owner_and_type_stay() {
    let (server, agent) = server_with_absent_agent().await;
    let policy = server.add_policy("All").await;
    let check = server.admin.post("/checks/", disk(&agent.agent_id, "/")).await.ok();
    const FIXED: &str = "This cannot be changed: create a new check instead.";
    for (change, field) in [
        (json!({ "check_type": "memory" }), "check_type"),
        (json!({ "policy": policy }), "policy"),
        (json!({ "agent": "another" }), "agent"),
    ] {
        let refused = server.admin.put(&path(&check), change).await.problems();
        assert_eq!(refused, json!({ field: [FIXED] }));
    }
    let same = json!({ "agent": agent.agent_id, "check_type": "diskspace" });
    server.admin.put(&path(&check), same).await.ok();
}

#[tokio::test]
async fn where_a_disk_is_follows_from_its_form_unless_the_caller_says_otherwise() {
    let (server, agent) = server_with_absent_agent().await;
    let check = server.admin.post("/checks/", disk(&agent.agent_id, "/")).await.ok();
    let changed = server.admin.put(&path(&check), json!({ "disk": "d:" })).await.ok();
    assert_eq!(changed["disk"], "D:");
    assert_eq!(changed["supported_platforms"], json!(["windows"]));
    let narrow = json!({ "disk": "/srv", "supported_platforms": ["linux"] });
    server.admin.put(&path(&check), narrow).await.ok();
    let changed =
        server.admin.put(&path(&check), json!({ "disk": "/srv", "name": "n" })).await.ok();
    assert_eq!(changed["supported_platforms"], json!(["linux"]));
}
