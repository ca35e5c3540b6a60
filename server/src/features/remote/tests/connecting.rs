//! Sockets at the relay: tickets, and what is passed on.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use super::*;
use crate::clock;
use crate::testing::{TEST_TIMEOUT, as_time_passes, until_equal};

type Raw = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// A socket that sends and receives bytes, with a ticket shown.
pub(super) async fn dial_raw(server: &TestServer, ticket: &str) -> Raw {
    dial_with(server, json!({ "ticket": ticket })).await
}

/// The same, with a first message of any kind.
pub(super) async fn dial_with(server: &TestServer, first: Value) -> Raw {
    let url = format!("{}{CONNECT}", server.url.replacen("http", "ws", 1));
    let (mut socket, _) = connect_async(url).await.unwrap();
    socket.send(Message::text(first.to_string())).await.unwrap();
    socket
}

pub(super) async fn next(socket: &mut Raw) -> Message {
    let next = async {
        loop {
            match socket.next().await.expect("the socket is open").expect("it works") {
                Message::Ping(_) | Message::Pong(_) => {}
                message => return message,
            }
        }
    };
    tokio::time::timeout(TEST_TIMEOUT, next).await.expect("something comes in time")
}

#[tokio::test]
async fn bytes_go_both_ways_and_are_counted() {
    let (server, mut agent) = server_with_agent().await;
    let body = terminal(&agent);
    let (opened, asked) = open(&server.admin, &mut agent, body).await;
    let mut viewer = dial_raw(&server, opened["ticket"].as_str().unwrap()).await;
    let mut helper = dial_raw(&server, &asked.ticket).await;
    let paired = Message::text(r#"{"type":"paired"}"#);
    assert_eq!([next(&mut viewer).await, next(&mut helper).await], [paired.clone(), paired]);

    // A viewer has nothing to report: the agent alone says how a session ended.
    let event = json!({ "type": "event", "event": "ended", "code": "exit", "reason": "bye" });
    viewer.send(Message::text(event.to_string())).await.unwrap();
    viewer.send(Message::binary(vec![1_u8; 5])).await.unwrap();
    assert_eq!(next(&mut helper).await, Message::binary(vec![1_u8; 5]));
    let large = vec![2_u8; 288 * 1024];
    helper.send(Message::binary(large.clone())).await.unwrap();
    assert_eq!(next(&mut viewer).await, Message::binary(large));
    assert_eq!(read(&server, &opened).await["status"], "open");

    viewer.close(None).await.unwrap();
    let bytes = async || {
        let shown = read(&server, &opened).await;
        (shown["to_agent"].as_u64().unwrap(), shown["to_viewer"].as_u64().unwrap())
    };
    until_equal(&(5_u64, 288 * 1024_u64), bytes).await;
    let rows = audited(&server).await;
    assert!(rows[1].starts_with("admin remote_session agent admin left the terminal"), "{rows:?}");
}

#[tokio::test]
async fn a_ticket_opens_one_socket_once() {
    let (server, mut agent) = server_with_agent().await;
    let body = terminal(&agent);
    let (opened, asked) = open(&server.admin, &mut agent, body).await;
    let _open = pair(&server, &opened, &asked).await;
    for ticket in [opened["ticket"].as_str().unwrap(), &asked.ticket, "no such ticket"] {
        let mut again = show(&server, ticket).await;
        assert_eq!(end_of(&mut again).await, closed("invalid_credentials", 4401));
    }
}

#[tokio::test]
async fn a_ticket_is_worth_nothing_when_its_time_is_up() {
    let (server, mut agent) = server_with_agent().await;
    let body = terminal(&agent);
    let (opened, asked) = open(&server.admin, &mut agent, body).await;
    clock::advance(Duration::from_secs(30));
    for ticket in [opened["ticket"].as_str().unwrap(), &asked.ticket] {
        let mut late = show(&server, ticket).await;
        assert_eq!(end_of(&mut late).await, closed("invalid_credentials", 4401));
    }
}

#[tokio::test]
async fn the_ticket_of_an_agent_is_worth_nothing_to_a_web_page() {
    let (server, mut agent) = server_with_agent().await;
    let body = terminal(&agent);
    let (_, asked) = open(&server.admin, &mut agent, body).await;
    let origin = server.url.clone();
    let mut page = server.dial(CONNECT, &[("origin", &origin)]).await.unwrap();
    page.send(json!({ "ticket": asked.ticket })).await;
    assert_eq!(end_of(&mut page).await, closed("invalid_credentials", 4401));
}

#[tokio::test]
async fn only_pages_of_an_allowed_origin_may_connect() {
    let server = TestServer::start().await;
    for origin in ["https://evil.example.com", "null", ""] {
        assert_eq!(server.dial(CONNECT, &[("origin", origin)]).await.err(), Some(403), "{origin}");
    }
    server.admin.get(CONNECT).await.refused(400, "invalid");
}

#[tokio::test]
async fn who_shows_no_ticket_is_closed() {
    clock::stop();
    let server = TestServer::start().await;
    for frame in ["{", "[]", "{}", r#"{"ticket":7}"#] {
        let mut socket = server.dial(CONNECT, &[]).await.unwrap();
        socket.send_text(frame).await;
        assert_eq!(end_of(&mut socket).await, closed("not_authenticated", 4401), "{frame}");
    }
    let mut silent = server.dial(CONNECT, &[]).await.unwrap();
    let ended = as_time_passes(Duration::from_secs(5), end_of(&mut silent)).await;
    assert_eq!(ended, closed("not_authenticated", 4401));
}

#[tokio::test]
async fn a_viewer_connects_again_with_a_ticket_of_its_own() {
    let (server, mut agent) = server_with_agent().await;
    let body = terminal(&agent);
    let (opened, asked) = open(&server.admin, &mut agent, body).await;
    let broken = pair(&server, &opened, &asked).await;
    drop(broken);
    let (again, asked) = join(&server.admin, &mut agent, &opened["session"]).await;
    let _open = pair(&server, &again, &asked).await;
    assert_eq!(read(&server, &opened).await["status"], "open");
}
