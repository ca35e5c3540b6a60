//! The stream over HTTP.

use reqwest::Response;
use serde_json::{Value, json};

use crate::auth::Right;
use crate::events::Event;
use crate::testing::{TEST_TIMEOUT, TestServer};

/// Reads frames of a stream of server-sent events.
struct Stream {
    response: Response,
    buffer: String,
}

impl Stream {
    async fn open(server: &TestServer, key: &str, path: &str, last: Option<&str>) -> Self {
        let client = reqwest::Client::builder().no_proxy().tls_certs_only([]).build().unwrap();
        let mut request = client
            .get(format!("{}{path}", server.url))
            .header("X-API-KEY", key)
            .header("Accept-Encoding", "gzip");
        if let Some(last) = last {
            request = request.header("Last-Event-ID", last);
        }
        let response = request.send().await.unwrap();
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        assert!(!response.headers().contains_key("content-encoding"));
        Self { response, buffer: String::new() }
    }

    /// The next event: its id and its data. None at the end.
    async fn next(&mut self) -> Option<(String, Value)> {
        loop {
            if let Some((event, rest)) = self.buffer.split_once("\n\n") {
                let field = |name: &str| {
                    let line = event.lines().find_map(|line| line.strip_prefix(name));
                    line.map(|text| text.trim().to_owned())
                };
                let (id, data) = (field("id:").unwrap_or_default(), field("data:"));
                let found = data.map(|data| (id, serde_json::from_str(&data).unwrap()));
                self.buffer = rest.to_owned();
                if found.is_some() {
                    return found;
                }
                continue;
            }
            let chunk = tokio::time::timeout(TEST_TIMEOUT, self.response.chunk()).await;
            let chunk = chunk.expect("something comes in time").unwrap()?;
            self.buffer.push_str(str::from_utf8(&chunk).unwrap());
        }
    }
}

async fn key(server: &TestServer) -> (String, i64) {
    let key = server.admin.post("/accounts/apikeys/", json!({ "name": "program" })).await.ok();
    (key["key"].as_str().unwrap().to_owned(), key["id"].as_i64().unwrap())
}

async fn publish(server: &TestServer, id: i64) {
    let event = Event::for_test("runs", "run.queued", json!({ "id": id }));
    server.app.events.publish(&event.about(1, 1)).await;
}

#[tokio::test]
async fn events_come_as_a_stream_that_can_be_resumed() {
    let server = TestServer::start().await;
    let (key, _) = key(&server).await;
    // A log that begins to follow the bus later would be a break.
    server.receive_published().await;
    let mut stream = Stream::open(&server, &key, "/events/?topics=runs,notes", None).await;
    publish(&server, 1).await;
    publish(&server, 2).await;
    let (id, frame) = stream.next().await.unwrap();
    assert_eq!(frame["seq"].to_string(), id);
    assert_eq!((&frame["type"], &frame["data"]["id"]), (&json!("run.queued"), &json!(1)));
    drop(stream);
    let mut stream = Stream::open(&server, &key, "/events/?topics=runs", Some(&id)).await;
    assert_eq!(stream.next().await.unwrap().1["data"]["id"], 2);
    let mut stream = Stream::open(&server, &key, "/events/?topics=runs", Some("5")).await;
    assert_eq!(stream.next().await.unwrap().1["type"], "resync");
    let mut stream =
        Stream::open(&server, &key, &format!("/events/?topics=runs&since={id}"), None).await;
    assert_eq!(stream.next().await.unwrap().1["data"]["id"], 2);
}

#[tokio::test]
async fn a_stream_ends_with_its_credential_and_with_the_server() {
    let server = TestServer::start().await;
    let (first, id) = key(&server).await;
    // A log that begins to follow the bus later would be a break.
    server.receive_published().await;
    let mut stream = Stream::open(&server, &first, "/events/?topics=runs", None).await;
    server.admin.delete(&format!("/accounts/apikeys/{id}/")).await.ok();
    assert_eq!(stream.next().await.unwrap().1["status"], 401);
    assert!(stream.next().await.is_none());

    let (second, _) = key(&server).await;
    let mut stream = Stream::open(&server, &second, "/events/?topics=runs", None).await;
    let stopping = tokio::spawn(server.stop());
    assert!(stream.next().await.is_none());
    stopping.await.unwrap();
}

#[tokio::test]
async fn topics_of_a_stream_are_checked_like_those_of_a_socket() {
    let server = TestServer::start().await;
    let caller = server.caller_with(&[Right::ListAgents]).await;
    caller.get("/events/?topics=agents,notes").await.refused(403, "forbidden");
    caller.get("/events/?topics=nothing").await.refused(404, "not_found");
    caller.get("/events/?topics=agent:nobody").await.refused(404, "not_found");
    let problems = caller.get("/events/?since=x").await.problems();
    let expected =
        json!({ "topics": ["This field is required."], "since": ["Must be a whole number."] });
    assert_eq!(problems, expected);
}
