//! The relay, with sockets that are channels.

use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use std::time::Duration;

use futures_util::{Sink, SinkExt, Stream};
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio_util::sync::PollSender;

use super::{AgentEvent, Ended, Message, Relay, Side};
use crate::MAX_MESSAGE_BYTES;

/// The relay's end of a socket.
struct Socket {
    from_peer: mpsc::Receiver<Message>,
    to_peer: PollSender<Message>,
}

impl Stream for Socket {
    type Item = Result<Message, ()>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.from_peer.poll_recv(cx).map(|message| message.map(Ok))
    }
}

impl Sink<Message> for Socket {
    type Error = ();

    fn poll_ready(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<(), ()>> {
        self.to_peer.poll_ready_unpin(cx).map_err(|_| ())
    }

    fn start_send(mut self: Pin<&mut Self>, message: Message) -> Result<(), ()> {
        self.to_peer.start_send_unpin(message).map_err(|_| ())
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<(), ()>> {
        self.to_peer.poll_flush_unpin(cx).map_err(|_| ())
    }

    fn poll_close(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<(), ()>> {
        self.to_peer.poll_close_unpin(cx).map_err(|_| ())
    }
}

/// One side, as the test plays it.
struct Peer {
    out: mpsc::Sender<Message>,
    incoming: mpsc::Receiver<Message>,
    served: JoinHandle<Ended>,
    events: Arc<Mutex<Vec<AgentEvent>>>,
}

fn connect(relay: &Relay, viewer: &'static str, side: Side) -> Peer {
    let (out, from_peer) = mpsc::channel(4);
    let (to_peer, incoming) = mpsc::channel(4);
    let socket = Socket { from_peer, to_peer: PollSender::new(to_peer) };
    let events: Arc<Mutex<Vec<AgentEvent>>> = Arc::default();
    let (relay, seen) = (relay.clone(), Arc::clone(&events));
    let served = tokio::spawn(async move {
        relay.serve(viewer, side, socket, |event| seen.lock().unwrap().push(event)).await
    });
    Peer { out, incoming, served, events }
}

impl Peer {
    async fn send(&self, bytes: &[u8]) {
        self.out.send(Message::Binary(bytes.to_vec().into())).await.unwrap();
    }

    async fn text(&mut self) -> Value {
        match self.incoming.recv().await.unwrap() {
            Message::Text(text) => serde_json::from_str(&text).unwrap(),
            other => panic!("{other:?} is no text"),
        }
    }

    async fn bytes(&mut self) -> Vec<u8> {
        match self.incoming.recv().await.unwrap() {
            Message::Binary(bytes) => bytes.to_vec(),
            other => panic!("{other:?} is not binary"),
        }
    }

    /// What it is told last, and how its connection ended.
    async fn end(mut self) -> (Value, Ended) {
        let ended = self.served.await.unwrap();
        let mut last = Value::Null;
        while let Ok(message) = self.incoming.try_recv() {
            if let Message::Text(text) = message {
                last = serde_json::from_str(&text).unwrap();
            }
        }
        (last, ended)
    }
}

async fn pair(relay: &Relay) -> (Peer, Peer) {
    let mut viewer = connect(relay, "v", Side::Viewer);
    let mut agent = connect(relay, "v", Side::Agent);
    assert_eq!(viewer.text().await, json!({ "type": "paired" }));
    assert_eq!(agent.text().await, json!({ "type": "paired" }));
    (viewer, agent)
}

#[tokio::test]
async fn both_sides_find_each_other_and_get_each_others_bytes() {
    let relay = Relay::default();
    let (mut viewer, mut agent) = pair(&relay).await;
    viewer.send(b"hello").await;
    assert_eq!(agent.bytes().await, b"hello");
    agent.send(b"welcome").await;
    assert_eq!(viewer.bytes().await, b"welcome");
    assert_eq!(relay.open(), 1);

    viewer.out.send(Message::Close).await.unwrap();
    let (last, ended) = agent.end().await;
    assert_eq!(last["code"], "left");
    assert_eq!((ended.paired, ended.to_agent, ended.to_viewer), (true, 5, 7));
    viewer.end().await;
    assert_eq!(relay.open(), 0);
}

#[tokio::test]
async fn a_message_may_come_before_the_other_side_does() {
    let relay = Relay::default();
    let viewer = connect(&relay, "v", Side::Viewer);
    viewer.send(b"early").await;
    let mut agent = connect(&relay, "v", Side::Agent);
    assert_eq!(agent.text().await["type"], "paired");
    assert_eq!(agent.bytes().await, b"early");
}

#[tokio::test(start_paused = true)]
async fn a_side_whose_other_one_never_comes_is_told_after_half_a_minute() {
    let relay = Relay::default();
    let began = tokio::time::Instant::now();
    let (last, ended) = connect(&relay, "v", Side::Viewer).end().await;
    assert_eq!((last["code"].as_str(), ended.paired), (Some("agent_absent"), false));
    assert_eq!(began.elapsed(), Duration::from_secs(30));
    let (last, _) = connect(&relay, "v", Side::Agent).end().await;
    assert_eq!(last["code"], "viewer_absent");
    assert_eq!(relay.open(), 0);
}

#[tokio::test]
async fn a_second_connection_of_a_side_is_turned_away_and_disturbs_nobody() {
    let relay = Relay::default();
    let (mut viewer, agent) = pair(&relay).await;
    let (last, ended) = connect(&relay, "v", Side::Viewer).end().await;
    assert_eq!((last["code"].as_str(), ended.paired), (Some("taken"), false));
    agent.send(b"still here").await;
    assert_eq!(viewer.bytes().await, b"still here");
}

#[tokio::test]
async fn viewers_never_hear_each_other() {
    let relay = Relay::default();
    let (mut viewer, agent) = pair(&relay).await;
    let mut other = connect(&relay, "w", Side::Viewer);
    let mut other_agent = connect(&relay, "w", Side::Agent);
    assert_eq!(other.text().await["type"], "paired");
    assert_eq!(other_agent.text().await["type"], "paired");
    other_agent.send(b"for w").await;
    agent.send(b"for v").await;
    assert_eq!(viewer.bytes().await, b"for v");
    assert_eq!(other.bytes().await, b"for w");
}

#[tokio::test]
async fn a_cut_ends_both_sides_with_the_reason() {
    let relay = Relay::default();
    let (viewer, agent) = pair(&relay).await;
    assert!(relay.cut("v", "revoked", "the right was taken away"));
    assert!(!relay.cut("w", "revoked", "nobody is there"));
    for side in [viewer, agent] {
        let (last, ended) = side.end().await;
        let expected =
            json!({ "type": "closed", "code": "revoked", "reason": "the right was taken away" });
        assert_eq!((last, ended.code.as_str()), (expected, "revoked"));
    }
}

#[tokio::test]
async fn what_an_agent_reports_is_handed_on_and_nothing_of_a_viewer_is() {
    let relay = Relay::default();
    let (viewer, agent) = pair(&relay).await;
    let text = json!({ "type": "event", "event": "consent", "answer": "denied" }).to_string();
    for side in [&viewer, &agent] {
        side.out.send(Message::Text("no JSON".to_owned())).await.unwrap();
        side.out.send(Message::Text(text.clone())).await.unwrap();
        side.out.send(Message::Close).await.unwrap();
    }
    let (of_viewer, of_agent) = (Arc::clone(&viewer.events), Arc::clone(&agent.events));
    viewer.end().await;
    agent.end().await;
    let seen = of_agent.lock().unwrap().clone();
    // The end of the viewer may come first.
    assert!(seen.is_empty() || seen == [AgentEvent::Consent { answer: "denied".to_owned() }]);
    assert!(of_viewer.lock().unwrap().is_empty());
}

#[tokio::test]
async fn what_was_sent_before_a_side_left_still_arrives() {
    let relay = Relay::default();
    let (mut viewer, agent) = pair(&relay).await;
    let messages = [&b"one"[..], b"two", b"three", b"the end"];
    for bytes in messages {
        agent.send(bytes).await;
    }
    agent.out.send(Message::Close).await.unwrap();
    assert_eq!(agent.end().await.1.code, "left");
    for bytes in messages {
        assert_eq!(viewer.bytes().await, bytes);
    }
    assert_eq!(viewer.end().await.1.reason, "the agent has left");
    assert_eq!(relay.open(), 0);
}

#[tokio::test(start_paused = true)]
async fn a_side_is_pinged_while_there_is_always_something_to_send() {
    let relay = Relay::default();
    let (mut viewer, agent) = pair(&relay).await;
    let busy = tokio::spawn(async move {
        while agent.out.send(Message::Binary(vec![1].into())).await.is_ok() {
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
    });
    let began = tokio::time::Instant::now();
    while viewer.incoming.recv().await.unwrap() != Message::Ping {}
    assert!(began.elapsed() <= Duration::from_secs(32), "{:?}", began.elapsed());
    busy.abort();
}

#[tokio::test]
async fn a_message_that_is_too_large_ends_the_connection() {
    let relay = Relay::default();
    let (viewer, agent) = pair(&relay).await;
    viewer.send(&vec![0; MAX_MESSAGE_BYTES + 1]).await;
    assert_eq!(viewer.end().await.1.code, "too_large");
    let (last, ended) = agent.end().await;
    assert_eq!(last["reason"], "the viewer sent a message that is too large");
    assert_eq!(ended.code, "too_large");
}

#[tokio::test(start_paused = true)]
async fn a_viewer_who_stands_still_costs_one_message_and_is_cut_off() {
    let relay = Relay::default();
    let (viewer, agent) = pair(&relay).await;
    // Four in the socket, one on its way there, one waiting, one in the hand of the reader,
    // four in the agent's socket.
    let mut sent = 0;
    while agent.out.try_send(Message::Binary(vec![0; 1000].into())).is_ok() {
        sent += 1;
        for _ in 0..20 {
            tokio::task::yield_now().await;
        }
    }
    assert!((8..=12).contains(&sent), "{sent} messages were taken");
    let (_, ended) = agent.end().await;
    assert_eq!(ended.reason, "the viewer did not read for too long");
    assert_eq!(viewer.served.await.unwrap().code, "too_slow");
}

#[tokio::test(start_paused = true)]
async fn a_side_that_answers_no_ping_is_gone() {
    let relay = Relay::default();
    let (viewer, mut agent) = pair(&relay).await;
    let pings = tokio::spawn(async move {
        let mut count = 0;
        while let Some(message) = agent.incoming.recv().await {
            count += usize::from(message == Message::Ping);
            let _ = agent.out.send(Message::Pong).await;
        }
        count
    });
    let (last, ended) = viewer.end().await;
    assert_eq!((last["code"].as_str(), ended.code.as_str()), (Some("silent"), "silent"));
    assert!(pings.await.unwrap() >= 3);
}
