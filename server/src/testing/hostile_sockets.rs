//! Frames that no WebSocket client would send: the server closes the connection
//! and keeps running.

use serde_json::json;

use super::raw::Raw;
use super::{Location, TEST_TIMEOUT, TestServer, until_equal};
use crate::clock;

const PATHS: [&str; 6] = [
    "/link/connect/",
    "/ws/events/",
    "/ws/dashinfo/",
    "/ws/agent/somebody/cmd/",
    "/ws/agent/somebody/terminal/00000000-0000-4000-8000-000000000000/",
    "/remote/v1/connect/",
];
const MASK: [u8; 4] = [0; 4];

/// Opens a WebSocket without a library.
async fn open(server: &TestServer, path: &str) -> Raw {
    let mut connection = server.raw().await;
    let request = format!(
        "GET {path} HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
         sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    connection.send(request).await;
    let head = connection.head().await;
    assert!(head.starts_with("HTTP/1.1 101 "), "{path}: {head}");
    connection
}

/// The beginning of a masked frame whose content follows.
fn head(first: u8, length: u64) -> Vec<u8> {
    let mut bytes = vec![first, 0x80 | 127];
    bytes.extend(length.to_be_bytes());
    bytes.extend(MASK);
    bytes
}

/// A whole masked frame.
fn frame(first: u8, content: &[u8]) -> Vec<u8> {
    let mut bytes = head(first, content.len() as u64);
    bytes.extend(content);
    bytes
}

#[tokio::test]
async fn frames_that_are_wrong_end_a_socket_at_once() {
    clock::stop(); // No connection is closed for being slow.
    let server = TestServer::start().await;
    let cases = [
        ("a length that cannot be", head(0x82, u64::MAX)),
        ("a text of a gigabyte", head(0x81, 1 << 30)),
        ("frames of a kind that is not known", frame(0x83, b"x")),
        ("reserved bits", frame(0xf1, b"{}")),
        ("the end of what never began", frame(0x80, b"x")),
        ("a ping in pieces", frame(0x09, b"x")),
        ("a ping that is too long", frame(0x89, &[b'x'; 126])),
        ("a frame without a mask", vec![0x81, 2, b'{', b'}']),
        ("a text that is none", frame(0x81, b"\xff\xfe")),
        ("a close without a reason", frame(0x88, b"x")),
    ];
    for path in PATHS {
        for (what, bytes) in &cases {
            let mut connection = open(&server, path).await;
            connection.send(bytes).await;
            let closing = tokio::time::timeout(TEST_TIMEOUT / 2, connection.rest());
            assert!(closing.await.is_ok(), "{path}: {what}");
        }
    }
    server.anonymous().get("/").await.ok();
}

#[tokio::test]
async fn a_message_in_endless_fragments_closes_a_socket_at_the_limit() {
    let server = TestServer::start().await;
    let piece = vec![b'x'; 64 * 1024];
    for path in PATHS {
        let mut connection = open(&server, path).await;
        connection.send(frame(0x01, &piece)).await;
        let mut pieces = 1;
        while connection.send(frame(0x00, &piece)).await {
            pieces += 1;
            assert!(pieces < 1000, "{path}: it has taken {pieces} pieces");
        }
    }
    server.anonymous().get("/").await.ok();
}

#[tokio::test]
async fn a_stranger_on_a_socket_may_send_sixteen_kibibytes_and_takes_no_slot() {
    clock::stop(); // No connection is closed for being slow.
    let server = TestServer::start().await;
    let piece = vec![b'x'; 20_000];
    for path in &PATHS[1..] {
        let mut connection = open(&server, path).await;
        // A fragment: more could follow.
        connection.send(frame(0x01, &piece)).await;
        let closing = tokio::time::timeout(TEST_TIMEOUT / 2, connection.rest());
        assert!(closing.await.is_ok(), "{path}");
    }
    let free = server.app.sockets.free();
    let mut silent = Vec::new();
    for _ in 0..300 {
        silent.push(open(&server, "/ws/events/").await);
    }
    assert_eq!(server.app.sockets.free(), free);

    // With a credential it takes one, and may send more.
    let (mut line, _) = server.open(&server.admin, "/ws/events/").await;
    assert_eq!(server.app.sockets.free(), free - 1);
    line.send(json!({ "action": "x".repeat(20_000) })).await;
    let (last, code) = line.end().await;
    assert_eq!((code, &last["code"]), (4400, &json!("invalid")), "{last}");
}

#[tokio::test]
async fn few_strangers_at_once_may_send_a_large_hello() {
    clock::stop(); // No connection is closed for being slow.
    let server = TestServer::start().await;
    let free = || server.app.agent_link.gate.large_hellos.available_permits();
    let piece = vec![b'x'; 20_000];
    let mut large = Vec::new();
    for _ in 0..free() {
        let mut connection = open(&server, "/link/connect/").await;
        connection.send(frame(0x02, &piece)).await;
        large.push(connection);
    }
    until_equal(&0, async || free()).await;
    let mut beyond = open(&server, "/link/connect/").await;
    beyond.send(frame(0x02, &piece)).await;
    beyond.rest().await;

    // Nor may those who have a slot send as much as they like.
    let mut pieces = 1;
    while large[0].send(frame(0x00, &piece)).await {
        pieces += 1;
        assert!(pieces < 1000, "it has taken {pieces} pieces");
    }
    until_equal(&1, async || free()).await;
    let location: Location = server.add_site("Acme", "Main").await;
    server.add_agent(location, "host").await;
}

#[tokio::test]
async fn hundreds_of_silent_sockets_stop_neither_agents_nor_people() {
    let server = TestServer::start().await;
    let location: Location = server.add_site("Acme", "Main").await;
    let mut silent = Vec::new();
    for number in 0..300 {
        silent.push(open(&server, PATHS[number % PATHS.len()]).await);
    }
    let agent = server.add_agent(location, "host").await;
    let path = format!("/agents/{}/", agent.identity.agent_id);
    assert_eq!(server.admin.get(&path).await.ok()["status"], "online");
}
