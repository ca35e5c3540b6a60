//! Values of environments in tasks: for those who may change them.

use muster_protocol::{Definitions, TaskAction};
use serde_json::{Value, json};

use super::{daily_with, path, server_with_absent_agent, server_with_agent, tasks_path, until};
use crate::auth::Right;
use crate::testing::{Client, TestServer};

const LOOK: Right = Right::ListAutotasks;
const MANAGE: Right = Right::ManageAutotasks;

fn actions(script: i64, entries: &[&str]) -> Value {
    json!([{ "type": "script", "script": script, "env_vars": entries, "timeout": 5 }])
}

/// The environment of the first action.
fn environment(task: &Value) -> &Value {
    &task["actions"][0]["env_vars"]
}

/// The environment of a task as one task and in the list of all.
async fn seen(caller: &Client, task: &Value) -> [Value; 2] {
    let one = caller.get(&path(task)).await.ok();
    let all = caller.get("/tasks/").await.ok();
    let listed = all.as_array().unwrap().iter().find(|other| other["id"] == task["id"]).unwrap();
    [environment(&one).clone(), environment(listed).clone()]
}

#[tokio::test]
async fn environment_values_are_shown_to_those_who_may_change_the_task() {
    let (server, agent) = server_with_absent_agent().await;
    let script = server.add_script("look").await;
    let changes = json!({ "actions": actions(script, &["PW=hunter2"]) });
    let task = server.admin.post("/tasks/", daily_with(&agent.agent_id, changes)).await.ok();
    let (masked, values) = (json!(["PW=********"]), json!(["PW=hunter2"]));

    let reader = server.caller_with(&[LOOK]).await;
    assert_eq!(seen(&reader, &task).await, [masked.clone(), masked.clone()]);
    let listed = reader.get(&tasks_path(&agent)).await.ok();
    assert_eq!(environment(&listed[0]), &masked);
    assert_eq!(reader.get("/tasks/?search=hunter2").await.ok(), json!([]));
    let manager = server.scoped_caller(&[LOOK, MANAGE], &[1], &[]).await;
    assert_eq!(seen(&manager, &task).await, [values.clone(), values.clone()]);
    let listed = manager.get(&tasks_path(&agent)).await.ok();
    assert_eq!(environment(&listed[0]), &values);
    let log = json!(server.audit().await).to_string();
    assert!(log.contains("PW") && !log.contains("hunter2"), "{log}");
}

/// A task of a policy that is set for a client.
async fn policy_task(server: &TestServer, client: i64) -> (i64, Value) {
    let policy = server.add_policy("P").await;
    let set = json!({ "server_policy": policy });
    server.admin.put(&format!("/clients/{client}/"), set).await.ok();
    let script = server.add_script("look").await;
    let changes = json!({ "policy": policy, "actions": actions(script, &["PW=hunter2"]) });
    let mut body = daily_with("", changes);
    body["agent"] = Value::Null;
    (policy, server.admin.post("/tasks/", body).await.ok())
}

#[tokio::test]
async fn values_in_tasks_of_policies_are_for_callers_who_may_change_the_policy() {
    let server = TestServer::start().await;
    let own = server.add_site("Own", "Main").await;
    let other = server.add_site("Other", "Main").await;
    let (masked, values) = (json!(["PW=********"]), json!(["PW=hunter2"]));
    let (policy, task) = policy_task(&server, other.client).await;
    let of_policy = format!("/automation/policies/{policy}/tasks/");

    let unscoped = server.caller_with(&[LOOK, MANAGE]).await;
    assert_eq!(seen(&unscoped, &task).await, [values.clone(), values.clone()]);
    let outside = server.scoped_caller(&[LOOK, MANAGE], &[own.client], &[]).await;
    assert_eq!(seen(&outside, &task).await, [masked.clone(), masked.clone()]);
    assert_eq!(environment(&outside.get(&of_policy).await.ok()[0]), &masked);
    // Lists of all tasks do not ask about each policy.
    let inside = server.scoped_caller(&[LOOK, MANAGE], &[other.client], &[]).await;
    assert_eq!(seen(&inside, &task).await, [masked.clone(), masked.clone()], "it is everybody's");
    assert_eq!(environment(&inside.get(&of_policy).await.ok()[0]), &masked);
    let theirs = json!({ "owner_clients": [other.client] });
    server.admin.put(&format!("/automation/policies/{policy}/"), theirs).await.ok();
    assert_eq!(seen(&inside, &task).await, [values.clone(), masked]);
    assert_eq!(environment(&inside.get(&of_policy).await.ok()[0]), &values);
}

#[tokio::test]
async fn a_mask_that_is_sent_back_keeps_the_value_of_the_task_or_stands_for_that_of_its_script() {
    let (server, agent) = server_with_absent_agent().await;
    let body = json!({
        "name": "s", "shell": "shell", "script_body": "id", "env_vars": ["PW=of the script"],
    });
    let script = server.admin.post("/scripts/", body).await.ok()["id"].as_i64().unwrap();
    let other = server.add_script("other").await;
    let changes = |script, entries: &[&str]| json!({ "actions": actions(script, entries) });
    let body = daily_with(&agent.agent_id, changes(script, &["PW=********"]));
    let task = server.admin.post("/tasks/", body).await.ok();
    assert_eq!(environment(&task), &json!(["PW=********"]));

    let put = async |body: Value| server.admin.put(&path(&task), body).await;
    put(changes(script, &["PW=own"])).await.ok();
    let kept = put(changes(script, &["A=1", "PW=********"])).await.ok();
    assert_eq!(environment(&kept), &json!(["A=1", "PW=own"]));
    // Another script is not given what was meant for this one.
    let problems = put(changes(other, &["PW=********"])).await.problems();
    let sentence = "This is the mask of a value: enter the value.";
    assert_eq!(problems, json!({ "actions[0].env_vars[0]": [sentence] }));
}

#[tokio::test]
async fn a_value_of_the_script_reaches_agents_and_is_not_shown_to_those_who_make_tasks() {
    let (server, mut agent) = server_with_agent().await;
    let key = json!({ "name": "token", "value": "one" });
    let key = server.admin.post("/core/keystore/", key).await.ok()["id"].clone();
    let entries = json!(["PW=hunter2", "TOKEN={{global.token}}"]);
    let body = json!({ "name": "s", "shell": "shell", "script_body": "id", "env_vars": entries });
    let script = server.admin.post("/scripts/", body).await.ok()["id"].as_i64().unwrap();
    let planner = server.caller_with(&[LOOK, MANAGE, Right::RunScripts]).await;
    let changes = json!({ "actions": actions(script, &["PW=********", "TOKEN=********"]) });

    let body = daily_with(&agent.identity.agent_id, changes);
    let reply = planner.post("/tasks/", body).await;

    assert!(!reply.text.contains("hunter2"), "{}", reply.text);
    let task = reply.ok();
    let masked = json!(["PW=********", "TOKEN=********"]);
    assert_eq!(seen(&planner, &task).await, [masked.clone(), masked.clone()]);
    assert_eq!(sent(&agent.keep_definitions().await), ["PW=hunter2", "TOKEN=one"]);
    planner.put(&path(&task), json!({ "name": "T" })).await.ok();
    assert_eq!(sent(&agent.keep_definitions().await), ["PW=hunter2", "TOKEN=one"]);

    // It follows the key store and the script.
    server.admin.put(&format!("/core/keystore/{key}/"), json!({ "value": "two" })).await.ok();
    assert_eq!(sent(&agent.keep_definitions().await), ["PW=hunter2", "TOKEN=two"]);
    let script = format!("/scripts/{script}/");
    let entries = json!(["PW=hunter3", "TOKEN=three"]);
    server.admin.put(&script, json!({ "env_vars": entries })).await.ok();
    assert_eq!(sent(&agent.keep_definitions().await), ["PW=hunter3", "TOKEN=three"]);
    server.admin.put(&script, json!({ "env_vars": ["PW=hunter3"] })).await.ok();
    let problem = json!("the script s has no value of TOKEN any more");
    until(&server, &agent.identity, "problem", &[problem]).await;
}

/// The environment of the first task in a document.
fn sent(document: &Definitions) -> Vec<String> {
    let TaskAction::Script(script) = &document.tasks[0].actions[0] else { panic!("a script") };
    script.env_vars.clone()
}
