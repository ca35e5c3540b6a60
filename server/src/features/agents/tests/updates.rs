//! `PUT /agents/<agent_id>/`.

use muster_protocol::{FromAgent, Inventory, ToAgent};
use reqwest::Method;
use serde_json::json;

use crate::auth::Right;
use crate::testing::TestServer;

#[tokio::test]
async fn only_the_keys_sent_are_changed_and_the_change_is_audited() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let identity = server.enrol(location, "pc-1").await;
    let path = format!("/agents/{}/", identity.agent_id);
    let body = json!({
        "description": " kept as sent ", "offline_time": 2, "overdue_time": 3,
        "check_interval": 15, "time_zone": "Europe/Berlin", "maintenance_mode": true,
        "maintenance_until": "2030-01-01T01:00:00+01:00", "monitoring_type": "workstation",
        "default_shell": "custom", "default_shell_custom": "/bin/fish",
        "overdue_email_alert": true, "block_policy_inheritance": true, "unknown": 1,
        "custom_fields": [], "policy": null,
    });

    let answer = server.admin.put(&path, body).await.ok();
    let unchanged = server.admin.put(&path, json!({})).await.ok();

    assert_eq!(answer["description"], " kept as sent ");
    assert_eq!((&answer["offline_time"], &answer["overdue_time"]), (&json!(2), &json!(3)));
    assert_eq!(
        (&answer["time_zone"], &answer["timezone"]),
        (&json!("Europe/Berlin"), &json!("Europe/Berlin"))
    );
    assert_eq!(answer["maintenance_until"], "2030-01-01T00:00:00Z");
    assert_eq!(answer["overdue_email_alert"], true);
    assert_eq!(answer["overdue_text_alert"], false);
    for name in ["description", "default_shell_custom", "maintenance_mode", "monitoring_type"] {
        assert_eq!(unchanged[name], answer[name]);
    }
    let row = &server.audit().await[2];
    assert_eq!((&row["action"], &row["object_type"]), (&json!("modify"), &json!("agent")));
    assert_eq!(row["before_value"]["offline_time"], 4);
    assert_eq!(row["after_value"]["offline_time"], 2);
    let cleared =
        server.admin.put(&path, json!({ "time_zone": null, "maintenance_until": null })).await.ok();
    assert_eq!(
        (&cleared["time_zone"], &cleared["maintenance_until"]),
        (&json!(null), &json!(null))
    );
}

#[tokio::test]
async fn every_problem_is_named_and_nothing_is_changed() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let identity = server.enrol(location, "pc-1").await;
    let path = format!("/agents/{}/", identity.agent_id);
    let before = server.admin.get(&path).await.ok();
    let rows = server.audit().await.len();

    let body = json!({
        "offline_time": 1, "overdue_time": 2, "check_interval": 14, "time_zone": "Mars/Base",
        "monitoring_type": "toaster", "description": "x".repeat(256), "policy": "nine",
        "winupdatepolicy": [{ "critical": "yes", "run_time_hour": 24 }, {}],
        "custom_fields": [7, { "field": "x" }], "maintenance_mode": null,
        "default_shell": "zsh", "maintenance_until": "tomorrow",
    });
    let problems = server.admin.put(&path, body).await.problems();
    assert_eq!(
        problems,
        json!({
            "offline_time": ["Must be 2 to 525600."],
            "overdue_time": ["Must be 3 to 525600."],
            "check_interval": ["Must be 15 to 86400."],
            "time_zone": ["Must be a time zone such as Europe/Berlin."],
            "monitoring_type": ["Must be one of server, workstation."],
            "description": ["Must have at most 255 characters."],
            "policy": ["Must be a whole number."],
            "winupdatepolicy": ["Must have at most one entry."],
            "winupdatepolicy[0].critical": ["Must be one of manual, approve, ignore, inherit."],
            "winupdatepolicy[0].run_time_hour": ["Must be 0 to 23."],
            "custom_fields[0]": ["Must be an object."],
            "custom_fields[1].field": ["Must be a whole number."],
            "maintenance_mode": ["Must not be null."],
            "default_shell": ["Must be one of use_global, cmd, powershell, bash, custom."],
            "maintenance_until": ["Must be a time such as 2026-01-31T13:30:00Z."],
        })
    );
    let body = json!({
        "offline_time": 40, "default_shell": "custom", "site": 99, "policy": 9,
        "winupdatepolicy": [{ "run_time_frequency": "daily", "run_time_days": [] }],
        "custom_fields": [{ "field": 1, "string_value": "x" }],
    });
    let problems = server.admin.put(&path, body).await.problems();
    assert_eq!(
        problems,
        json!({
            "overdue_time": ["Must be longer than offline_time."],
            "default_shell_custom": ["This field is required when default_shell is custom."],
            "site": ["There is no such site."],
            "policy": ["There is no such policy."],
            "winupdatepolicy[0].run_time_days": ["Must name a day: run_time_frequency is daily."],
            "custom_fields[0].field": ["There is no such custom field here."],
        })
    );
    assert_eq!(server.admin.get(&path).await.ok(), before);
    assert_eq!(server.audit().await.len(), rows);
}

#[tokio::test]
async fn moving_an_agent_needs_both_sites_in_scope() {
    let server = TestServer::start().await;
    let here = server.add_site("Acme", "Main").await;
    let there = server.add_site("Other", "Main").await;
    let identity = server.enrol(here, "pc-1").await;
    let path = format!("/agents/{}/", identity.agent_id);
    let half = server.scoped_caller(&[Right::EditAgent], &[here.client], &[]).await;
    let both = server.scoped_caller(&[Right::EditAgent], &[here.client], &[there.site]).await;
    let to = json!({ "site": there.site });

    let problems = half.put(&path, to.clone()).await.problems();
    assert_eq!(problems, json!({ "site": ["There is no such site."] }));
    let moved = both.put(&path, to).await.ok();
    assert_eq!((&moved["site"], &moved["client"]), (&json!(there.site), &json!("Other")));
    half.put(&path, json!({ "description": "x" })).await.refused(404, "not_found");
}

#[tokio::test]
async fn reports_of_the_agent_do_not_conflict_with_a_form() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let mut agent = server.add_agent(location, "pc-1").await;
    let path = format!("/agents/{}/", agent.identity.agent_id);
    let opened = server.admin.get(&path).await.ok();
    let seen = format!("\"{}\"", opened["modified_time"].as_str().unwrap());

    let system = "Testix 1".to_owned();
    agent.send_inventory(Inventory { operating_system: system, ..Inventory::default() }).await;
    // Messages are stored in order: when the answer to this comes, so is the inventory.
    agent.send(FromAgent::Accepted { run_id: "unknown".to_owned() }).await;
    assert_eq!(agent.receive().await, Some(ToAgent::Closed { run_id: "unknown".to_owned() }));

    let put = server.admin.call(Method::PUT, &path).header("If-Match", &seen);
    let saved = put.json(&json!({ "description": "kiosk" })).send().await.ok();
    assert_eq!(saved["operating_system"], "Testix 1");
    assert_eq!((&saved["description"], &saved["modified_by"]), (&json!("kiosk"), &json!("admin")));
}

#[tokio::test]
async fn changing_an_agent_needs_its_right() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let identity = server.enrol(location, "pc-1").await;
    let reader = server.caller_with(&[Right::ListAgents]).await;

    let path = format!("/agents/{}/", identity.agent_id);
    reader.put(&path, json!({ "description": "x" })).await.refused(403, "forbidden");
}
