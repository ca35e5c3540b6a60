//! Terminals of programs, over a socket at which the server is the viewer.

use std::time::Duration;

use muster_remote::Frame;

use super::*;
use crate::testing::{Heard, Helper, as_time_passes, until_equal};

pub(super) const UUID: &str = "6f1c0d1e-0000-4000-8000-00000000000a";

pub(super) fn path(agent: &FakeAgent) -> String {
    format!("/ws/agent/{}/terminal/{UUID}/", agent.identity.agent_id)
}

pub(super) fn start() -> Value {
    json!({ "action": "start", "rows": 30, "cols": 100 })
}

/// The agent's helper comes, and its shell waits for what is typed.
async fn come(server: &TestServer, agent: &mut FakeAgent, socket: &mut TestSocket) -> Helper {
    let mut helper = Helper::of(server, agent).await;
    helper.begin(false).await;
    let screen = json!({ "type": "snapshot", "offset": 0, "rows": 30, "cols": 100, "text": "" });
    helper.say(1, screen).await;
    helper.send(1, Frame::Credit { received: 0, limit: 1000 }).await;
    assert_eq!(socket.receive().await["code"], "started");
    helper
}

/// A program with a terminal.
async fn running(server: &TestServer, agent: &mut FakeAgent) -> (TestSocket, Helper) {
    let (mut socket, _) = server.open(&server.admin, &path(agent)).await;
    socket.send(start()).await;
    let helper = come(server, agent, &mut socket).await;
    (socket, helper)
}

/// Everything that was typed, once there is so much.
async fn typed(helper: &mut Helper, count: usize) -> String {
    let mut typed = Vec::new();
    while typed.len() < count {
        if let Heard::Data(1, _, bytes) = helper.hear().await.expect("the viewer is there") {
            typed.extend(bytes);
        }
    }
    String::from_utf8(typed).unwrap()
}

fn output(number: u64, text: &str) -> Value {
    json!({ "action": "terminal.output", "data": {
        "output": text, "session_id": UUID, "exit_code": null, "done": false,
        "messageId": number,
    }})
}

fn done(number: u64, code: Value) -> Value {
    json!({ "action": "terminal.output", "data": {
        "output": "", "session_id": UUID, "exit_code": code, "done": true, "messageId": number,
    }})
}

async fn newest(server: &TestServer) -> Value {
    server.admin.get(SESSIONS).await.ok()[0].clone()
}

async fn end_code(server: &TestServer) -> String {
    newest(server).await["end_code"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_program_types_reads_the_output_and_gets_the_code() {
    let (server, mut agent) = server_with_agent().await;
    let (mut socket, mut helper) = running(&server, &mut agent).await;
    let terminal = helper.grant.terminal.clone().unwrap();
    assert_eq!((terminal.shell.as_str(), terminal.rows, terminal.cols), ("bash", 30, 100));

    socket.send(json!({ "action": "input", "data": "ls\n" })).await;
    assert_eq!(typed(&mut helper, 3).await, "ls\n");
    helper.send(1, Frame::Data { offset: 0, bytes: b"a \xc3" }).await;
    assert_eq!(socket.receive().await, output(1, "a "));
    helper.send(1, Frame::Data { offset: 3, bytes: b"\xa9" }).await;
    assert_eq!(socket.receive().await, output(2, "é"));
    socket.send(json!({ "action": "resize", "rows": 50, "cols": 200 })).await;
    assert_eq!(helper.wait_for("resize").await, 1);

    helper.say(1, json!({ "type": "exit", "code": 3 })).await;
    assert_eq!(socket.receive().await, done(3, json!(3)));
    assert_eq!(socket.receive().await["code"], "closed");
    until_equal("exited", async || end_code(&server).await).await;
    let rows = audited(&server).await;
    let opened = "admin opened a terminal session on pc-1 that this server reads";
    assert!(rows[0].ends_with(opened), "{rows:?}");
    assert!(rows.iter().any(|row| row.contains("the shell has ended with code 3")), "{rows:?}");
}

#[tokio::test]
async fn a_program_that_comes_back_in_time_misses_nothing() {
    let (server, mut agent) = server_with_agent().await;
    let (mut socket, mut helper) = running(&server, &mut agent).await;
    for (offset, bytes) in [(0, b"one"), (3, b"two")] {
        helper.send(1, Frame::Data { offset, bytes }).await;
        socket.receive().await;
    }
    drop(socket);
    helper.send(1, Frame::Data { offset: 6, bytes: b"three" }).await;

    let (mut socket, _) = server.open(&server.admin, &path(&agent)).await;
    socket.send(json!({ "action": "start", "rows": 30, "cols": 100, "after": 1 })).await;
    let mut texts = String::new();
    while texts != "twothree" {
        let frame = socket.receive().await;
        match frame["action"].as_str() {
            Some("terminal_info") => assert_eq!(frame["code"], "resumed"),
            _ => texts.push_str(frame["data"]["output"].as_str().unwrap()),
        }
        assert!("twothree".starts_with(&texts), "{texts}");
    }
    socket.send(json!({ "action": "input", "data": "x" })).await;
    assert_eq!(typed(&mut helper, 1).await, "x");
    assert_eq!(server.admin.get(SESSIONS).await.ok().as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_terminal_that_nobody_comes_back_to_ends_after_a_minute() {
    let (server, mut agent) = server_with_agent().await;
    let (socket, _helper) = running(&server, &mut agent).await;
    drop(socket);
    let ended = until_equal("abandoned", async || end_code(&server).await);
    as_time_passes(Duration::from_secs(60), ended).await;
}

#[tokio::test]
async fn a_terminal_that_is_killed_ends_on_the_computer() {
    let (server, mut agent) = server_with_agent().await;
    let (mut socket, mut helper) = running(&server, &mut agent).await;
    socket.send(json!({ "action": "kill" })).await;
    assert_eq!(socket.receive().await, done(1, Value::Null));
    while helper.hear().await.is_some() {}
    assert_eq!(end_code(&server).await, "ended");
    assert_eq!(socket.receive().await["code"], "closed");

    // The same socket may begin another one.
    socket.send(start()).await;
    let _helper = come(&server, &mut agent, &mut socket).await;
}

#[tokio::test]
async fn a_connection_that_comes_back_takes_over_from_a_dead_one() {
    let (server, mut agent) = server_with_agent().await;
    let (mut dead, _helper) = running(&server, &mut agent).await;
    let (mut socket, _) = server.open(&server.admin, &path(&agent)).await;
    socket.send(start()).await;
    assert_eq!(socket.receive().await["code"], "resumed");
    let (last, number) = dead.end().await;
    assert_eq!((&last["code"], number), (&json!("conflict"), 4409));
}

#[tokio::test]
async fn what_the_agent_refuses_is_said_and_the_socket_stays() {
    let (server, mut agent) = server_with_agent().await;
    let (mut socket, _) = server.open(&server.admin, &path(&agent)).await;
    socket.send(start()).await;
    let mut helper = Helper::of(&server, &mut agent).await;
    let refused = json!({ "type": "refused", "code": "no_shell", "reason": "No such shell." });
    helper.hear().await;
    helper.say(0, refused).await;
    let expected = json!({
        "action": "terminal_error", "error": "No such shell.", "code": "terminal_start_failed",
    });
    assert_eq!(socket.receive().await, expected);
    assert_eq!(socket.receive().await["code"], "closed");
    until_equal("refused", async || end_code(&server).await).await;
}
