//! Tasks and scripts that wait for a second person.

use muster_protocol::{Definitions, RunTask, TaskAction, TaskDefinition};
use serde_json::json;

use super::{daily_with, path, server_with_agent, until, until_pushed};
use crate::auth::Right;
use crate::testing::TestServer;

fn code_of(task: &TaskDefinition) -> &str {
    let TaskAction::Script(script) = &task.actions[0] else { panic!("a script") };
    &script.code
}

fn code(document: &Definitions) -> &str {
    code_of(&document.tasks[0])
}

async fn switch(server: &TestServer, to: &str) {
    server.admin.put("/core/settings/", json!({ "script_approval": to })).await.ok();
}

#[tokio::test]
async fn tasks_go_on_with_what_was_approved_until_a_change_is() {
    let (server, mut agent) = server_with_agent().await;
    let body = json!({ "name": "S", "shell": "shell", "script_body": "one" });
    let script = server.admin.post("/scripts/", body).await.ok()["id"].clone();
    let actions = json!([{ "type": "script", "script": script }]);
    let body = daily_with(&agent.identity.agent_id, json!({ "actions": actions }));
    let task = server.admin.post("/tasks/", body).await.ok();
    assert_eq!(code(&agent.keep_definitions().await), "one");
    switch(&server, "on").await;

    let author = server.caller_with(&[Right::ManageScripts]).await;
    let change = json!({ "script_body": "two" });
    author.put(&format!("/scripts/{script}/"), change).await.ok();

    until_pushed(&server).await;
    until(&server, &agent.identity, "sync_status", &[json!("synced")]).await;
    server.admin.post(&format!("{}run/", path(&task)), json!({})).await.ok();
    let order: RunTask = agent.next_order().await.read().unwrap();
    assert_eq!(code_of(&order.definition), "one", "by hand as well");
    switch(&server, "off").await;
    assert_eq!(code(&agent.keep_definitions().await), "two");
    switch(&server, "on").await;
    assert_eq!(code(&agent.keep_definitions().await), "one");

    let waiting = server.admin.get(&format!("/scripts/{script}/approval/")).await.ok();
    let digest = json!({ "digest": waiting["digest"] });
    server.admin.post(&format!("/scripts/{script}/approve/"), digest).await.ok();
    assert_eq!(code(&agent.keep_definitions().await), "two");
}
