//! A viewer, as a browser would be one.
#![cfg(unix)]

use futures_util::{SinkExt, StreamExt};
use muster_remote::{Frame, Grant, Invitation, Opener, Sealer, ViewerKey};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, accept_async};

use super::receiving_tests::Received;
use super::stage_tests::{LIMIT, Stage};

/// What a viewer of a terminal has room for.
pub const WINDOW: u64 = 256 * 1024;

/// A viewer with a connection to the helper.
pub struct Viewer {
    pub socket: WebSocketStream<TcpStream>,
    pub opener: Opener,
    sealer: Sealer,
    /// Everything that the shell printed since the snapshot.
    pub output: Vec<u8>,
    /// The offset after it.
    pub received: u64,
    /// How much was typed, and how much may be.
    pub typed: u64,
    pub limit: u64,
    /// The last snapshot.
    pub snapshot: Value,
    /// What the relay was told.
    pub events: Vec<Value>,
}

/// What came.
#[derive(Debug, PartialEq)]
pub enum Heard {
    /// A text on a channel.
    Control(u16, Value),
    /// Output of the shell.
    Data(u64, Vec<u8>),
    /// Where input goes on.
    Credit(u64, u64),
    /// Something for the relay.
    Report,
    /// Nothing more comes.
    Closed,
}

/// Takes the helper's next connection at the relay, and says that the viewer is there.
pub async fn accept(stage: &Stage, viewer: &str) -> WebSocketStream<TcpStream> {
    let accepted = tokio::time::timeout(LIMIT, stage.relay.accept()).await;
    let (stream, _) = accepted.expect("the helper does not connect").unwrap();
    stream.set_nodelay(true).unwrap();
    let mut socket = accept_async(stream).await.unwrap();
    let first = socket.next().await.unwrap().unwrap().into_text().unwrap();
    let ticket: Value = serde_json::from_str(first.as_str()).unwrap();
    assert_eq!(ticket, json!({ "ticket": format!("ticket of {viewer}") }));
    socket.send(Message::text(json!({ "type": "paired" }).to_string())).await.unwrap();
    socket
}

impl Viewer {
    /// Shakes hands through the relay.
    pub async fn connect(stage: &Stage, key: ViewerKey, grant: &Grant, text: &str) -> Self {
        let mut socket = accept(stage, &grant.viewer).await;
        socket.send(Message::binary(key.hello())).await.unwrap();
        let answer = socket.next().await.unwrap().unwrap().into_data();
        let invitation = Invitation { session: &grant.session, viewer: &grant.viewer, grant: text };
        let keys = key.finish(invitation, &stage.agent_key, &answer).unwrap();
        Self {
            socket,
            sealer: Sealer::new(keys.to_agent),
            opener: Opener::new(keys.to_viewer),
            output: Vec::new(),
            received: 0,
            typed: 0,
            limit: 0,
            snapshot: Value::Null,
            events: Vec::new(),
        }
    }

    /// Begins anew, and returns what it was told at the start. It has the first screen then.
    pub async fn begin(&mut self) -> Value {
        self.say(0, &json!({ "type": "start", "resume": false })).await;
        let started = self.wait_for("started").await;
        while self.snapshot.is_null() {
            self.hear().await;
        }
        self.credit().await;
        started
    }

    /// What a viewer has when its connection breaks.
    pub fn place(&mut self) -> (u64, Vec<u8>) {
        (self.received, std::mem::take(&mut self.output))
    }

    /// Goes on as an earlier viewer, with what that one had.
    pub async fn resume(&mut self, place: (u64, Vec<u8>), id: &str) -> Value {
        self.say(0, &json!({ "type": "start", "resume": true, "of": id })).await;
        (self.received, self.output) = place;
        self.credit().await;
        let started = self.wait_for("started").await;
        while self.limit == 0 {
            self.hear().await;
        }
        started
    }

    /// Says something on a channel.
    pub async fn say(&mut self, channel: u16, message: &Value) {
        self.send(channel, &Frame::Control(&message.to_string())).await;
    }

    /// Sends a frame. One that nobody reads any more is lost.
    pub async fn send(&mut self, channel: u16, frame: &Frame<'_>) {
        let sealed = self.sealer.seal(&frame.encode(channel));
        let _ = self.socket.send(Message::binary(sealed)).await;
    }

    /// Begins as a viewer that nobody remembers.
    pub async fn resume_unknown(&mut self, id: &str) -> Value {
        self.say(0, &json!({ "type": "start", "resume": true, "of": id })).await;
        self.wait_for("started").await
    }

    /// Sends bytes that are not sealed.
    pub async fn send_raw(&mut self, bytes: Vec<u8>) {
        let _ = self.socket.send(Message::binary(bytes)).await;
    }

    /// Waits until the helper has closed the connection.
    pub async fn wait_until_closed(&mut self) {
        while self.hear().await != Heard::Closed {}
    }

    /// Has the relay end the connection.
    pub async fn cut(mut self, code: &str) {
        let closed = json!({ "type": "closed", "code": code, "reason": "The server says so." });
        self.socket.send(Message::text(closed.to_string())).await.unwrap();
        let _ = self.socket.send(Message::Close(None)).await;
    }

    /// Has room for more output.
    pub async fn credit(&mut self) {
        let received = self.received;
        self.send(1, &Frame::Credit { received, limit: received + WINDOW }).await;
    }

    /// Types something.
    pub async fn write(&mut self, bytes: &[u8]) {
        let offset = self.typed;
        self.send(1, &Frame::Data { offset, bytes }).await;
        self.typed += bytes.len() as u64;
    }

    /// The next thing that comes. What can be kept is.
    pub async fn hear(&mut self) -> Heard {
        let plain = match self.receive().await {
            Received::Frame(plain) => plain,
            Received::Report => return Heard::Report,
            Received::Closed => return Heard::Closed,
        };
        let (channel, frame) = Frame::decode(&plain).unwrap();
        match frame {
            Frame::Control(text) => self.keep(channel, serde_json::from_str(text).unwrap()),
            Frame::Data { offset, bytes } => {
                assert_eq!(offset, self.received, "a gap");
                self.received += bytes.len() as u64;
                self.output.extend_from_slice(bytes);
                Heard::Data(offset, bytes.to_vec())
            }
            Frame::Credit { received, limit } => {
                if self.limit == 0 {
                    self.typed = received;
                }
                self.limit = limit;
                Heard::Credit(received, limit)
            }
            Frame::Packet(_) => panic!("a terminal sends no packets"),
        }
    }

    /// Waits for a text of this type.
    pub async fn wait_for(&mut self, wanted: &str) -> Value {
        loop {
            match self.hear().await {
                Heard::Control(_, message) if message["type"] == wanted => return message,
                Heard::Closed => panic!("{wanted} did not come"),
                _ => {}
            }
        }
    }

    /// Waits for a report to the relay.
    pub async fn wait_for_report(&mut self, wanted: &str) -> Value {
        loop {
            if let Some(event) = self.events.iter().find(|event| event["event"] == wanted) {
                return event.clone();
            }
            assert_ne!(self.hear().await, Heard::Closed, "no report of {wanted}");
        }
    }

    /// Reads until the shell has printed this.
    pub async fn read_until(&mut self, wanted: &str) {
        let mut searched = 0;
        loop {
            let mut parts = self.output[searched..].windows(wanted.len());
            if parts.any(|part| part == wanted.as_bytes()) {
                return;
            }
            searched = self.output.len().saturating_sub(wanted.len());
            match self.hear().await {
                Heard::Data(..) => self.credit().await,
                Heard::Closed => panic!("{wanted} did not come: {}", self.text()),
                _ => {}
            }
        }
    }

    /// What was printed, as text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.output).into_owned()
    }

    fn keep(&mut self, channel: u16, message: Value) -> Heard {
        if message["type"] == "snapshot" {
            self.received = message["offset"].as_u64().unwrap();
            self.output.clear();
            self.snapshot = message.clone();
        }
        Heard::Control(channel, message)
    }
}
