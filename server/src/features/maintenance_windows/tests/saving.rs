//! Creating, changing, listing and deleting.

use serde_json::{Value, json};

use super::{WINDOWS, add, path};
use crate::testing::{Location, TestServer};

/// Every Saturday night in Berlin, from 2030 on.
fn saturdays(site: Location) -> Value {
    json!({
        "name": " Patch night ", "reason": "updates", "start": "2030-01-05T22:00",
        "time_zone": "Europe/Berlin", "minutes": 120, "rrule": "FREQ=WEEKLY;BYDAY=SA;COUNT=3",
        "target_type": "site", "target": site.site,
    })
}

#[tokio::test]
async fn a_window_is_stored_shown_changed_and_deleted() {
    let server = TestServer::start().await;
    let site = server.add_site("Acme", "Main").await;
    let made = add(&server, saturdays(site)).await;
    let expected = json!({
        "id": made["id"], "name": "Patch night", "reason": "updates",
        "start": "2030-01-05T22:00:00", "time_zone": "Europe/Berlin", "minutes": 120,
        "rrule": "FREQ=WEEKLY;BYDAY=SA;COUNT=3", "enabled": true, "target_type": "site",
        "target": site.site, "target_name": "Main", "agent_id": null, "is_open": false,
        "next_change": "2030-01-05T21:00:00Z", "created_by": "admin",
        "created_time": made["created_time"], "modified_by": "admin",
        "modified_time": made["modified_time"],
    });
    assert_eq!(made, expected);
    assert_eq!(server.admin.get(WINDOWS).await.ok(), json!([made]));

    let agent = server.enrol(site, "pc-1").await.agent_id;
    let change =
        json!({ "rrule": null, "enabled": false, "target_type": "agent", "target": agent });
    let after = server.admin.put(&path(&made), change).await.ok();
    let shown = ["rrule", "enabled", "target_type", "target_name", "agent_id", "next_change"];
    let expected = json!([null, false, "agent", "pc-1", agent, null]);
    assert_eq!(json!(shown.map(|name| after[name].clone())), expected);
    assert_eq!(server.admin.get(&path(&made)).await.ok(), after);
    let message = server.admin.delete(&path(&made)).await.ok();
    assert_eq!(message, "deleted maintenance window Patch night");
    server.admin.get(&path(&made)).await.refused(404, "not_found");
    let mut lines = server.audit_lines().await;
    lines.reverse();
    let window = |verb: &str, word: &str| {
        format!("admin {verb} maintenancewindow {word} maintenance window Patch night")
    };
    assert_eq!(lines[0], window("delete", "deleted"));
    assert_eq!(lines[1], window("modify", "changed"));
}

#[tokio::test]
async fn every_problem_of_a_window_is_named() {
    let server = TestServer::start().await;
    let body = json!({
        "name": " ", "start": "tomorrow", "minutes": 0, "enabled": "x", "target_type": "planet",
        "target": [],
    });
    let problems = server.admin.post(WINDOWS, body).await.problems();
    let expected = json!({
        "name": ["Enter a name."],
        "start": ["Must be a wall-clock time such as 2026-01-31T22:00."],
        "minutes": ["Must be 1 to 44640."],
        "enabled": ["Must be true or false."],
        "target_type": ["Must be one of agent, site, client, policy, view."],
        "target": ["Must be a key, or the agent_id of an agent."],
    });
    assert_eq!(problems, expected);

    let body = json!({
        "name": "W", "start": "2030-01-05T22:00", "time_zone": "Mars/Base", "minutes": 60,
        "rrule": "FREQ=WEEKLY;BYDAY=XX;COLOUR=RED", "target_type": "view", "target": 9,
    });
    let problems = server.admin.post(WINDOWS, body).await.problems();
    let fields: Vec<&String> = problems.as_object().unwrap().keys().collect();
    assert_eq!(fields, ["rrule", "target", "time_zone"]);
    assert_eq!(problems["target"], json!(["There is no such view of agents."]));
    assert_eq!(problems["rrule"].as_array().unwrap().len(), 2, "{problems}");
}

#[tokio::test]
async fn the_calendar_lists_every_time_that_a_window_is_open() {
    let server = TestServer::start().await;
    let site = server.add_site("Acme", "Main").await;
    let made = add(&server, saturdays(site)).await;
    let mut off = saturdays(site);
    off["enabled"] = json!(false);
    add(&server, off).await;
    let calendar = "/maintenance/calendar/?from=2030-01-05T22:00:00Z&to=2030-02-28T00:00:00Z";
    let time = |start: &str, end: &str| {
        json!({
            "window": made["id"], "name": "Patch night", "reason": "updates",
            "target_type": "site", "target": site.site, "target_name": "Main",
            "start": start, "end": end, "created_by": "admin",
        })
    };
    let expected = json!([
        time("2030-01-05T21:00:00Z", "2030-01-05T23:00:00Z"),
        time("2030-01-12T21:00:00Z", "2030-01-12T23:00:00Z"),
        time("2030-01-19T21:00:00Z", "2030-01-19T23:00:00Z"),
    ]);
    assert_eq!(server.admin.get(calendar).await.ok(), expected);
    assert_eq!(server.admin.get("/maintenance/calendar/").await.ok(), json!([]));
    let long = "/maintenance/calendar/?from=2030-01-01T00:00:00Z&to=2032-01-01T00:00:00Z";
    let problems = server.admin.get(long).await.problems();
    assert_eq!(problems, json!({ "to": ["Must be after from, by at most 400 days."] }));
}
