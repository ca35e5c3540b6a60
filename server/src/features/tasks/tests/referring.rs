//! Objects that tasks refer to cannot simply be deleted.

use serde_json::{Value, json};

use super::{daily_with, path, server_with_absent_agent};
use crate::auth::Right;

#[tokio::test]
async fn a_script_in_a_task_is_in_use_and_with_force_the_task_loses_it() {
    let (server, agent) = server_with_absent_agent().await;
    let script = server.add_script("collect").await;
    let own = json!({ "type": "script", "script": script });
    let other = json!({ "type": "cmd", "shell": "sh", "command": "id" });
    let mixed = json!({ "name": "Mixed", "actions": [own, other] });
    let mixed = server.admin.post("/tasks/", daily_with(&agent.agent_id, mixed)).await.ok();
    let only = json!({ "name": "Only", "actions": [own, own] });
    let only = server.admin.post("/tasks/", daily_with(&agent.agent_id, only)).await.ok();

    let usage = server.admin.get(&format!("/scripts/{script}/usage/")).await.ok();
    let tasks = json!([
        { "id": mixed["id"], "name": "Mixed" }, { "id": only["id"], "name": "Only" },
    ]);
    assert_eq!(usage, json!({ "tasks": tasks, "checks": [], "alert_templates": [] }));
    let refusal = server.admin.delete(&format!("/scripts/{script}/")).await;
    let refusal = refusal.refused(409, "in_use");
    assert_eq!(refusal["detail"], "It is in use by task Mixed, task Only.");

    server.admin.delete(&format!("/scripts/{script}/?force=true")).await.ok();

    let left = server.admin.get(&path(&mixed)).await.ok();
    let types: Vec<&Value> =
        left["actions"].as_array().unwrap().iter().map(|action| &action["type"]).collect();
    assert_eq!(types, ["cmd"]);
    server.admin.get(&path(&only)).await.refused(404, "not_found");
}

#[tokio::test]
async fn a_script_whose_task_was_deleted_is_free() {
    let (server, agent) = server_with_absent_agent().await;
    let script = server.add_script("collect").await;
    let actions = json!([{ "type": "script", "script": script }]);
    let body = daily_with(&agent.agent_id, json!({ "actions": actions }));
    let task = server.admin.post("/tasks/", body).await.ok();

    server.admin.delete(&path(&task)).await.ok();

    server.admin.delete(&format!("/scripts/{script}/")).await.ok();
}

#[tokio::test]
async fn a_script_in_a_task_outside_the_scope_cannot_be_changed() {
    let (server, agent) = server_with_absent_agent().await;
    let script = server.add_script("collect").await;
    let actions = json!([{ "type": "script", "script": script }]);
    let body = daily_with(&agent.agent_id, json!({ "actions": actions }));
    server.admin.post("/tasks/", body).await.ok();
    let other = server.add_site("Other", "Main").await;
    let caller = server.scoped_caller(Right::ALL, &[other.client], &[]).await;

    let reply = caller.put(&format!("/scripts/{script}/"), json!({ "name": "mine" })).await;
    reply.refused(403, "forbidden");

    let usage = caller.get(&format!("/scripts/{script}/usage/")).await.ok();
    assert_eq!(usage["tasks"], json!([]));
}

#[tokio::test]
async fn a_custom_field_that_a_task_fills_is_in_use() {
    let (server, agent) = server_with_absent_agent().await;
    let field = json!({ "model": "agent", "name": "Serial" });
    let field = server.admin.post("/core/customfields", field).await.ok()["id"].clone();
    let body = daily_with(&agent.agent_id, json!({ "custom_field": field }));
    let task = server.admin.post("/tasks/", body).await.ok();
    let path_of_field = format!("/core/customfields/{field}/");

    let refusal = server.admin.delete(&path_of_field).await.refused(409, "in_use");
    assert_eq!(refusal["detail"], "Serial is filled by the tasks Daily.");
    let other = server.add_site("Other", "Main").await;
    let caller = server.scoped_caller(Right::ALL, &[other.client], &[]).await;
    caller.delete(&format!("{path_of_field}?force=true")).await.refused(403, "forbidden");

    server.admin.delete(&format!("{path_of_field}?force=true")).await.ok();
    assert_eq!(server.admin.get(&path(&task)).await.ok()["custom_field"], Value::Null);
}
