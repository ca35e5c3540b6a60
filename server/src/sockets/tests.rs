//! SocketRequest and closing sockets, through the front door.

use std::time::Duration;

use serde_json::{Value, json};

use crate::auth::Right;
use crate::clock;
use crate::storage::sql;
use crate::testing::{Client, TestServer, TestSocket, as_time_passes};
use crate::time::Timestamp;

const EVENTS: &str = "/ws/events/";

async fn key(server: &TestServer, body: Value) -> (Client, Value) {
    let key = server.admin.post("/accounts/apikeys/", body).await.ok();
    (server.anonymous().with_key(key["key"].as_str().unwrap()), key)
}

async fn refused(mut line: TestSocket) -> (u16, Value, u16) {
    let (last, code) = line.end().await;
    (code, last["code"].clone(), u16::try_from(last["status"].as_u64().unwrap()).unwrap())
}

fn not_in(code: &str) -> (u16, Value, u16) {
    (4401, json!(code), 401)
}

#[tokio::test]
async fn a_ticket_opens_one_socket_once() {
    let server = TestServer::start().await;
    let ticket = server.caller_with(&[]).await.post("/ws/ticket/", json!({})).await.ok();
    let expires = Timestamp::parse(ticket["expires"].as_str().unwrap()).unwrap();
    assert!(expires.since(Timestamp::now()) <= Duration::from_secs(30));
    let path = format!("{EVENTS}?ticket={}", ticket["ticket"].as_str().unwrap());
    let mut line = server.dial(&path, &[]).await.unwrap();
    assert_eq!(line.receive().await["action"], "ready");
    let second = server.dial(&path, &[]).await.unwrap();
    assert_eq!(refused(second).await, not_in("invalid_credentials"));
}

#[tokio::test]
async fn a_ticket_is_worth_nothing_when_its_time_is_up_or_its_key_is_gone() {
    let server = TestServer::start().await;
    let (caller, key) = key(&server, json!({ "name": "short" })).await;
    let first = caller.post("/ws/ticket/", json!({})).await.ok();
    let second = caller.post("/ws/ticket/", json!({})).await.ok();
    clock::advance(Duration::from_secs(30));
    let third = caller.post("/ws/ticket/", json!({})).await.ok();
    server.admin.delete(&format!("/accounts/apikeys/{}/", key["id"])).await.ok();
    for ticket in [first, second, third] {
        let path = format!("{EVENTS}?ticket={}", ticket["ticket"].as_str().unwrap());
        let line = server.dial(&path, &[]).await.unwrap();
        assert_eq!(refused(line).await, not_in("invalid_credentials"));
    }
}

#[tokio::test]
async fn the_first_frame_or_a_header_can_bring_the_credential() {
    clock::stop(); // No socket is closed for being slow.
    let server = TestServer::start().await;
    let (_, key) = key(&server, json!({ "name": "program" })).await;
    let key = key["key"].as_str().unwrap();
    let mut line = server.dial(EVENTS, &[("x-api-key", key)]).await.unwrap();
    assert_eq!(line.receive().await["action"], "ready");
    let mut line = server.dial(EVENTS, &[]).await.unwrap();
    line.send(json!({ "action": "auth", "api_key": key })).await;
    assert_eq!(line.receive().await["action"], "ready");
}

#[tokio::test]
async fn unauthenticated_peers_are_closed() {
    clock::stop(); // No socket but the silent one is closed for being slow.
    let server = TestServer::start().await;
    let first_frames = [
        (json!({ "action": "auth", "token": "no such token" }), "invalid_credentials"),
        (json!({ "action": "auth", "api_key": "no such key" }), "invalid_credentials"),
        (json!({ "action": "auth" }), "not_authenticated"),
        (json!({ "action": "subscribe", "topics": ["agents"] }), "not_authenticated"),
        (json!("hello"), "not_authenticated"),
    ];
    for (frame, code) in first_frames {
        let mut line = server.dial(EVENTS, &[]).await.unwrap();
        line.send(frame).await;
        assert_eq!(refused(line).await, not_in(code));
    }
    // A silent peer is not an answer either, and is closed after five seconds
    // at most.
    let silent = refused(server.dial(EVENTS, &[]).await.unwrap());
    let closed = as_time_passes(Duration::from_secs(5), silent).await;
    assert_eq!(closed, not_in("not_authenticated"));
    let reply = server.admin.get(EVENTS).await;
    reply.refused(400, "invalid");
}

#[tokio::test]
async fn only_pages_of_an_allowed_origin_may_open_a_socket() {
    let server = TestServer::start_with(|settings| {
        settings.web_origins = vec!["https://panel.example.com".to_owned()];
        settings.public_url = Some("https://rmm.example.com/base".to_owned());
    })
    .await;
    let own = server.url.clone();
    for origin in [own.as_str(), "https://panel.example.com", "https://RMM.example.com"] {
        assert!(server.dial(EVENTS, &[("origin", origin)]).await.is_ok(), "{origin}");
    }
    for origin in ["https://evil.example.com", "https://rmm.example.com.evil.com", "null", ""] {
        assert_eq!(server.dial(EVENTS, &[("origin", origin)]).await.err(), Some(403), "{origin}");
    }
}

#[tokio::test]
async fn a_socket_ends_at_once_with_the_credential_it_came_with() {
    let server = TestServer::start().await;
    let (caller, key) = key(&server, json!({ "name": "leaving" })).await;
    let (mut line, _) = server.open(&caller, EVENTS).await;
    server.admin.delete(&format!("/accounts/apikeys/{}/", key["id"])).await.ok();
    let (last, code) = line.end().await;
    assert_eq!((code, &last["code"]), (4401, &json!("invalid_credentials")), "{last}");
}

#[tokio::test]
async fn an_invalid_frame_is_answered_with_its_problem() {
    let server = TestServer::start().await;
    let somebody = server.caller_with(&[Right::ListAgents]).await;
    let frames = ["{", "[]", r#"{"action":"dance","topics":[]}"#, r#"{"action":"subscribe"}"#];
    for frame in frames {
        let (mut line, _) = server.open(&somebody, EVENTS).await;
        line.send_text(frame).await;
        let (last, code) = line.end().await;
        assert_eq!((code, &last["code"]), (4400, &json!("invalid")), "{frame}: {last}");
    }
}

#[tokio::test]
async fn a_server_that_stops_notifies_its_peers() {
    let server = TestServer::start().await;
    let (mut line, _) = server.open(&server.admin, EVENTS).await;
    let stopping = tokio::spawn(server.stop());
    assert_eq!(line.end().await, (Value::Null, 1001));
    stopping.await.unwrap();
}

/// A session of the administrator.
async fn session(server: &TestServer) -> String {
    let (token, now) = (crate::auth::Token::random(), Timestamp::now());
    let write = server.app.db.begin().await.unwrap();
    let text = "insert into sessions (digest, token_hash, user_id, kind, created, expiry,
                        latest_expiry, last_used)
                select $1, $2, id, 'session', $3, $4, $4, $3 from users where username = 'admin'";
    let values = [
        crate::auth::random_letters(16).into(),
        token.hash.clone().into(),
        now.into(),
        now.plus(Duration::from_secs(600)).into(),
    ];
    sql::execute(&write, text, values).await.unwrap();
    write.commit().await.unwrap();
    token.text.reveal().to_owned()
}

#[tokio::test]
async fn a_token_in_the_address_opens_one_socket_where_the_setting_allows_it() {
    let allowed = TestServer::start_with(|settings| settings.web_socket_url_tokens = true).await;
    let token = session(&allowed).await;
    let mut line = allowed.dial(&format!("/ws/dashinfo/?access_token={token}"), &[]).await.unwrap();
    assert_eq!(line.receive().await["action"], "ready");
    let wrong = allowed.dial("/ws/dashinfo/?access_token=other", &[]).await.unwrap();
    assert_eq!(refused(wrong).await, not_in("invalid_credentials"));
    // No other socket accepts it: such a caller counts as anonymous.
    let mut line = allowed.dial(&format!("{EVENTS}?access_token={token}"), &[]).await.unwrap();
    line.send(json!({ "action": "subscribe", "topics": ["agents"] })).await;
    assert_eq!(refused(line).await, not_in("not_authenticated"));

    let server = TestServer::start().await;
    let token = session(&server).await;
    let mut line = server.dial(&format!("/ws/dashinfo/?access_token={token}"), &[]).await.unwrap();
    line.send(json!({ "action": "hello" })).await;
    assert_eq!(refused(line).await, not_in("not_authenticated"), "off unless it is switched on");
}

/// Collects what is logged.
#[derive(Clone, Default)]
struct Lines(std::sync::Arc<std::sync::Mutex<Vec<u8>>>);

impl std::io::Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn a_token_in_the_address_is_never_logged() {
    let lines = Lines::default();
    let writer = lines.clone();
    // All our own log lines. Libraries log what they see only when asked to.
    let subscriber = tracing_subscriber::fmt()
        .with_env_filter("trace,hyper=info,tungstenite=info,tokio_tungstenite=info")
        .with_writer(move || writer.clone())
        .finish();
    // See `no_secret_is_logged_however_much_is`.
    let _other = tracing::Dispatch::new(tracing_subscriber::registry());
    let _logging = tracing::subscriber::set_default(subscriber);
    let server = TestServer::start_with(|settings| settings.web_socket_url_tokens = true).await;
    let token = session(&server).await;
    let mut line = server.dial(&format!("/ws/dashinfo/?access_token={token}"), &[]).await.unwrap();
    assert_eq!(line.receive().await["action"], "ready");
    let canary = "wrong-token-of-somebody";
    let wrong = server.dial(&format!("/ws/dashinfo/?access_token={canary}"), &[]).await.unwrap();
    refused(wrong).await;
    server.admin.get(&format!("/ws/dashinfo/?access_token={canary}")).await.refused(400, "invalid");

    let logged = String::from_utf8_lossy(&lines.0.lock().unwrap()).into_owned();
    assert!(logged.contains("/ws/dashinfo/"), "the requests are logged");
    let telling = logged.lines().filter(|line| line.contains(&token) || line.contains(canary));
    assert_eq!(telling.collect::<Vec<&str>>(), Vec::<&str>::new());
}
