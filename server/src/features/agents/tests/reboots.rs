//! Reboots at a set time.

use std::time::Duration;

use muster_protocol::{FromAgent, ScheduleReboot, ToAgent, capability, order_name};
use serde_json::json;

use crate::testing::TestServer;
use crate::time::Timestamp;

fn scheduled(time: Timestamp, message: &str) -> ScheduleReboot {
    ScheduleReboot { at: time.micros(), message: message.to_owned() }
}

fn in_an_hour() -> Timestamp {
    let seconds = Timestamp::now().plus(Duration::from_secs(3600)).seconds();
    Timestamp::from_micros(seconds * 1_000_000)
}

#[tokio::test]
async fn a_reboot_waits_for_its_time_as_a_pending_action_that_can_be_cancelled() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let identity = server.enrol(location, "pc-1").await;
    let path = format!("/agents/{}/reboot/", identity.agent_id);
    let time = in_an_hour();

    let body = json!({ "datetime": time });
    let reboot = server.admin.patch(&path, body).await.ok();
    let id = reboot["id"].as_i64().unwrap();
    let name = format!("muster-reboot-{id}");
    let expected = json!({ "time": time, "agent": "pc-1", "task_name": name, "id": id });
    assert_eq!(reboot, expected);
    let line = server.audit_lines().await.pop().unwrap();
    assert_eq!(line, "admin modify agent admin scheduled a reboot of pc-1");

    let pending = server.admin.get("/logs/pendingactions/?type=schedreboot").await.ok();
    let expected = json!([{
        "id": id, "agent": 1, "agent_id": identity.agent_id, "hostname": "pc-1",
        "client": "Acme", "site": "Main", "entry_time": pending[0]["entry_time"],
        "action_type": "schedreboot", "status": "pending",
        "details": { "taskname": name, "time": time }, "run": id, "due": time, "expires": time,
        "description": format!("reboot at {time}"),
    }]);
    assert_eq!(pending, expected);

    let mut agent = server.connect(&identity).await;
    let order = agent.next_order().await;
    assert_eq!(order.name, order_name::SCHEDULE_REBOOT);
    assert_eq!(order.read::<ScheduleReboot>().unwrap(), scheduled(time, ""));
    agent.send(FromAgent::Accepted { run_id: order.run_id.clone() }).await;
    // When this answer for an unknown run comes, the message before it is stored.
    agent.send(FromAgent::Accepted { run_id: "unknown".to_owned() }).await;
    while !matches!(agent.receive().await, Some(ToAgent::Closed { .. })) {}
    assert_eq!(server.admin.get("/logs/pendingactions/").await.ok(), expected);

    server.admin.delete(&format!("/logs/pendingactions/{id}/")).await.ok();
    assert_eq!(agent.receive().await, Some(ToAgent::Cancel { run_id: order.run_id }));
}

#[tokio::test]
async fn a_reboot_in_the_past_or_at_no_time_is_refused() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let identity = server.enrol(location, "pc-1").await;
    let path = format!("/agents/{}/reboot/", identity.agent_id);
    for (datetime, problem) in [
        ("2020-01-31T13:30", "Must be in the future."),
        ("2020-01-31T13:30:00+02:00", "Must be in the future."),
        ("soon", "Must be a time such as 2026-01-31T13:30, with an offset or without."),
    ] {
        let reply = server.admin.patch(&path, json!({ "datetime": datetime })).await;
        let refusal = reply.refused(400, "invalid");
        assert!(refusal.to_string().contains(problem), "{refusal}");
    }
    server.admin.patch(&path, json!({})).await.refused(400, "invalid");
    let body = json!({ "datetime": in_an_hour() });
    server
        .admin
        .patch("/agents/unknown-agent-of-nobody/reboot/", body)
        .await
        .refused(404, "not_found");
}

#[tokio::test]
async fn a_message_goes_to_the_agent_with_the_reboot_and_into_the_audit_log() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let mut agent = server.add_agent(location, "pc-1").await;
    let path = format!("/agents/{}/reboot/", agent.identity.agent_id);
    let time = in_an_hour();

    let body = json!({ "datetime": time, "message": " New software tonight.\n" });
    let reboot = server.admin.patch(&path, body).await.ok();
    let id = reboot["id"].as_i64().unwrap();
    let name = format!("muster-reboot-{id}");
    let expected = json!({ "time": time, "agent": "pc-1", "task_name": name, "id": id });
    assert_eq!(reboot, expected);
    let order = agent.next_order().await;
    let expected = scheduled(time, "New software tonight.");
    assert_eq!(order.read::<ScheduleReboot>().unwrap(), expected);
    let row = server.audit().await.pop().unwrap();
    let expected = json!({ "reboot": time, "message": "New software tonight." });
    assert_eq!(row["after_value"], expected);

    for none in [json!(null), json!(""), json!("  ")] {
        let body = json!({ "datetime": time, "message": none });
        server.admin.patch(&path, body).await.ok();
        let order = agent.next_order().await;
        assert_eq!(order.read::<ScheduleReboot>().unwrap(), scheduled(time, ""));
    }
    let body = json!({ "datetime": time, "message": "x".repeat(501) });
    let problems = server.admin.patch(&path, body).await.problems();
    assert_eq!(problems, json!({ "message": ["Must have at most 500 characters."] }));
}

#[tokio::test]
async fn an_agent_that_would_not_show_the_message_gets_no_reboot_with_one() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let mut identity = server.enrol(location, "pc-1").await;
    identity.capabilities.retain(|name| name != capability::REBOOT_MESSAGE);
    let mut agent = server.connect(&identity).await;
    let path = format!("/agents/{}/reboot/", identity.agent_id);
    let time = in_an_hour();

    let body = json!({ "datetime": time, "message": "New software." });
    let refusal = server.admin.patch(&path, body).await.refused(400, "agent_outdated");
    let sentence = "cannot show a message before a restart: update it";
    assert!(refusal.to_string().contains(sentence), "{refusal}");
    assert_eq!(server.admin.get("/logs/pendingactions/").await.ok(), json!([]));

    server.admin.patch(&path, json!({ "datetime": time })).await.ok();
    assert_eq!(agent.next_order().await.read::<ScheduleReboot>().unwrap(), scheduled(time, ""));
}
