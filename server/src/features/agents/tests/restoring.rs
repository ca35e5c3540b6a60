//! Restoring removed agents.

use muster_protocol::{Refusal, RunScript, capability};
use serde_json::{Value, json};

use super::removing::{finish_removals, refusal, remove, server_and_location};
use crate::auth::Right;
use crate::clock;
use crate::testing::{Client, Identity, Location, Reply, TestServer, until_equal};

async fn restore(caller: &Client, identity: &Identity) -> Reply {
    caller.post(&format!("/agents/{}/restore/", identity.agent_id), Value::Null).await
}

/// A task that runs a script every day.
fn task(agent_id: &str, script: i64) -> Value {
    json!({
        "agent": agent_id, "name": "Daily", "task_type": "daily", "daily_interval": 1,
        "run_time_date": "2026-01-31T13:30:00Z",
        "actions": [{ "type": "script", "script": script }],
    })
}

/// An agent that is offline and has a policy, a custom field, a note, a task, and
/// a script that waits for it.
struct Furnished {
    identity: Identity,
    policy: i64,
    field: i64,
    script: i64,
}

impl Furnished {
    async fn new(server: &TestServer, location: Location) -> Self {
        let identity = server.enrol(location, "pc-1").await;
        let (admin, id) = (&server.admin, &identity.agent_id);
        let policy = server.add_policy("Kiosks").await;
        let script = server.add_script("tidy").await;
        let field = json!({ "model": "agent", "name": "Rack" });
        let field = admin.post("/core/customfields", field).await.ok()["id"].as_i64().unwrap();
        let entries = json!([{ "field": field, "string_value": "A7" }]);
        let settings =
            json!({ "description": "kiosk", "policy": policy, "custom_fields": entries });
        admin.put(&format!("/agents/{id}/"), settings).await.ok();
        admin.post(&format!("/agents/{id}/notes/"), json!({ "note": "loud fan" })).await.ok();
        admin.post("/tasks/", task(id, script)).await.ok();
        let run = json!({ "script": script, "output": "forget" });
        admin.post(&format!("/agents/{id}/runscript/"), run).await.ok();
        Self { identity, policy, field, script }
    }

    /// Everything that the API shows of the agent.
    async fn read(&self, server: &TestServer) -> Vec<Value> {
        let mut shown = Vec::new();
        for part in ["", "notes/", "tasks/", "history/", "pendingactions/", "effective/"] {
            let path = format!("/agents/{}/{part}", self.identity.agent_id);
            shown.push(server.admin.get(&path).await.ok());
        }
        shown
    }
}

#[tokio::test]
async fn a_restored_agent_has_everything_it_had() {
    clock::stop();
    let (server, location) = server_and_location().await;
    let furnished = Furnished::new(&server, location).await;
    let before = furnished.read(&server).await;
    remove(&server, &furnished.identity).await;

    let said = restore(&server.admin, &furnished.identity).await.ok();

    assert_eq!(said, json!("pc-1 was restored."));
    assert_eq!(furnished.read(&server).await, before);
    assert_eq!(before[0]["custom_fields"][0]["value"], "A7");
    assert_eq!(server.admin.get("/agents/removed/").await.ok(), json!([]));
    let row = server.audit().await.pop().unwrap();
    let named = (&row["action"], &row["message"], &row["after_value"]["description"]);
    assert_eq!(named, (&json!("add"), &json!("admin restored agent pc-1"), &json!("kiosk")));
    // Nothing of the former removal is left.
    finish_removals(&server).await;
    assert_eq!(server.admin.get("/agents/").await.ok()[0]["hostname"], "pc-1");
}

#[tokio::test]
async fn what_waited_for_a_removed_agent_is_delivered_only_when_it_is_restored() {
    let (server, location) = server_and_location().await;
    let identity = Furnished::new(&server, location).await.identity;
    remove(&server, &identity).await;
    assert_eq!(refusal(&server, &identity).await, Refusal::TryLater);
    assert_eq!(server.admin.get("/logs/pendingactions/").await.ok(), json!([]));

    restore(&server.admin, &identity).await.ok();

    let mut agent = server.connect(&identity).await;
    let order = agent.next_order().await;
    assert_eq!(order.read::<RunScript>().unwrap().code, "tidy");
}

#[tokio::test]
async fn a_removed_agent_has_no_tasks_until_it_is_restored() {
    let (server, location) = server_and_location().await;
    let script = server.add_script("tidy").await;
    let mut agent = server.add_agent(location, "pc-1").await;
    server.admin.post("/tasks/", task(&agent.identity.agent_id, script)).await.ok();
    let document = agent.keep_definitions().await;
    assert_eq!(document.tasks.len(), 1);
    remove(&server, &agent.identity).await;
    while agent.receive().await.is_some() {} // Until the connection is closed.

    // It is welcomed to lose its tasks, and disconnected again.
    let mut agent = server.connect(&agent.identity).await;
    let empty = agent.keep_definitions().await;
    assert_eq!((empty.digest.as_str(), empty.tasks.len()), ("", 0));
    assert_eq!(agent.receive().await, None);
    assert_eq!(refusal(&server, &agent.identity).await, Refusal::TryLater);

    restore(&server.admin, &agent.identity).await.ok();
    let mut agent = server.connect(&agent.identity).await;
    assert_eq!(agent.next_definitions().await, document);
}

#[tokio::test]
async fn a_removed_agent_on_trial_keeps_its_tasks_for_the_program_before_it() {
    let (server, location) = server_and_location().await;
    let mut identity = server.enrol(location, "pc-1").await;
    identity.definitions = "abc".to_owned();
    identity.is_trial = true;
    remove(&server, &identity).await;
    assert_eq!(refusal(&server, &identity).await, Refusal::TryLater);
}

#[tokio::test]
async fn listeners_receive_a_removal_and_its_undoing_and_nothing_between() {
    let (server, location) = server_and_location().await;
    let identity = server.enrol(location, "pc-1").await;
    let mut events = server.follow(&server.admin, &["agents"]).await;
    remove(&server, &identity).await;
    let removed = json!({ "agent_id": identity.agent_id });
    let event = events.receive().await;
    assert_eq!((&event["type"], &event["data"]), (&json!("agent.removed"), &removed));

    // The program is uninstalled by hand meanwhile.
    server.anonymous().post("/link/leave/", identity.farewell()).await.ok();
    restore(&server.admin, &identity).await.ok();

    let added = json!({ "agent_id": identity.agent_id, "hostname": "pc-1", "key_changed": false });
    let event = events.receive().await;
    assert_eq!((&event["type"], &event["data"]), (&json!("agent.added"), &added));
}

#[tokio::test]
async fn only_a_removed_agent_in_scope_can_be_restored_and_only_until_that_is_final() {
    clock::stop();
    let (server, location) = server_and_location().await;
    let other = server.add_site("Other", "Main").await;
    let mut identity = server.enrol(location, "pc-1").await;
    identity.capabilities.push(capability::UNINSTALL.to_owned());
    let foreign = server.scoped_caller(Right::ALL, &[other.client], &[]).await;

    let refusal_of = restore(&server.admin, &identity).await.refused(404, "not_found");
    assert_eq!(refusal_of["detail"], "Removed agent not found.");
    remove(&server, &identity).await;
    restore(&foreign, &identity).await.refused(404, "not_found");
    finish_removals(&server).await;

    restore(&server.admin, &identity).await.refused(404, "not_found");
    assert_eq!(refusal(&server, &identity).await, Refusal::Uninstall);
}

#[tokio::test]
async fn what_only_a_removed_agent_uses_can_be_deleted_and_then_it_is_restored_without_it() {
    let (server, location) = server_and_location().await;
    let furnished = Furnished::new(&server, location).await;
    let Furnished { policy, field, script, .. } = furnished;
    let paths = [
        format!("/automation/policies/{policy}/"),
        format!("/core/customfields/{field}/"),
        format!("/scripts/{script}/"),
    ];
    for path in &paths {
        server.admin.delete(path).await.refused(409, "in_use");
    }
    remove(&server, &furnished.identity).await;
    let usage = server.admin.get(&format!("/scripts/{script}/usage/")).await.ok();
    assert_eq!(usage, json!({ "tasks": [], "checks": [], "alert_templates": [] }));

    for path in &paths {
        server.admin.delete(path).await.ok();
    }
    restore(&server.admin, &furnished.identity).await.ok();

    let shown = furnished.read(&server).await;
    assert_eq!((&shown[0]["policy"], &shown[0]["custom_fields"]), (&Value::Null, &json!([])));
    assert_eq!(shown[0]["description"], "kiosk");
    // A task that has nothing left to do goes with its script.
    let tasks = format!("/agents/{}/tasks/", furnished.identity.agent_id);
    until_equal(&json!([]), async || server.admin.get(&tasks).await.ok()).await;
}
