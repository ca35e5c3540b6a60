//! Resuming after a break, and falling behind.

use serde_json::{Value, json};

use super::{is_mark, plain, publish_mark};
use crate::auth::Right;
use crate::events::Event;
use crate::testing::TestServer;

fn queued(id: i64) -> Event {
    Event::for_test("runs", "run.queued", json!({ "id": id })).about(1, 1)
}

async fn publish(server: &TestServer, ids: std::ops::Range<i64>) {
    for id in ids {
        server.app.events.publish(&queued(id)).await;
    }
}

#[tokio::test]
async fn events_come_in_order_with_growing_numbers() {
    let server = TestServer::start().await;
    let mut socket = server.follow(&server.admin, &["runs"]).await;
    publish(&server, 0..50).await;
    let mut last = 0;
    for id in 0..50 {
        let frame = socket.receive().await;
        let expected = json!({ "topic": "runs", "type": "run.queued", "data": { "id": id } });
        assert_eq!(plain(&frame), expected);
        let seq = frame["seq"].as_u64().unwrap();
        assert!(seq > last);
        last = seq;
    }
}

#[tokio::test]
async fn a_follower_resumes_after_the_last_number_it_received() {
    let server = TestServer::start().await;
    let mut socket = server.follow(&server.admin, &["runs"]).await;
    publish(&server, 0..3).await;
    let first = socket.receive().await["seq"].clone();
    socket.receive_event("run.queued").await;
    drop(socket);

    let (mut socket, _) = server.open(&server.admin, "/ws/events/").await;
    socket.send(json!({ "action": "subscribe", "topics": ["runs"], "since": first })).await;
    for id in 1..3 {
        assert_eq!(socket.receive().await["data"]["id"], id);
    }
    publish(&server, 3..4).await;
    assert_eq!(socket.receive().await["data"]["id"], 3);
    // More topics on the same socket: events of the others are not sent twice.
    let more = json!({ "action": "subscribe", "topics": ["runs", "config"], "since": first });
    socket.send(more).await;
    publish_mark(&server).await;
    assert!(is_mark(&socket.receive().await));
    socket.send(json!({ "action": "unsubscribe", "topics": ["runs"] })).await;
    socket.send(json!({ "action": "subscribe", "topics": ["notes"], "since": 0 })).await;
    assert_eq!(socket.receive().await["type"], "resync", "everything before was handled");
    publish(&server, 4..5).await;
    publish_mark(&server).await;
    assert!(is_mark(&socket.receive().await));
}

#[tokio::test]
async fn a_follower_that_was_away_too_long_gets_a_resync() {
    let server = TestServer::start().await;
    publish(&server, 0..1).await;
    // Otherwise a follower that came first would get it as well.
    server.receive_published().await;
    for since in [json!(0), json!(1), json!(9_000_000_000_000_000_u64)] {
        let (mut socket, _) = server.open(&server.admin, "/ws/events/").await;
        socket.send(json!({ "action": "subscribe", "topics": ["runs"], "since": since })).await;
        let frame = socket.receive().await;
        assert_eq!((&frame["type"], frame["seq"].is_u64()), (&json!("resync"), true), "{frame}");
        publish(&server, 7..8).await;
        assert_eq!(socket.receive().await["data"]["id"], 7);
    }
}

#[tokio::test]
async fn a_follower_that_falls_behind_by_more_than_the_log_is_disconnected() {
    let server = TestServer::start().await;
    let mut socket = server.follow(&server.admin, &["runs"]).await;
    publish(&server, 0..1).await;
    socket.receive().await;
    // More than the log keeps and the sockets between us buffer.
    let large =
        Event::for_test("runs", "run.queued", json!({ "text": "x".repeat(1 << 19) })).about(1, 1);
    for _ in 0..80 {
        server.app.events.log().append_next(large.clone());
    }
    let (last, code) = socket.end().await;
    assert_eq!(code, 4429);
    assert_eq!((&last["code"], &last["status"]), (&json!("too_slow"), &json!(429)));
}

#[tokio::test]
async fn all_followers_get_a_resync_after_events_were_lost() {
    let server = TestServer::start().await;
    let mut socket = server.follow(&server.admin, &["runs"]).await;
    publish(&server, 0..1).await;
    assert_eq!(socket.receive().await["data"]["id"], 0);
    let log = server.app.events.log();
    log.restart_after(log.newest() + 1000);
    assert_eq!(socket.receive().await["type"], "resync");
    let somebody = server.caller_with(&[Right::ListAgents]).await;
    let (mut other, _) = server.open(&somebody, "/ws/events/").await;
    other.send(json!({ "action": "subscribe", "topics": ["agents"], "since": 5 })).await;
    let frame: Value = other.receive().await;
    assert_eq!(frame["type"], "resync");
}
