//! Tasks of policies.

use serde_json::{Value, json};

use super::{daily_with, path, tasks_path, until, until_pushed};
use crate::auth::Right;
use crate::testing::{FakeAgent, Location, TestServer};

/// A server, a policy that is set for a client, and two agents of it.
async fn fleet() -> (TestServer, Location, i64, FakeAgent, FakeAgent) {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let policy = server.add_policy("All").await;
    let first = server.add_agent(location, "pc-1").await;
    let second = server.add_agent(location, "pc-2").await;
    assign(&server, location, json!(policy)).await;
    (server, location, policy, first, second)
}

async fn assign(server: &TestServer, location: Location, policy: Value) {
    let client = format!("/clients/{}/", location.client);
    server.admin.put(&client, json!({ "server_policy": policy })).await.ok();
}

fn of_policy(policy: i64) -> Value {
    daily_with("", json!({ "agent": null, "policy": policy }))
}

#[tokio::test]
async fn every_agent_that_a_policy_reaches_gets_its_tasks() {
    let (server, _, policy, mut first, mut second) = fleet().await;
    let task = server.admin.post("/tasks/", of_policy(policy)).await.ok();

    for agent in [&mut first, &mut second] {
        assert_eq!(agent.keep_definitions().await.tasks[0].id, task["id"].as_i64().unwrap());
        until(&server, &agent.identity, "sync_status", &[json!("synced")]).await;
    }
    let status = server.admin.get(&format!("/automation/tasks/{}/status/", task["id"])).await.ok();
    let hosts: Vec<&Value> =
        status.as_array().unwrap().iter().map(|status| &status["hostname"]).collect();
    assert_eq!(hosts, ["pc-1", "pc-2"]);
    let one = &status[0];
    assert_eq!((&one["client"], &one["site"]), (&json!("Acme"), &json!("Main")));
    assert_eq!((&one["agent_id"], &one["task"]), (&json!(first.identity.agent_id), &task["id"]));
    assert_eq!((&one["sync_status"], &one["status"]), (&json!("synced"), &json!("pending")));
}

#[tokio::test]
async fn own_tasks_come_before_those_of_policies() {
    let (server, _, policy, mut first, _) = fleet().await;
    server.admin.post("/tasks/", of_policy(policy)).await.ok();
    let own = daily_with(&first.identity.agent_id, json!({ "name": "Z, my own" }));
    server.admin.post("/tasks/", own).await.ok();
    while first.keep_definitions().await.tasks.len() < 2 {}

    let list = server.admin.get(&tasks_path(&first.identity)).await.ok();

    assert_eq!((&list[0]["name"], &list[1]["name"]), (&json!("Z, my own"), &json!("Daily")));
    assert_eq!(list[1]["policy"], policy);
}

#[tokio::test]
async fn a_policy_that_is_set_switched_off_or_leaves_an_agent_out_acts_at_once() {
    let (server, location, policy, mut first, mut second) = fleet().await;
    server.admin.post("/tasks/", of_policy(policy)).await.ok();
    for agent in [&mut first, &mut second] {
        agent.keep_definitions().await;
    }
    let own_path = format!("/automation/policies/{policy}/");

    let excluded = json!({ "excluded_agents": [first.identity.agent_id] });
    server.admin.put(&own_path, excluded).await.ok();
    assert_eq!(first.keep_definitions().await.tasks, []);
    until(&server, &first.identity, "id", &[]).await;

    server.admin.put(&own_path, json!({ "active": false })).await.ok();
    assert_eq!(second.keep_definitions().await.tasks, []);
    until(&server, &second.identity, "id", &[]).await;

    server.admin.put(&own_path, json!({ "active": true, "excluded_agents": [] })).await.ok();
    for agent in [&mut first, &mut second] {
        assert_eq!(agent.keep_definitions().await.tasks.len(), 1);
        until(&server, &agent.identity, "sync_status", &[json!("synced")]).await;
    }
    assign(&server, location, Value::Null).await;
    for agent in [&mut first, &mut second] {
        assert_eq!(agent.keep_definitions().await.tasks, []);
    }
}

#[tokio::test]
async fn an_agent_that_moves_leaves_the_tasks_of_its_former_policies_behind() {
    let (server, _, policy, mut first, _) = fleet().await;
    server.admin.post("/tasks/", of_policy(policy)).await.ok();
    first.keep_definitions().await;
    let elsewhere = server.add_site("Other", "Main").await;
    let agent = format!("/agents/{}/", first.identity.agent_id);

    server.admin.put(&agent, json!({ "site": elsewhere.site })).await.ok();

    assert_eq!(first.keep_definitions().await.tasks, []);
    until(&server, &first.identity, "id", &[]).await;
}

#[tokio::test]
async fn a_policy_that_is_deleted_takes_its_tasks_along() {
    let (server, _, policy, mut first, _) = fleet().await;
    let task = server.admin.post("/tasks/", of_policy(policy)).await.ok();
    first.keep_definitions().await;

    server.admin.delete(&format!("/automation/policies/{policy}/?force=true")).await.ok();

    server.admin.get(&path(&task)).await.refused(404, "not_found");
    assert_eq!(first.keep_definitions().await.tasks, []);
    // Deleted once the agent has confirmed that it removed it.
    until(&server, &first.identity, "id", &[]).await;
}

#[tokio::test]
async fn tasks_of_a_policy_that_acts_outside_the_scope_cannot_be_changed() {
    let (server, _, policy, _first, _second) = fleet().await;
    let task = server.admin.post("/tasks/", of_policy(policy)).await.ok();
    let other = server.add_site("Other", "Main").await;
    let caller = server.scoped_caller(Right::ALL, &[other.client], &[]).await;

    caller.post("/tasks/", of_policy(policy)).await.refused(403, "forbidden");
    caller.put(&path(&task), json!({ "name": "mine" })).await.refused(403, "forbidden");
    caller.delete(&path(&task)).await.refused(403, "forbidden");

    assert_eq!(
        caller.get(&path(&task)).await.ok()["name"],
        "Daily",
        "reading needs the right alone"
    );
    let status = caller.get(&format!("/automation/tasks/{}/status/", task["id"])).await.ok();
    assert_eq!(status, json!([]), "agents out of scope are not in it");
}

#[tokio::test]
async fn a_policy_that_is_set_for_many_agents_sends_its_tasks_to_all_of_them() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let policy = server.add_policy("All").await;
    for number in 0..30 {
        server.enrol(location, &format!("pc-{number}")).await;
    }
    assign(&server, location, json!(policy)).await;
    server.admin.post("/tasks/", of_policy(policy)).await.ok();
    until_pushed(&server).await;
    let rows = "select count(*) from task_results where sync_status = 'initial'";
    super::until_count(&server, rows, 30).await;
}

#[tokio::test]
async fn a_copied_policy_has_its_own_tasks_and_counts_them() {
    let (server, _, policy, first, _second) = fleet().await;
    let body = daily_with("", json!({ "agent": null, "policy": policy, "enabled": false }));
    let task = server.admin.post("/tasks/", body).await.ok();

    let copy = json!({ "name": "Copy", "copyId": policy });
    let copy = server.admin.post("/automation/policies/", copy).await.ok();

    assert_eq!(copy["tasks_count"], 1);
    let tasks = format!("/automation/policies/{}/tasks/", copy["id"]);
    let copied = server.admin.get(&tasks).await.ok()[0].clone();
    assert_ne!(copied["id"], task["id"]);
    assert_ne!(copied["win_task_name"], task["win_task_name"]);
    for name in ["name", "actions", "task_type", "run_time_date", "daily_interval", "enabled"] {
        assert_eq!(copied[name], task[name], "{name}");
    }
    let effective = format!("/agents/{}/effective/", first.identity.agent_id);
    let source = json!({ "type": "policy", "id": policy, "name": "All" });
    let expected =
        json!([{ "id": task["id"], "name": "Daily", "source": source, "state": "disabled" }]);
    assert_eq!(server.admin.get(&effective).await.ok()["tasks"], expected);
}

#[tokio::test]
async fn the_tasks_of_a_deleted_policy_stay_visible_until_their_agents_confirm() {
    let (server, location, policy, mut first, mut second) = fleet().await;
    let task = server.admin.post("/tasks/", of_policy(policy)).await.ok();
    for agent in [&mut first, &mut second] {
        agent.keep_definitions().await;
        until(&server, &agent.identity, "sync_status", &[json!("synced")]).await;
    }
    let away = second.identity.clone();
    drop(second);

    server.admin.delete(&format!("/automation/policies/{policy}/?force=true")).await.ok();

    assert_eq!(first.keep_definitions().await.tasks, []);
    until(&server, &first.identity, "id", &[]).await;
    until_pushed(&server).await;
    let list = server.admin.get(&tasks_path(&away)).await.ok();
    let shown = &list[0];
    assert_eq!((&shown["id"], &shown["name"]), (&task["id"], &json!("Daily")));
    assert_eq!((&shown["policy"], &shown["policy_name"]), (&Value::Null, &Value::Null));
    assert_eq!(shown["task_result"]["sync_status"], "pendingdeletion");
    server.admin.get(&path(&task)).await.refused(404, "not_found");
    assert_eq!(server.admin.get("/tasks/").await.ok(), json!([]));
    assert_eq!(server.admin.get("/automation/policies/").await.ok(), json!([]));
    let (client, hidden) = (format!("/clients/{}/", location.client), policy + 1);
    let reply = server.admin.put(&client, json!({ "server_policy": hidden })).await;
    reply.refused(400, "invalid");

    let mut back = server.connect(&away).await;
    assert_eq!(back.keep_definitions().await.tasks, []);
    until(&server, &away, "id", &[]).await;
    super::until_count(&server, "select count(*) from tasks", 0).await;
    // The next one has no need of another owner.
    let policy = server.add_policy("More").await;
    server.admin.delete(&format!("/automation/policies/{policy}/")).await.ok();
}
