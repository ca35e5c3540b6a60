//! Programs that get no terminal, or lose it.

use muster_protocol::question_name;

use super::programs::{UUID, path, start};
use super::*;
use crate::testing::Helper;

/// The code and the number of a socket that is closed after its start.
async fn closed_after_start(server: &TestServer, path: &str) -> (String, u16) {
    let (mut socket, _) = server.open(&server.admin, path).await;
    socket.send(start()).await;
    let (last, number) = socket.end().await;
    (last["code"].as_str().unwrap_or_default().to_owned(), number)
}

#[tokio::test]
async fn the_socket_ends_when_right_scope_agent_or_name_is_wrong() {
    let (server, agent) = server_with_agent().await;
    let elsewhere = server.add_site("Other", "Main").await;
    let callers = [
        (server.caller_without(Right::UseTerminal).await, path(&agent), 4403),
        (server.scoped_caller(Right::ALL, &[elsewhere.client], &[]).await, path(&agent), 4404),
        (server.admin.clone(), format!("/ws/agent/nobody/terminal/{UUID}/"), 4404),
        (server.admin.clone(), path(&agent).replace(UUID, "mine"), 4400),
    ];
    for (caller, path, number) in callers {
        let ticket = caller.post("/ws/ticket/", json!({})).await.ok();
        let path = format!("{path}?ticket={}", ticket["ticket"].as_str().unwrap());
        let mut socket = server.dial(&path, &[]).await.unwrap();
        assert_eq!(socket.end().await.1, number, "{path}");
    }
}

#[tokio::test]
async fn who_is_not_logged_in_or_on_another_page_gets_no_terminal() {
    let (server, agent) = server_with_agent().await;
    let mut socket = server.dial(&path(&agent), &[]).await.unwrap();
    socket.send(start()).await;
    assert_eq!(socket.end().await.1, 4401);
    let page = [("origin", "https://evil.example.com")];
    assert_eq!(server.dial(&path(&agent), &page).await.err(), Some(403));
}

#[tokio::test]
async fn frozen_outdated_and_offline_agents_get_no_terminal() {
    let (server, agent) = server_with_agent().await;
    server.admin.post("/core/freeze/", json!({})).await.ok();
    assert_eq!(closed_after_start(&server, &path(&agent)).await, closed("frozen", 4409));

    let (server, agent) = server_with_agent().await;
    let mut identity = agent.identity.clone();
    drop(agent);
    identity.capabilities.retain(|name| name != question_name::OPEN_REMOTE);
    let agent = server.connect(&identity).await;
    assert_eq!(closed_after_start(&server, &path(&agent)).await, closed("agent_outdated", 4400));

    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let away = server.enrol(location, "pc-2").await.agent_id;
    let path = format!("/ws/agent/{away}/terminal/{UUID}/");
    assert_eq!(closed_after_start(&server, &path).await, closed("agent_offline", 4409));
}

#[tokio::test]
async fn a_policy_that_wants_it_unread_forbids_it_and_ends_what_is_read() {
    let (server, mut agent) = server_with_agent().await;
    let (mut socket, _) = server.open(&server.admin, &path(&agent)).await;
    socket.send(start()).await;
    let mut helper = Helper::of(&server, &mut agent).await;
    helper.begin(false).await;
    assert_eq!(socket.receive().await["code"], "started");
    let body = terminal(&agent);
    let (unread, _) = open(&server.admin, &mut agent, body).await;

    let rules = json!({ "terminal": { "end_to_end_only": true } });
    let policy = json!({ "server": rules, "workstation": rules });
    server.admin.put("/remote/v1/policy/", policy).await.ok();
    assert_eq!(socket.end().await.1, 4403);
    assert_eq!(closed_after_start(&server, &path(&agent)).await, closed("forbidden", 4403));
    assert_eq!(read(&server, &unread).await["ended"], Value::Null, "the server cannot read it");
}

#[tokio::test]
async fn frames_that_are_wrong_are_refused_and_the_socket_stays() {
    let (server, agent) = server_with_agent().await;
    let (mut socket, _) = server.open(&server.admin, &path(&agent)).await;
    for shell in ["no such shell", "/bin/'sh'", "/bin/sh;id", "/bin/$SHELL", "bash -c id"] {
        socket.send(json!({ "action": "start", "shell": shell, "rows": 1, "cols": 1 })).await;
        let refused = socket.receive().await;
        assert_eq!(
            (&refused["action"], &refused["code"]),
            (&json!("terminal_error"), &json!("invalid_shell")),
            "{shell}"
        );
    }
    for (frame, code) in [
        (json!({ "action": "start", "rows": 0 }), "invalid"),
        (json!({ "action": "resize", "rows": 5 }), "invalid"),
        (json!({ "action": "input" }), "invalid"),
        (json!({ "action": "dance" }), "invalid"),
        (json!({ "action": "input", "data": "ls" }), "not_started"),
        (json!({ "action": "kill" }), "not_started"),
    ] {
        socket.send(frame.clone()).await;
        assert_eq!(socket.receive().await["code"], code, "{frame}");
    }
    assert_eq!(server.admin.get(SESSIONS).await.ok(), json!([]), "nothing was opened");
}

#[tokio::test]
async fn a_terminal_is_found_again_by_the_credential_that_opened_it_alone() {
    let (server, mut agent) = server_with_agent().await;
    let (mut socket, _) = server.open(&server.admin, &path(&agent)).await;
    socket.send(start()).await;
    let mut first = Helper::of(&server, &mut agent).await;
    first.begin(false).await;
    let other = caller(&server, &[Right::UseTerminal]).await;
    let (mut stranger, _) = server.open(&other, &path(&agent)).await;
    stranger.send(start()).await;
    let second = Helper::of(&server, &mut agent).await;
    assert_ne!(first.grant.session, second.grant.session);
}
