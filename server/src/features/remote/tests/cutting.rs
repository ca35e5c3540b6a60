//! What ends a session, or one connection to it, at once.

use std::time::Duration;

use super::*;
use crate::testing::until_equal;

async fn end_code(server: &TestServer, opened: &Value) -> String {
    read(server, opened).await["end_code"].as_str().unwrap().to_owned()
}

/// A session of this caller with both sides connected.
async fn connected(
    server: &TestServer,
    caller: &Client,
    agent: &mut FakeAgent,
) -> (Value, TestSocket, TestSocket) {
    let body = terminal(agent);
    let (opened, asked) = open(caller, agent, body).await;
    let (viewer, helper) = pair(server, &opened, &asked).await;
    (opened, viewer, helper)
}

/// A caller with a key of their own, and the key's row.
async fn caller_with_key(server: &TestServer) -> (Client, Value) {
    let key = server.admin.post("/accounts/apikeys/", json!({ "name": "own" })).await.ok();
    (server.anonymous().with_key(key["key"].as_str().unwrap()), key)
}

#[tokio::test]
async fn ending_a_session_cuts_everybody_and_nobody_joins_it_again() {
    let (server, mut agent) = server_with_agent().await;
    let (opened, mut viewer, mut helper) = connected(&server, &server.admin, &mut agent).await;
    let (late, asked) = join(&server.admin, &mut agent, &opened["session"]).await;
    let path = format!("{SESSIONS}{}/", opened["session"].as_str().unwrap());
    let ended = format!("{path}end/");
    server.admin.post(&ended, json!({})).await.ok();

    assert_eq!(end_of(&mut viewer).await, closed("ended", 4409));
    assert_eq!(end_of(&mut helper).await, closed("ended", 4409));
    for ticket in [late["ticket"].as_str().unwrap(), &asked.ticket] {
        let mut socket = show(&server, ticket).await;
        assert_eq!(end_of(&mut socket).await, closed("invalid_credentials", 4401));
    }
    let body = json!({ "public_key": key() });
    server.admin.post(&format!("{path}viewers/"), body).await.refused(409, "conflict");
    server.admin.post(&ended, json!({})).await.refused(409, "conflict");
    assert_eq!(read(&server, &opened).await["end_reason"], "admin ended it");
}

#[tokio::test]
async fn a_revoked_key_cuts_its_connection_and_ends_its_session() {
    let (server, mut agent) = server_with_agent().await;
    let (caller, key) = caller_with_key(&server).await;
    let (opened, mut viewer, mut helper) = connected(&server, &caller, &mut agent).await;
    server.admin.delete(&format!("/accounts/apikeys/{}/", key["id"])).await.ok();
    assert_eq!(end_of(&mut viewer).await, closed("logged_out", 4401));
    assert_eq!(end_of(&mut helper).await, closed("logged_out", 4401));
    until_equal("logged_out", async || end_code(&server, &opened).await).await;
}

#[tokio::test]
async fn a_logout_ends_what_the_login_opened() {
    let (server, mut agent) = server_with_agent().await;
    let person = server.session_of("admin").await;
    let (opened, mut viewer, _helper) = connected(&server, &person, &mut agent).await;
    person.post("/logout/", json!({})).await;
    assert_eq!(end_of(&mut viewer).await, closed("logged_out", 4401));
    until_equal("logged_out", async || end_code(&server, &opened).await).await;
}

#[tokio::test]
async fn a_user_who_is_disabled_or_loses_the_right_is_cut() {
    for (change, code) in [
        (json!({ "is_active": false }), closed("logged_out", 4401)),
        (json!({ "role": null }), closed("forbidden", 4403)),
    ] {
        let (server, mut agent) = server_with_agent().await;
        let person = caller(&server, &[Right::UseTerminal]).await;
        let id = person.get("/accounts/me/").await.ok()["id"].clone();
        let (_, mut viewer, mut helper) = connected(&server, &person, &mut agent).await;
        server.admin.put(&format!("/accounts/{id}/users/"), change).await.ok();
        assert_eq!(end_of(&mut viewer).await, code);
        assert_eq!(end_of(&mut helper).await, code);
    }
}

#[tokio::test]
async fn who_only_joined_is_cut_alone() {
    let (server, mut agent) = server_with_agent().await;
    let (opened, _first, _helper) = connected(&server, &server.admin, &mut agent).await;
    let (guest, key) = caller_with_key(&server).await;
    let (joined, asked) = join(&guest, &mut agent, &opened["session"]).await;
    let (mut viewer, _second) = pair(&server, &joined, &asked).await;
    server.admin.delete(&format!("/accounts/apikeys/{}/", key["id"])).await.ok();
    assert_eq!(end_of(&mut viewer).await, closed("logged_out", 4401));
    assert_eq!(read(&server, &opened).await["status"], "open");
}

#[tokio::test]
async fn a_freeze_ends_the_sessions_of_its_agents() {
    for of_client in [false, true] {
        let server = TestServer::start().await;
        let location = server.add_site("Acme", "Main").await;
        let mut agent = server.add_agent(location, "pc-1").await;
        let (opened, mut viewer, mut helper) = connected(&server, &server.admin, &mut agent).await;
        let client = of_client.then_some(location.client);
        let body = json!({ "client": client });
        server.admin.post("/core/freeze/", body).await.ok();
        assert_eq!(end_of(&mut viewer).await, closed("frozen", 4409));
        assert_eq!(end_of(&mut helper).await, closed("frozen", 4409));
        until_equal("frozen", async || end_code(&server, &opened).await).await;
    }
}

#[tokio::test]
async fn an_agent_that_is_removed_takes_its_sessions_along() {
    let (server, mut agent) = server_with_agent().await;
    let (opened, mut viewer, _helper) = connected(&server, &server.admin, &mut agent).await;
    // As another server does it, which holds no connection of the agent.
    let write = server.app.db.begin().await.unwrap();
    let id = agent.identity.agent_id.clone();
    let text = "update agents set removed = 1 where agent_id = $1";
    sql::execute(&write, text, [id.clone().into()]).await.unwrap();
    write.commit().await.unwrap();
    let removed = crate::events::Event::agent_removed(&id.as_str().into());
    server.app.events.publish(&removed).await;
    assert_eq!(end_of(&mut viewer).await, closed("agent_removed", 4409));
    let uid = opened["session"].as_str().unwrap().to_owned();
    let code = async || {
        let text = "select end_code from remote_sessions where uid = $1";
        sql::value::<String>(server.app.db.read(), text, [uid.clone().into()]).await.unwrap()
    };
    until_equal(&Some("agent_removed".to_owned()), code).await;
}

#[tokio::test]
async fn an_agent_that_moves_out_of_scope_is_out_of_reach() {
    let (server, mut agent) = server_with_agent().await;
    let text = "select client_id from sites order by id";
    let client = sql::number(server.app.db.read(), text, []).await.unwrap();
    let other = server.add_site("Other", "Main").await;
    let person = server.scoped_caller(Right::ALL, &[client], &[]).await;
    let (_, mut viewer, _helper) = connected(&server, &person, &mut agent).await;
    let path = format!("/agents/{}/", agent.identity.agent_id);
    server.admin.put(&path, json!({ "site": other.site })).await.ok();
    assert_eq!(end_of(&mut viewer).await, closed("forbidden", 4403));
}

#[tokio::test]
async fn a_server_that_stops_tells_both_sides() {
    let (server, mut agent) = server_with_agent().await;
    let (_, mut viewer, mut helper) = connected(&server, &server.admin, &mut agent).await;
    let stopping = tokio::spawn(server.stop());
    assert_eq!(end_of(&mut viewer).await, closed("server_stopping", 4503));
    assert_eq!(end_of(&mut helper).await, closed("server_stopping", 4503));
    stopping.await.unwrap();
}

#[tokio::test]
async fn a_session_that_never_began_or_that_nobody_came_back_to_is_ended() {
    let (server, mut agent) = server_with_agent().await;
    let body = terminal(&agent);
    let (never, _) = open(&server.admin, &mut agent, body).await;
    let (left, viewer, helper) = connected(&server, &server.admin, &mut agent).await;
    drop((viewer, helper));
    let has_left = async || read(&server, &left).await["viewers"][0]["left"].is_string();
    until_equal(&true, has_left).await;
    sweep(&server).await;
    assert_eq!(read(&server, &never).await["status"], "opening", "not yet");

    let earlier = "update remote_sessions
                      set created = created - 91000000, last_seen = last_seen - 661000000";
    change(&server, earlier).await;
    sweep(&server).await;

    assert_eq!(end_code(&server, &never).await, "never_began");
    assert_eq!(end_code(&server, &left).await, "abandoned");
}

#[tokio::test]
async fn viewers_of_a_server_that_died_are_lost_and_a_session_is_never_too_long() {
    let (server, mut agent) = server_with_agent().await;
    let body = terminal(&agent);
    let (opened, _) = open(&server.admin, &mut agent, body).await;
    let text = "update remote_viewers
                   set connected = created, node = 'gone', seen = created - 181000000";
    change(&server, text).await;
    sweep(&server).await;
    assert!(read(&server, &opened).await["viewers"][0]["left"].is_string());

    change(&server, "update remote_sessions set ends_by = created - 1").await;
    sweep(&server).await;
    assert_eq!(end_code(&server, &opened).await, "too_long");
    sweep(&server).await;
    let ends = audited(&server).await.iter().filter(|row| row.contains(" ended after ")).count();
    assert_eq!(ends, 1, "a session ends once");
}

#[tokio::test]
async fn ended_sessions_are_shown_for_ninety_days() {
    let (server, mut agent) = server_with_agent().await;
    let body = terminal(&agent);
    let (opened, _) = open(&server.admin, &mut agent, body).await;
    let path = format!("{SESSIONS}{}/end/", opened["session"].as_str().unwrap());
    server.admin.post(&path, json!({})).await.ok();
    let now = crate::time::Timestamp::now();
    crate::domain::remote::prune(&server.app, now).await.unwrap();
    assert_eq!(server.admin.get(SESSIONS).await.ok().as_array().unwrap().len(), 1);
    let later = now.plus(Duration::from_secs(91 * 24 * 3600));
    crate::domain::remote::prune(&server.app, later).await.unwrap();
    assert_eq!(server.admin.get(SESSIONS).await.ok(), json!([]));
}
