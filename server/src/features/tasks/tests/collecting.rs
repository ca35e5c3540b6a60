//! Tasks whose output fills a custom field.

use serde_json::{Value, json};

use super::{daily_with, run, server_with_absent_agent, server_with_agent, start};
use crate::auth::Right;
use crate::testing::{FakeAgent, TestServer};

const NEWER: i64 = 1_600_000_000_000_000;
const OLDER: i64 = 1_500_000_000_000_000;

/// A task of the agent that collects into a new field of this model.
async fn collector(model: &str, changes: Value) -> (TestServer, FakeAgent, Value) {
    let (server, mut agent) = server_with_agent().await;
    let field = json!({ "model": model, "name": "Serial" });
    let field = server.admin.post("/core/customfields", field).await.ok()["id"].clone();
    let mut body = daily_with(&agent.identity.agent_id, changes);
    body["custom_field"] = field;
    let task = server.admin.post("/tasks/", body).await.ok();
    agent.keep_definitions().await;
    (server, agent, task)
}

async fn value(server: &TestServer, path: &str) -> Value {
    server.admin.get(path).await.ok()["custom_fields"][0]["value"].clone()
}

/// Waits until the follow-up of the runs is done.
async fn until_followed(server: &TestServer, count: i64) {
    super::until_count(server, "select count(*) from runs where followed_up", count).await;
}

#[tokio::test]
async fn a_run_that_passed_fills_the_field_of_agent_client_or_site() {
    for model in ["agent", "client", "site"] {
        let (server, mut agent, task) = collector(model, json!({})).await;
        let mut line = server.follow(&server.admin, &["agents", "config"]).await;
        run(&mut agent, &"r".repeat(32), start(&task, NEWER), "noise\n  SN-1 \n", 0).await;
        until_followed(&server, 1).await;

        let task = server.admin.get(&super::path(&task)).await.ok();
        let agent_path = format!("/agents/{}/", agent.identity.agent_id);
        let place = server.admin.get(&agent_path).await.ok();
        let client = server.admin.get("/clients/").await.ok()[0]["id"].clone();
        let path = match model {
            "agent" => agent_path,
            "client" => format!("/clients/{client}/"),
            _ => format!("/clients/sites/{}/", place["site"]),
        };
        assert_eq!(value(&server, &path).await, "SN-1", "{model}");
        // Watchers see it without asking again.
        let told = match model {
            "agent" => line.receive_event("agent.updated").await["data"]["changed"].clone(),
            _ => line.receive_event("saved").await["data"].clone(),
        };
        match model {
            "agent" => assert_eq!(told["custom_fields"][0]["value"], "SN-1", "{told}"),
            _ => assert_eq!(told["entity"], model, "{told}"),
        }
        assert_eq!(task["task_result"]["status"], "passing");
    }
}

#[tokio::test]
async fn all_output_is_stored_where_requested_and_nothing_of_a_failed_run() {
    let (server, mut agent, task) =
        collector("agent", json!({ "collector_all_output": true })).await;
    let path = format!("/agents/{}/", agent.identity.agent_id);
    run(&mut agent, &"a".repeat(32), start(&task, OLDER), "one\ntwo\n", 0).await;
    until_followed(&server, 1).await;
    assert_eq!(value(&server, &path).await, "one\ntwo");

    run(&mut agent, &"b".repeat(32), start(&task, NEWER), "bad", 1).await;
    until_followed(&server, 2).await;
    assert_eq!(value(&server, &path).await, "one\ntwo");
}

#[tokio::test]
async fn an_older_run_that_arrives_later_leaves_the_newer_value() {
    let (server, mut agent, task) = collector("agent", json!({})).await;
    let path = format!("/agents/{}/", agent.identity.agent_id);
    run(&mut agent, &"a".repeat(32), start(&task, NEWER), "newer", 0).await;
    run(&mut agent, &"b".repeat(32), start(&task, OLDER), "older", 0).await;
    until_followed(&server, 2).await;
    assert_eq!(value(&server, &path).await, "newer");
}

#[tokio::test]
async fn a_task_that_collects_needs_the_right_and_the_scope_to_change_its_field_by_hand() {
    let (server, agent) = server_with_absent_agent().await;
    let (client, site) = (1, 1);
    let models = [
        ("agent", Right::EditAgent),
        ("client", Right::ManageClients),
        ("site", Right::ManageSites),
    ];
    for (model, right) in models {
        let field = json!({ "model": model, "name": "Serial" });
        let field = server.admin.post("/core/customfields", field).await.ok()["id"].clone();
        let body = daily_with(&agent.agent_id, json!({ "custom_field": field }));
        let without = server.caller_without(right).await;
        without.post("/tasks/", body.clone()).await.refused(403, "forbidden");

        let rights = [Right::ListAutotasks, Right::ManageAutotasks, Right::SendCmd, right];
        let of_site = server.scoped_caller(&rights, &[], &[site]).await;
        let of_client = server.scoped_caller(&rights, &[client], &[]).await;
        let reply = of_site.post("/tasks/", body.clone()).await;
        match model {
            "client" => drop(reply.refused(403, "forbidden")),
            _ => drop(reply.ok()),
        }
        let task = of_client.post("/tasks/", body).await.ok();
        // A caller who changes what it does decides what is collected.
        let change = json!({ "name": "Other" });
        without.put(&super::path(&task), change.clone()).await.refused(403, "forbidden");
        of_client.put(&super::path(&task), change).await.ok();
        let released = json!({ "custom_field": null });
        without.put(&super::path(&task), released).await.ok();
    }
}

#[tokio::test]
async fn a_task_of_a_policy_collects_for_clients_and_sites_only_if_its_author_sees_all() {
    let (server, _agent) = server_with_absent_agent().await;
    let scoped = server.scoped_caller(Right::ALL, &[1], &[]).await;
    let policy = scoped.post("/automation/policies/", json!({ "name": "P" })).await.ok();
    let policy = policy["id"].clone();
    for model in ["agent", "client", "site"] {
        let field = json!({ "model": model, "name": "Serial" });
        let field = server.admin.post("/core/customfields", field).await.ok()["id"].clone();
        let mut body = daily_with("", json!({ "policy": policy, "custom_field": field }));
        body["agent"] = Value::Null;
        let reply = scoped.post("/tasks/", body.clone()).await;
        match model {
            "agent" => drop(reply.ok()),
            _ => drop(reply.refused(403, "forbidden")),
        }
        server.admin.post("/tasks/", body).await.ok();
    }
    // A copy collects as well.
    let copy = json!({ "name": "Copy", "copyId": policy });
    scoped.post("/automation/policies/", copy.clone()).await.refused(403, "forbidden");
    server.admin.post("/automation/policies/", copy).await.ok();
}
