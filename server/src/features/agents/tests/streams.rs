//! Commands over a WebSocket.

use muster_protocol::{End, FromAgent, RunCommand, Stream, order_name};
use serde_json::{Value, json};

use crate::auth::Right;
use crate::testing::{FakeAgent, TestServer, TestSocket, outcome};

async fn server_with_agent() -> (TestServer, FakeAgent) {
    let server = TestServer::start().await;
    let location = server.add_site("acme", "Main").await;
    let agent = server.add_agent(location, "host").await;
    (server, agent)
}

async fn open(server: &TestServer, agent: &FakeAgent) -> TestSocket {
    let path = format!("/ws/agent/{}/cmd/", agent.identity.agent_id);
    server.open(&server.admin, &path).await.0
}

#[tokio::test]
async fn output_comes_while_the_command_runs_and_none_of_it_is_lost() {
    let (server, mut agent) = server_with_agent().await;
    let mut socket = open(&server, &agent).await;
    socket.send(json!({ "cmd": "make", "shell": "bash", "cmd_id": "mine", "timeout": 60 })).await;
    assert_eq!(socket.receive().await, json!({ "cmd_id": "mine" }));
    let order = agent.next_order().await;
    assert_eq!(order.name, order_name::RUN_COMMAND);
    let run_id = order.run_id;
    agent.send(FromAgent::Accepted { run_id: run_id.clone() }).await;
    let frame = |output: &str, stream: &str| json!({ "cmd_id": "mine", "output": output, "stream": stream });
    agent.print(&run_id, Stream::Stdout, 0, "one ").await;
    assert_eq!(socket.receive().await, frame("one ", "stdout"));
    agent.print(&run_id, Stream::Stderr, 0, "oh ").await;
    assert_eq!(socket.receive().await, frame("oh ", "stderr"));
    agent.print(&run_id, Stream::Stdout, 4, "two").await;
    let outcome = outcome(End::Exited { code: 7 }, 7, 3);
    agent.send(FromAgent::Finished { run_id, outcome }).await;
    assert_eq!(socket.receive().await, frame("two", "stdout"));
    let done = json!({ "cmd_id": "mine", "done": true, "exit_code": 7, "run": 1 });
    assert_eq!(socket.receive().await, done);
    let lines = server.audit_lines().await;
    let expected = "admin execute_command agent admin ran a bash command on host: make";
    assert_eq!(lines.iter().filter(|line| *line == expected).count(), 1, "{lines:?}");
    assert_eq!(server.admin.get("/runs/1/").await.ok()["status"], "failed");
}

#[tokio::test]
async fn with_detail_the_run_is_sent_before_any_output() {
    let (server, mut agent) = server_with_agent().await;
    let mut socket = open(&server, &agent).await;
    socket.send(json!({ "cmd": "sleep", "shell": "bash", "cmd_id": "mine", "detail": true })).await;
    assert_eq!(socket.receive().await, json!({ "cmd_id": "mine" }));
    assert_eq!(socket.receive().await, json!({ "cmd_id": "mine", "run": 1 }));
    let order = agent.next_order().await;
    agent.finish(&order.run_id, "", "", 0).await;
    let done = json!({ "cmd_id": "mine", "done": true, "exit_code": 0, "run": 1 });
    assert_eq!(socket.receive().await, done);
}

#[tokio::test]
async fn several_commands_run_at_once_and_shell_and_limit_have_defaults() {
    let (server, mut agent) = server_with_agent().await;
    let mut socket = open(&server, &agent).await;
    let mut ids = Vec::new();
    for cmd in ["first", "second"] {
        socket.send(json!({ "cmd": cmd })).await;
        ids.push(socket.receive().await["cmd_id"].as_str().unwrap().to_owned());
    }
    let (first, second) = (agent.next_order().await, agent.next_order().await);
    let sent: RunCommand = first.read().unwrap();
    assert_eq!((sent.shell.as_str(), sent.timeout_seconds), ("cmd", 30));
    agent.finish(&second.run_id, "b", "", 0).await;
    agent.finish(&first.run_id, "a", "", 0).await;
    let mut received = Vec::new();
    for _ in 0..4 {
        received.push(socket.receive().await);
    }
    // Each in its order, independently of the others.
    for (id, output, run) in [(&ids[0], "a", 1), (&ids[1], "b", 2)] {
        let of_command: Vec<&Value> =
            received.iter().filter(|frame| frame["cmd_id"] == **id).collect();
        let printed = json!({ "cmd_id": id, "output": output, "stream": "stdout" });
        let done = json!({ "cmd_id": id, "done": true, "exit_code": 0, "run": run });
        assert_eq!(of_command, [&printed, &done]);
    }
}

#[tokio::test]
async fn a_wrong_command_is_refused_and_the_socket_stays() {
    let (server, agent) = server_with_agent().await;
    let mut socket = open(&server, &agent).await;
    socket.send(json!({ "cmd": "", "timeout": 0, "cmd_id": "x" })).await;
    let refusal = socket.receive().await;
    assert_eq!((&refusal["cmd_id"], &refusal["status"]), (&json!("x"), &json!(400)));
    let fields: Vec<&String> = refusal["errors"].as_object().unwrap().keys().collect();
    assert_eq!(fields, ["cmd", "timeout"]);
    socket.send(json!({ "cmd": "id", "cmd_id": "x".repeat(101) })).await;
    assert_eq!(socket.receive().await["errors"]["cmd_id"], json!(["Must have at most 100 bytes."]));
    for _ in 0..10 {
        socket.send(json!({ "cmd": "sleep" })).await;
        assert_eq!(socket.receive().await["error"], Value::Null);
    }
    socket.send(json!({ "cmd": "one too many" })).await;
    assert!(socket.receive().await["errors"]["cmd"][0].as_str().unwrap().contains("10 commands"));
}

#[tokio::test]
async fn the_socket_ends_when_agent_right_or_scope_is_missing() {
    let (server, agent) = server_with_agent().await;
    let path = format!("/ws/agent/{}/cmd/", agent.identity.agent_id);
    let elsewhere = server.add_site("other", "Main").await;
    let callers = [
        (server.caller_without(Right::SendCmd).await, path.clone(), 4403),
        (server.scoped_caller(Right::ALL, &[elsewhere.client], &[]).await, path.clone(), 4404),
        (server.admin.clone(), "/ws/agent/nobody/cmd/".to_owned(), 4404),
    ];
    for (caller, path, code) in callers {
        let ticket = caller.post("/ws/ticket/", json!({})).await.ok();
        let path = format!("{path}?ticket={}", ticket["ticket"].as_str().unwrap());
        assert_eq!(server.dial(&path, &[]).await.unwrap().end().await.1, code);
    }
    let caller = server.caller_with(&[Right::SendCmd]).await;
    let (mut socket, _) = server.open(&caller, &path).await;
    let role = caller.get("/accounts/me/").await.ok()["role"].clone();
    let less = json!({ "can_send_cmd": false });
    server.admin.put(&format!("/accounts/roles/{role}/"), less).await.ok();
    assert_eq!(socket.end().await.1, 4403);

    let mut socket = open(&server, &agent).await;
    let id = agent.identity.agent_id.clone();
    drop(agent);
    crate::testing::until_true("the agent is gone", async || {
        let body = json!({ "shell": "sh", "cmd": "id", "timeout": 1 });
        server.admin.post(&format!("/agents/{id}/cmd/"), body).await.status == 409
    })
    .await;
    socket.send(json!({ "cmd": "id", "cmd_id": "late" })).await;
    assert_eq!(socket.receive().await, json!({ "cmd_id": "late" }));
    let (last, code) = socket.end().await;
    assert_eq!((code, &last["code"]), (4409, &json!("agent_offline")));
}

#[tokio::test]
async fn a_command_continues_when_the_socket_is_gone() {
    let (server, mut agent) = server_with_agent().await;
    let mut socket = open(&server, &agent).await;
    socket.send(json!({ "cmd": "long" })).await;
    let order = agent.next_order().await;
    drop(socket);
    agent.finish(&order.run_id, "done", "", 0).await;
    crate::testing::until_true("the run is stored", async || {
        server.admin.get("/runs/1/").await.ok()["status"] == "passed"
    })
    .await;
    let output = server.admin.get("/runs/1/output/").await.ok();
    assert_eq!(output["stdout"], "done");
}
