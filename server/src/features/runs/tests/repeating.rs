//! `POST /runs/<id>/again/`.

use muster_protocol::{RunCommand, RunScript};
use serde_json::{Value, json};

use super::{change, run_script_path, server_with_absent_agent, server_with_agent, until_all};
use crate::auth::Right;
use crate::testing::{FakeAgent, TestServer};

/// Has an agent run what the call starts, and returns the run's key.
async fn run(server: &TestServer, agent: &mut FakeAgent, path: &str, body: Value) -> String {
    let (reply, ()) = tokio::join!(server.admin.post(path, body), async {
        let order = agent.next_order().await;
        agent.finish(&order.run_id, "", "", 0).await;
    });
    reply.header("x-run-id").to_owned()
}

#[tokio::test]
async fn a_command_runs_again_as_the_same_user_in_the_same_shell() {
    let (server, mut agent) = server_with_agent().await;
    let path = format!("/agents/{}/cmd/", agent.identity.agent_id);
    let body = json!({ "shell": "sh", "cmd": "id", "timeout": 60, "run_as_user": true });
    let first = run(&server, &mut agent, &path, body.clone()).await;
    assert_eq!(server.admin.get(&format!("/runs/{first}/")).await.ok()["request"], body);

    let reply = server.admin.post(&format!("/runs/{first}/again/"), Value::Null).await;

    assert_eq!(reply.header("x-run-id"), "2");
    assert_eq!(reply.ok(), "the command was started on pc-1");
    let order: RunCommand = agent.next_order().await.read().unwrap();
    assert_eq!((order.shell.as_str(), order.command.as_str()), ("sh", "id"));
    assert_eq!((order.timeout_seconds, order.run_as_user), (60, true));
    let line = "admin execute_command agent admin ran a sh command on pc-1: id";
    assert_eq!(server.audit_lines().await.last().unwrap(), line);
}

#[tokio::test]
async fn a_script_runs_again_as_it_is_now_with_the_arguments_it_had() {
    let (server, mut agent) = server_with_agent().await;
    let script = server.add_script("tidy").await;
    let body = json!({ "script": script, "args": ["{{agent.hostname}}", "-x"], "timeout": 60,
                       "env_vars": ["PASSWORD=secret"], "output": "wait" });
    let path = run_script_path(&agent.identity);
    let first = run(&server, &mut agent, &path, body).await;
    let request = server.admin.get(&format!("/runs/{first}/")).await.ok()["request"].clone();
    assert_eq!(request["args"], json!(["{{agent.hostname}}", "-x"]));
    assert_eq!(request["env_vars"], json!(["PASSWORD=********"]));
    change(&server, "update agents set hostname = 'pc-9'").await;

    let reply = server.admin.post(&format!("/runs/{first}/again/"), Value::Null).await;

    assert_eq!(reply.ok(), "the script tidy was started on pc-9");
    let order: RunScript = agent.next_order().await.read().unwrap();
    assert_eq!(order.args, ["pc-9", "-x"]);
    assert_eq!((order.env_vars, order.timeout_seconds), (vec!["PASSWORD=secret".to_owned()], 60));
}

#[tokio::test]
async fn a_run_of_a_bulk_action_runs_again_on_its_own() {
    let (server, mut agent) = server_with_agent().await;
    let script = server.add_script("tidy").await;
    let body = json!({ "mode": "script", "target": "all", "script": script, "args": ["-y"],
                       "save_to_agent_note": true });
    server.admin.post("/agents/actions/bulk/", body).await.ok();
    let order = agent.next_order().await;
    agent.finish(&order.run_id, "", "", 1).await;
    until_all(&server, "failed").await;
    let expected = json!({ "script": script, "args": ["-y"], "output": "note" });
    assert_eq!(server.admin.get("/runs/1/").await.ok()["request"], expected);

    server.admin.post("/runs/1/again/", Value::Null).await.ok();

    let order: RunScript = agent.next_order().await.read().unwrap();
    assert_eq!(order.args, ["-y"]);
    let again = server.admin.get("/runs/2/").await.ok();
    assert_eq!((&again["bulk"], &again["save_to_agent_note"]), (&Value::Null, &json!(true)));
}

#[tokio::test]
async fn runs_that_cannot_be_repeated_are_refused_with_a_reason() {
    let (server, mut agent) = server_with_agent().await;
    let path = format!("/agents/{}/cmd/", agent.identity.agent_id);
    let body = json!({ "shell": "sh", "cmd": "id", "timeout": 60 });
    let id = run(&server, &mut agent, &path, body).await;
    let path = format!("/runs/{id}/again/");

    let reader = server.caller_with(&[Right::ListAgentHistory]).await;
    reader.post(&path, Value::Null).await.refused(403, "forbidden");
    let sender = server.caller_with(&[Right::SendCmd]).await;
    sender.post(&path, Value::Null).await.refused(403, "forbidden");
    server.admin.post("/runs/99/again/", Value::Null).await.refused(404, "not_found");

    change(&server, "update runs set sealed_request = null").await;
    assert_eq!(server.admin.get(&format!("/runs/{id}/")).await.ok()["request"], Value::Null);
    let refusal = server.admin.post(&path, Value::Null).await.refused(409, "conflict");
    assert_eq!(refusal["detail"], "How it was started is no longer known: start a new run.");
    change(&server, "update runs set type = 'power'").await;
    let refusal = server.admin.post(&path, Value::Null).await.refused(409, "conflict");
    assert_eq!(refusal["detail"], "Only commands and scripts can be run again.");
}

#[tokio::test]
async fn a_command_waits_for_an_offline_agent_when_requested() {
    let (server, identity) = server_with_absent_agent().await;
    let path = format!("/agents/{}/cmd/", identity.agent_id);
    let body = json!({ "shell": "sh", "cmd": "id", "timeout": 5 });
    server.admin.post(&path, body.clone()).await.refused(409, "agent_offline");
    change(&server, "delete from runs").await;
    let mut queued = body;
    queued["queue"] = json!(true);
    queued["queue_hours"] = json!(0);
    let problems = server.admin.post(&path, queued.clone()).await.problems();
    assert_eq!(problems, json!({ "queue_hours": ["Must be 1 to 720."] }));
    queued["queue_hours"] = json!(2);

    let reply = server.admin.post(&path, queued.clone()).await;

    let id = reply.header("x-run-id").to_owned();
    assert_eq!(reply.ok(), "pc-1 is offline: the command will run there when it is back.");
    let waits = server.admin.get("/logs/pendingactions/").await.ok();
    assert_eq!(waits[0]["description"], "run the command id");
    let mut agent = server.connect(&identity).await;
    let order = agent.next_order().await;
    assert_eq!(order.read::<RunCommand>().unwrap().command, "id");
    agent.finish(&order.run_id, "uid=0\n", "", 0).await;
    until_all(&server, "passed").await;
    let run = server.admin.get(&format!("/runs/{id}/")).await;
    assert_eq!(run.ok()["results"], "uid=0\n");

    // A connected agent runs it at once.
    let reply = server.admin.post(&format!("{path}?detail=true"), queued).await;
    assert_eq!(reply.ok()["retcode"], Value::Null);
    agent.next_order().await;
}
