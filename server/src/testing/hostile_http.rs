//! Requests that no client would send: each is answered or the connection is
//! closed, at little cost, and others are served meanwhile.

use std::time::Duration;

use serde_json::json;

use super::TestServer;
use super::raw::{Raw, status};
use super::waiting::{until_equal, until_true};
use crate::storage::sql;

/// Short enough to wait for. A busy machine may need longer to send a request:
/// who has something to say says it again.
const SOON: Duration = Duration::from_millis(700);

/// Others are served meanwhile.
async fn serves_others(server: &TestServer) {
    let request = "GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";
    until_equal(&200, async || status(&server.send_raw(request).await)).await;
}

async fn impatient_server() -> TestServer {
    TestServer::start_with(|settings| settings.request_time = SOON).await
}

/// Opens many connections that each begin in this way.
pub async fn crowd(server: &TestServer, beginning: &str, count: usize) -> Vec<Raw> {
    let mut connections = Vec::with_capacity(count);
    for _ in 0..count {
        let mut connection = server.raw().await;
        connection.send(beginning).await;
        connections.push(connection);
    }
    connections
}

#[tokio::test]
async fn connections_whose_headers_never_end_are_closed_and_block_no_one() {
    let server = impatient_server().await;
    let beginnings = ["", "P", "PRI * HTTP/2.0\r\n", "GET / HTTP/1.1\r\n", "GET /"];
    let mut waiting = Vec::new();
    for beginning in beginnings {
        waiting.extend(crowd(&server, beginning, 60).await);
    }

    serves_others(&server).await;
    for connection in &mut waiting {
        // A few more bytes are no reason to wait longer.
        connection.send("X").await;
        let answer = connection.rest().await;
        assert!(matches!(status(&answer), 0 | 400 | 408), "{answer}");
    }
    serves_others(&server).await;
}

#[tokio::test]
async fn a_body_that_never_ends_times_out_and_changes_nothing() {
    let server = impatient_server().await;
    let head = "POST /v2/checkcreds/ HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n";
    let sized = format!("{head}content-length: 100\r\n\r\n{{");
    let chunked = format!("{head}transfer-encoding: chunked\r\n\r\n1\r\n{{\r\n");
    let mut waiting = crowd(&server, &sized, 100).await;
    waiting.extend(crowd(&server, &chunked, 100).await);

    serves_others(&server).await;
    for connection in &mut waiting {
        let answer = connection.rest().await;
        assert_eq!(status(&answer), 408, "{answer}");
        assert!(answer.contains("too_slow"), "{answer}");
    }
    let rows = "select count(*) from audit_log";
    assert_eq!(sql::number(server.app.db.read(), rows, []).await.unwrap(), 0);
}

#[tokio::test]
async fn a_peer_that_takes_no_answer_is_hung_up_on() {
    let server = TestServer::start_with(|settings| {
        settings.request_time = SOON;
        settings.swagger_enabled = true;
    })
    .await;
    let mut connection = server.raw().await;
    let request = "GET /api/schema/redoc/redoc.standalone.js HTTP/1.1\r\nhost: x\r\n\r\n";
    connection.send(request.repeat(60)).await;

    until_true("the server hangs up", async || !connection.send("G").await).await;
    serves_others(&server).await;
}

#[tokio::test]
async fn headers_and_addresses_have_bounds() {
    let server = TestServer::start().await;
    let get = |path: &str, headers: &str| {
        format!("GET {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n{headers}\r\n")
    };
    let (long, longer) = ("x".repeat(70_000), "x".repeat(1024 * 1024));
    let many: String = (0..1000).map(|number| format!("x-{number}: y\r\n")).collect();
    let cases = [
        // It may hang up before all of it is sent: then there is no answer to read.
        (get("/", &format!("x-long: {longer}\r\n")), &[431, 0][..]),
        (get(&format!("/{longer}"), ""), &[414, 431, 0]),
        (get(&format!("/{long}"), ""), &[414]),
        (get("/", &many), &[431]),
        (get(&format!("/?search={}", "x".repeat(20_000)), ""), &[200]),
        (get("/", &format!("x-api-key: {}\r\n", "k".repeat(50_000))), &[200]),
        (get("/agents/", &format!("x-api-key: {}\r\n", "k".repeat(50_000))), &[401]),
    ];
    for (request, expected) in cases {
        let answer = server.send_raw(&request).await;
        let shown = &answer[..answer.len().min(300)];
        assert!(expected.contains(&status(&answer)), "{}: {shown}", &request[..60]);
    }
    server.anonymous().get("/").await.ok();
}

#[tokio::test]
async fn invalid_utf8_is_refused_everywhere() {
    let server = TestServer::start().await;
    let request = |line: &[u8], header: &[u8], body: &[u8]| {
        let length = format!("content-length: {}\r\n", body.len());
        let parts: [&[u8]; 7] = [
            line,
            b" HTTP/1.1\r\nhost: x\r\nconnection: close\r\n",
            header,
            length.as_bytes(),
            b"content-type: application/json\r\n\r\n",
            body,
            b"",
        ];
        parts.concat()
    };
    let cases: [(Vec<u8>, &[u16]); 9] = [
        (request(b"GET /agents/\xff\xfe/", b"", b""), &[400, 404, 401]),
        (request(b"GET /agents/%ff%fe/", b"", b""), &[401, 404]),
        (request(b"GET /agents/\0/", b"", b""), &[400]),
        (request(b"GET /clients/?search=\xff", b"", b""), &[400, 401]),
        (request(b"GET /agents/", b"x-api-key: \xff\xfe\r\n", b""), &[401]),
        (request(b"GET /agents/", b"authorization: Token \xff\r\n", b""), &[401]),
        (request(b"GET /agents/", b"x-api-key: a\0b\r\n", b""), &[400]),
        (request(b"POST /v2/checkcreds/", b"", b"{\"username\": \"\xff\xfe\"}"), &[400]),
        (request(b"POST /v2/checkcreds/", b"", b"\0"), &[400]),
    ];
    for (bytes, expected) in cases {
        let answer = server.send_raw(&bytes).await;
        let shown = String::from_utf8_lossy(&bytes);
        assert!(expected.contains(&status(&answer)), "{shown}\n{answer}");
    }
}

#[tokio::test]
async fn contradicting_lengths_cannot_hide_a_second_request() {
    let server = TestServer::start().await;
    let post = |headers: &str, body: &str| {
        format!(
            "POST /v2/checkcreds/ HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n\
             {headers}\r\n\r\n{body}"
        )
    };
    let hidden = "GET /setup/ HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";
    let chunked = "transfer-encoding: chunked";
    let cases = [
        post(&format!("content-length: 5\r\n{chunked}"), &format!("0\r\n\r\n{hidden}")),
        post(&format!("{chunked}\r\ncontent-length: 5"), &format!("0\r\n\r\n{hidden}")),
        post("content-length: 2\r\ncontent-length: 3", &format!("{{}}{hidden}")),
        post("content-length: 2, 3", &format!("{{}}{hidden}")),
        post("content-length: -2", hidden),
        post("content-length: +2", &format!("{{}}{hidden}")),
        post("content-length: 99999999999999999999", hidden),
        post("transfer-encoding: chunked, identity", &format!("0\r\n\r\n{hidden}")),
        post("transfer-encoding: xchunked", &format!("0\r\n\r\n{hidden}")),
        post(chunked, &format!("zz\r\n{hidden}")),
        post(chunked, &format!("ffffffffffffffffff\r\n{hidden}")),
        post("content-length : 2", &format!("{{}}{hidden}")),
    ];
    for request in cases {
        let answer = server.send_raw(&request).await;
        assert_eq!(status(&answer), 400, "{request}\n{answer}");
        assert_eq!(answer.matches("HTTP/1.1 ").count(), 1, "{request}\n{answer}");
    }
    let short = post("content-length: 100\r\nconnection: close", "{}");
    let mut connection = server.raw().await;
    connection.send(&short).await;
    drop(connection);
    server.anonymous().get("/").await.ok();
}

#[tokio::test]
async fn an_http2_connection_has_few_streams_and_small_windows() {
    let server = TestServer::start().await;
    let mut connection = server.raw().await;
    // The preface, and settings that set nothing.
    connection.send(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0").await;

    let head = connection.bytes(9).await;
    assert_eq!(head[3], 4, "settings come first");
    let length = u32::from_be_bytes([0, head[0], head[1], head[2]]);
    let settings = connection.bytes(length as usize).await;
    let setting = |number: u8| {
        let found = settings.chunks(6).find(|entry| entry[..2] == [0, number]);
        found.map(|entry| u32::from_be_bytes([entry[2], entry[3], entry[4], entry[5]]))
    };
    let (streams, window) = (setting(3), setting(4));
    assert_eq!((streams, window), (Some(100), Some(64 * 1024)));
}

#[tokio::test]
async fn compressed_bodies_are_refused_unread() {
    let server = TestServer::start().await;
    let muster_protocol::Answer::Data(bomb) = super::data(&"0".repeat(1_000_000)) else {
        panic!("it is data");
    };
    assert!(bomb.len() < 8000, "a good bomb is small: {}", bomb.len());
    for encoding in ["gzip", "deflate", "br", "zstd", "gzip, gzip", "x"] {
        let call = server.admin.call(reqwest::Method::POST, "/clients/");
        let call = call.header("content-encoding", encoding).body(bomb.clone());
        call.send().await.refused(415, "unsupported_media_type");
    }
    let call = server.admin.call(reqwest::Method::POST, "/clients/");
    let call = call.header("content-encoding", "identity").json(&json!({ "name": "Acme" }));
    call.send().await.ok();
}
