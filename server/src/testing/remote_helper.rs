//! The helper of an agent, as far as a viewer notices.

use std::collections::HashMap;

use futures_util::{SinkExt, StreamExt};
use muster_protocol::{OpenRemote, OpenedRemote};
use muster_remote::{
    CONNECT_PATH, Cursor, Frame, Grant, Invitation, Opener, Ring, Sealer, answer_hello,
};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use super::{FakeAgent, TEST_TIMEOUT, TestServer, data};

/// Small, so that it is used up.
const WINDOW: u64 = 20_000;

const PIECE: usize = 7_000;

/// A helper with a viewer.
pub struct Helper {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    sealer: Sealer,
    opener: Opener,
    pub grant: Grant,
}

/// What the viewer sent.
#[derive(Debug, PartialEq)]
pub enum Heard {
    Control(u16, Value),
    Data(u16, u64, Vec<u8>),
    Credit(u16, u64, u64),
}

impl Helper {
    /// The agent agrees to the next connection, and its helper comes.
    pub async fn of(server: &TestServer, fake: &mut FakeAgent) -> Self {
        let identity = fake.identity.clone();
        Self::come(server, fake, |text| identity.sign(text)).await
    }

    /// The same, with a signature that may be somebody else's.
    pub async fn come(
        server: &TestServer,
        fake: &mut FakeAgent,
        sign: impl FnOnce(&[u8]) -> Vec<u8>,
    ) -> Self {
        let agreed = OpenedRemote::default();
        let asked: OpenRemote = fake.answer_next(data(&agreed)).await.read().unwrap();
        let url = format!("{}{CONNECT_PATH}", server.url.replacen("http", "ws", 1));
        let (mut socket, _) = connect_async(url).await.unwrap();
        let ticket = json!({ "ticket": asked.ticket }).to_string();
        socket.send(Message::text(ticket)).await.unwrap();
        let grant: Grant = serde_json::from_str(&asked.grant).unwrap();
        let hello = loop {
            match socket.next().await.unwrap().unwrap() {
                Message::Binary(hello) => break hello,
                Message::Text(text) => assert_eq!(text.as_str(), r#"{"type":"paired"}"#),
                _ => {}
            }
        };
        let invitation =
            Invitation { session: &grant.session, viewer: &grant.viewer, grant: &asked.grant };
        let (answer, keys) = answer_hello(invitation, &grant.key_sha256, &hello, sign).unwrap();
        socket.send(Message::binary(answer)).await.unwrap();
        let (sealer, opener) = (Sealer::new(keys.to_viewer), Opener::new(keys.to_agent));
        Helper { socket, sealer, opener, grant }
    }

    /// Waits for the start, which is returned, and begins.
    pub async fn begin(&mut self, resumed: bool) -> Value {
        let start = match self.hear().await.unwrap() {
            Heard::Control(0, start) => start,
            other => panic!("{other:?} before the start"),
        };
        assert_eq!(start["type"], "start");
        self.say(0, json!({ "type": "started", "resumed": resumed })).await;
        start
    }

    pub async fn say(&mut self, channel: u16, message: Value) {
        self.send(channel, Frame::Control(&message.to_string())).await;
    }

    /// What nobody reads any more is lost.
    pub async fn send(&mut self, channel: u16, frame: Frame<'_>) {
        let sealed = self.sealer.seal(&frame.encode(channel));
        let _ = self.socket.send(Message::binary(sealed)).await;
    }

    /// The next thing that is no ping; none at the end.
    pub async fn hear(&mut self) -> Option<Heard> {
        loop {
            let next = tokio::time::timeout(TEST_TIMEOUT, self.socket.next()).await;
            let mut sealed = match next.expect("something comes in time")? {
                Ok(Message::Binary(sealed)) => Vec::from(sealed),
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => continue,
            };
            let (channel, frame) = Frame::decode(self.opener.open(&mut sealed).unwrap()).unwrap();
            match frame {
                Frame::Control(text) => {
                    let message: Value = serde_json::from_str(text).unwrap();
                    if message["type"] != "ping" {
                        return Some(Heard::Control(channel, message));
                    }
                }
                Frame::Data { offset, bytes } => {
                    return Some(Heard::Data(channel, offset, bytes.to_vec()));
                }
                Frame::Credit { received, limit } => {
                    return Some(Heard::Credit(channel, received, limit));
                }
                Frame::Packet(_) => panic!("nobody sends packets"),
            }
        }
    }

    /// Waits for a control text of this type on a channel from 1 on, and returns the channel.
    pub async fn wait_for(&mut self, wanted: &str) -> u16 {
        loop {
            match self.hear().await.expect("the viewer is there") {
                Heard::Control(channel @ 1.., message) if message["type"] == wanted => {
                    return channel;
                }
                _ => {}
            }
        }
    }

    /// Is a tunnel to something that sends everything back, until the viewer leaves.
    pub async fn echo(mut self) {
        let mut lines: HashMap<u16, (Ring, Cursor)> = HashMap::new();
        while let Some(heard) = self.hear().await {
            let channel = match heard {
                Heard::Control(channel, message) if message["type"] == "open" => {
                    lines.insert(channel, (Ring::new(usize::MAX), Cursor::at(0)));
                    self.say(channel, json!({ "type": "opened" })).await;
                    self.send(channel, Frame::Credit { received: 0, limit: WINDOW }).await;
                    channel
                }
                Heard::Control(channel, message) if message["type"] == "end" => {
                    // What was sent before is on its way already.
                    self.say(channel, json!({ "type": "end" })).await;
                    self.say(channel, json!({ "type": "closed", "reason": "Both." })).await;
                    continue;
                }
                Heard::Control(..) => continue,
                Heard::Data(channel, offset, bytes) => {
                    let received = offset + bytes.len() as u64;
                    lines.get_mut(&channel).unwrap().0.push(&bytes);
                    let limit = received + WINDOW;
                    self.send(channel, Frame::Credit { received, limit }).await;
                    channel
                }
                Heard::Credit(channel, received, limit) => {
                    let (ring, cursor) = lines.get_mut(&channel).unwrap();
                    cursor.credit(received, limit, ring).unwrap();
                    channel
                }
            };
            let (ring, cursor) = lines.get_mut(&channel).unwrap();
            while let Some((offset, bytes)) = cursor.next(ring, PIECE) {
                let frame = Frame::Data { offset, bytes: &bytes }.encode(channel);
                let sealed = self.sealer.seal(&frame);
                self.socket.send(Message::binary(sealed)).await.unwrap();
            }
        }
    }
}
