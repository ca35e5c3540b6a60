//! Who is refused a session, and what becomes of one that the agent refuses.

use muster_protocol::{Answer, OpenedRemote, question_name};
use muster_remote::Grant;

use super::*;

#[tokio::test]
async fn each_kind_takes_its_own_right() {
    let (server, mut agent) = server_with_agent().await;
    let typist = caller(&server, &[Right::UseTerminal]).await;
    let viewer = caller(&server, &[Right::UseRemote]).await;
    let id = agent.identity.agent_id.clone();
    for kind in ["files", "screen"] {
        let body = json!({ "agent_id": id, "kind": kind, "public_key": key() });
        typist.post(SESSIONS, body.clone()).await.refused(403, "forbidden");
        open(&viewer, &mut agent, body).await;
    }
    viewer.post(SESSIONS, terminal(&agent)).await.refused(403, "forbidden");
    let body = terminal(&agent);
    let (opened, _) = open(&typist, &mut agent, body).await;
    let session = format!("{SESSIONS}{}/", opened["session"].as_str().unwrap());
    let join = json!({ "public_key": key() });
    viewer.post(&format!("{session}viewers/"), join).await.refused(403, "forbidden");
    viewer.post(&format!("{session}end/"), json!({})).await.refused(403, "forbidden");
}

#[tokio::test]
async fn a_tunnel_to_another_address_takes_one_more_right() {
    let (server, mut agent) = server_with_agent().await;
    let near = caller(&server, &[Right::UseRemote]).await;
    let far = caller(&server, &[Right::UseRemote, Right::UseLanTunnels]).await;
    let away = tunnel(&agent, "10.0.0.1");
    near.post(SESSIONS, away.clone()).await.refused(403, "forbidden");
    let own = tunnel(&agent, "localhost");
    open(&near, &mut agent, own).await;
    open(&far, &mut agent, away).await;
    let metadata = far.post(SESSIONS, tunnel(&agent, "169.254.169.254")).await.problems();
    assert!(metadata["host"].is_array(), "{metadata}");
    let mut nowhere = tunnel(&agent, "10.0.0.1");
    nowhere["port"] = json!(0);
    assert!(far.post(SESSIONS, nowhere).await.problems()["port"].is_array());
}

#[tokio::test]
async fn what_is_missing_or_wrong_is_said_at_once() {
    let (server, agent) = server_with_agent().await;
    let problems = server.admin.post(SESSIONS, json!({})).await.problems();
    for field in ["agent_id", "kind", "public_key"] {
        assert!(problems[field].is_array(), "{problems}");
    }
    for (field, value) in [
        ("public_key", json!("zz".repeat(32))),
        ("public_key", json!("ab".repeat(31))),
        ("kind", json!("shell")),
        ("rows", json!(0)),
        ("shell", json!("no such shell")),
    ] {
        let mut body = terminal(&agent);
        body[field] = value;
        let problems = server.admin.post(SESSIONS, body).await.problems();
        assert!(problems[field].is_array(), "{field}: {problems}");
    }
    assert_eq!(server.admin.get(SESSIONS).await.ok(), json!([]));
}

#[tokio::test]
async fn an_agent_out_of_scope_does_not_exist_and_neither_do_its_sessions() {
    let (server, mut agent) = server_with_agent().await;
    let body = terminal(&agent);
    let (opened, _) = open(&server.admin, &mut agent, body).await;
    let own = server.add_site("Other", "Main").await;
    let stranger = server.scoped_caller(Right::ALL, &[own.client], &[]).await;
    stranger.post(SESSIONS, terminal(&agent)).await.refused(404, "not_found");
    assert_eq!(stranger.get(SESSIONS).await.ok(), json!([]));
    let session = format!("{SESSIONS}{}/", opened["session"].as_str().unwrap());
    stranger.get(&session).await.refused(404, "not_found");
    stranger.post(&format!("{session}end/"), json!({})).await.refused(404, "not_found");
    let join = json!({ "public_key": key() });
    stranger.post(&format!("{session}viewers/"), join).await.refused(404, "not_found");
}

#[tokio::test]
async fn frozen_outdated_and_offline_agents_are_not_reached() {
    let (server, agent) = server_with_agent().await;
    server.admin.post("/core/freeze/", json!({})).await.ok();
    server.admin.post(SESSIONS, terminal(&agent)).await.refused(409, "frozen");

    let (server, agent) = server_with_agent().await;
    let mut identity = agent.identity.clone();
    drop(agent);
    identity.capabilities.retain(|name| name != question_name::OPEN_REMOTE);
    let agent = server.connect(&identity).await;
    server.admin.post(SESSIONS, terminal(&agent)).await.refused(400, "agent_outdated");
    assert_eq!(server.admin.get(SESSIONS).await.ok(), json!([]), "nothing was stored");

    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let away = server.enrol(location, "pc-2").await.agent_id;
    let body = json!({ "agent_id": away, "kind": "terminal", "public_key": key() });
    server.admin.post(SESSIONS, body).await.refused(409, "agent_offline");
    let listed = server.admin.get(SESSIONS).await.ok();
    assert_eq!(listed[0]["end_code"], "agent_offline");
}

#[tokio::test]
async fn what_the_agent_refuses_ends_in_its_words() {
    let (server, mut agent) = server_with_agent().await;
    let veto = "remote.toml on this computer allows no terminals";
    let answer = Answer::Failed(veto.to_owned());
    let body = terminal(&agent);
    let (reply, _) = tokio::join!(server.admin.post(SESSIONS, body), agent.answer_next(answer));
    assert_eq!(reply.refused(400, "agent_error")["detail"], veto);
    let shown = server.admin.get(SESSIONS).await.ok()[0].clone();
    assert_eq!(
        [&shown["status"], &shown["end_code"], &shown["end_reason"]],
        ["ended", "refused", veto]
    );
    let tickets = "select count(*) from remote_tickets";
    assert_eq!(sql::number(server.app.db.read(), tickets, []).await.unwrap(), 0);
    let rows = audited(&server).await;
    assert!(rows[1].ends_with(veto), "{rows:?}");
}

#[tokio::test]
async fn a_join_that_the_agent_refuses_leaves_the_session_as_it_was() {
    let (server, mut agent) = server_with_agent().await;
    let body = terminal(&agent);
    let (opened, _) = open(&server.admin, &mut agent, body).await;
    let path = format!("{SESSIONS}{}/viewers/", opened["session"].as_str().unwrap());
    let body = json!({ "public_key": key() });
    let answer = Answer::Failed("too many viewers".to_owned());
    let (reply, _) = tokio::join!(server.admin.post(&path, body), agent.answer_next(answer));
    reply.refused(400, "agent_error");
    let shown = read(&server, &opened).await;
    assert_eq!(shown["status"], "opening");
    assert!(shown["viewers"][1]["left"].is_string(), "{shown}");
}

#[tokio::test]
async fn a_session_that_has_ended_on_the_computer_is_not_begun_again() {
    let (server, mut agent) = server_with_agent().await;
    let body = terminal(&agent);
    let (opened, question) = open(&server.admin, &mut agent, body).await;
    assert!(serde_json::from_str::<Grant>(&question.grant).unwrap().begins);
    let path = format!("{SESSIONS}{}/viewers/", opened["session"].as_str().unwrap());
    let body = json!({ "public_key": key() });
    let answer = data(&OpenedRemote { is_gone: true });
    let (reply, _) = tokio::join!(server.admin.post(&path, body), agent.answer_next(answer));
    reply.refused(409, "conflict");
    let shown = read(&server, &opened).await;
    assert_eq!((&shown["status"], &shown["end_code"]), (&json!("ended"), &json!("gone")));
}

#[tokio::test]
async fn nothing_works_while_the_operator_has_switched_it_off() {
    let server = TestServer::start_with(|settings| settings.remote_enabled = false).await;
    let location = server.add_site("Acme", "Main").await;
    let agent = server.add_agent(location, "pc-1").await;
    server.admin.post(SESSIONS, terminal(&agent)).await.refused(403, "feature_disabled");
    assert_eq!(server.dial(CONNECT, &[]).await.err(), Some(403));
}

#[tokio::test]
async fn a_read_only_key_opens_nothing() {
    let (server, agent) = server_with_agent().await;
    let body = json!({ "name": "reader", "read_only": true });
    let made = server.admin.post("/accounts/apikeys/", body).await.ok();
    let reader = server.anonymous().with_key(made["key"].as_str().unwrap());
    reader.post(SESSIONS, terminal(&agent)).await.refused(403, "forbidden");
    reader.get(SESSIONS).await.refused(403, "forbidden");
}
