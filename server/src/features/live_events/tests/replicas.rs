//! Events of servers that share a bus.

use serde_json::{Value, json};

use crate::bus::nats_process::NatsProcess;
use crate::events::Event;
use crate::testing::{TestServer, TestSocket};

/// A server and its replica; `None` where replicas are not possible.
async fn pair() -> Option<(TestServer, TestServer)> {
    let first = TestServer::start().await;
    if !first.app.bus.is_shared() {
        println!("skipped: replicas need PostgreSQL and NATS");
        return None;
    }
    let second = replica(&first).await;
    Some((first, second))
}

async fn replica(first: &TestServer) -> TestServer {
    TestServer::start_on(first.app.settings.clone(), tempfile::tempdir().unwrap()).await
}

async fn publish(server: &TestServer, id: i64) {
    let event = Event::for_test("runs", "run.queued", json!({ "id": id }));
    server.app.events.publish(&event.about(1, 1)).await;
}

async fn receive(socket: &mut TestSocket, count: usize) -> Vec<(u64, Value)> {
    let mut received = Vec::new();
    while received.len() < count {
        let frame = socket.receive().await;
        received.push((frame["seq"].as_u64().unwrap(), frame["data"]["id"].clone()));
    }
    received
}

#[tokio::test]
async fn replicas_send_the_same_events_in_the_same_order_with_the_same_numbers() {
    let Some((first, second)) = pair().await else { return };
    let mut here = first.follow(&first.admin, &["runs"]).await;
    let mut there = second.follow(&second.admin, &["runs"]).await;
    // Both subscriptions are active once both have received this.
    publish(&first, 0).await;
    let (a, b) = (receive(&mut here, 1).await, receive(&mut there, 1).await);
    assert_eq!(a, b);
    tokio::join!(
        async {
            for id in 1..50 {
                publish(&first, id).await;
            }
        },
        async {
            for id in 50..100 {
                publish(&second, id).await;
            }
        },
    );
    let (a, b) = (receive(&mut here, 99).await, receive(&mut there, 99).await);
    assert_eq!(a, b);
    assert!(a.windows(2).all(|pair| pair[0].0 < pair[1].0), "{a:?}");
}

#[tokio::test]
async fn a_follower_can_resume_at_another_replica_even_a_new_one() {
    let Some((first, second)) = pair().await else { return };
    let mut here = first.follow(&first.admin, &["runs"]).await;
    for id in 0..4 {
        publish(&first, id).await;
    }
    let (since, _) = receive(&mut here, 1).await[0].clone();
    let third = replica(&first).await;
    for server in [&second, &third] {
        let expected: Vec<Value> = (1..4).map(Value::from).collect();
        crate::testing::until_true("the replica has read everything", async || {
            server.app.events.log().newest() == first.app.events.log().newest()
        })
        .await;
        let (mut socket, _) = server.open(&server.admin, "/ws/events/").await;
        socket.send(json!({ "action": "subscribe", "topics": ["runs"], "since": since })).await;
        let received: Vec<Value> =
            receive(&mut socket, 3).await.into_iter().map(|(_, id)| id).collect();
        assert_eq!(received, expected);
    }
}

#[tokio::test]
async fn a_ticket_of_one_replica_opens_a_socket_at_another_and_a_revoked_key_closes_it() {
    let Some((first, second)) = pair().await else { return };
    let key = first.admin.post("/accounts/apikeys/", json!({ "name": "roaming" })).await.ok();
    let caller = first.anonymous().with_key(key["key"].as_str().unwrap());
    let ticket = caller.post("/ws/ticket/", json!({})).await.ok();
    let path = format!("/ws/events/?ticket={}", ticket["ticket"].as_str().unwrap());
    let mut socket = second.dial(&path, &[]).await.unwrap();
    assert_eq!(socket.receive().await["action"], "ready");
    first.admin.delete(&format!("/accounts/apikeys/{}/", key["id"])).await.ok();
    assert_eq!(socket.end().await.1, 4401);
}

#[tokio::test]
async fn an_event_that_none_of_our_servers_sealed_is_not_shown() {
    let server = TestServer::start().await;
    let Some(nats) = server.app.bus.nats_client() else {
        println!("skipped: a server that is alone has no bus for strangers");
        return;
    };
    let mut socket = server.follow(&server.admin, &["runs"]).await;
    publish(&server, 1).await;
    assert_eq!(socket.receive_event("run.queued").await["data"]["id"], 1);

    let forged = Event::for_test("runs", "run.queued", json!({ "id": 666 })).about(1, 1);
    let parcel = serde_json::to_vec(&[forged]).unwrap();
    nats.publish(server.app.bus.full_subject("events.all"), parcel.into()).await.unwrap();

    // It may have been one of a server that is not updated yet.
    assert_eq!(socket.receive().await["type"], "resync");
    publish(&server, 2).await;
    assert_eq!(socket.receive().await["data"]["id"], 2);
}

#[tokio::test]
async fn followers_get_a_resync_when_the_broker_has_lost_everything() {
    if std::env::var("MUSTER_TEST_DATABASE_URL").is_err() {
        println!("skipped: replicas need PostgreSQL and NATS");
        return;
    }
    let store = tempfile::tempdir().unwrap();
    let folder = store.path().to_string_lossy().into_owned();
    let Some(mut broker) = NatsProcess::start(&["--jetstream", "--store_dir", &folder]) else {
        return;
    };
    let url = broker.url("");
    let server = TestServer::start_with(|settings| {
        settings.bus_url = Some(crate::auth::Secret::new(url));
    })
    .await;
    let mut socket = server.follow(&server.admin, &["runs"]).await;
    publish(&server, 1).await;
    assert_eq!(socket.receive_event("run.queued").await["data"]["id"], 1);
    broker.kill().await;
    broker.resume();
    assert_eq!(socket.receive_event("resync").await["type"], "resync");
}
