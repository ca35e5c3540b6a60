//! A connection to the agent after the handshake: sealed frames in both directions.
//!
//! Whoever holds it has to read all the time: a relay cuts off who does not.

use std::time::Duration;

use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use muster_remote::relay::Message;
use muster_remote::{Frame, Keys, Opener, Sealer};
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio::time::{Instant, MissedTickBehavior, interval, timeout, timeout_at};

use super::gone::Gone;
use super::message::SESSION;
use super::relay::{Heard, hear};
use super::socket::Socket;

/// The agent answers a ping this often.
const PING_EVERY: Duration = Duration::from_secs(15);

/// Three pings without an answer.
const SILENCE: Duration = Duration::from_secs(50);

/// How long a message may wait for the relay to read.
const SEND_LIMIT: Duration = Duration::from_secs(30);

const CLOSE_LIMIT: Duration = Duration::from_secs(1);

/// Frames that wait to be sent; who has more waits.
const WAITING: usize = 16;

/// The receiving end, which also keeps the connection open.
pub struct Pipe {
    stream: SplitStream<Socket>,
    opener: Opener,
    outbox: Outbox,
    heard: Instant,
}

/// The sending end. What is sent when the connection is gone is lost.
#[derive(Clone)]
pub struct Outbox(mpsc::Sender<Vec<u8>>);

impl Pipe {
    /// A pipe with the keys of its handshake.
    pub fn new(socket: Socket, keys: Keys) -> Self {
        let (sink, stream) = socket.split();
        let (sender, frames) = mpsc::channel(WAITING);
        // It ends when the last outbox is gone, or with the connection.
        tokio::spawn(send(sink, Sealer::new(keys.to_agent), frames));
        let opener = Opener::new(keys.to_viewer);
        Self { stream, opener, outbox: Outbox(sender), heard: Instant::now() }
    }

    /// A sending end.
    pub fn outbox(&self) -> Outbox {
        self.outbox.clone()
    }

    /// The next frame, encoded. Nothing is lost when it is not waited for to the end.
    pub async fn next(&mut self) -> Result<Vec<u8>, Gone> {
        loop {
            let next = timeout_at(self.heard + SILENCE, self.stream.next()).await;
            let next = next.map_err(|_| Gone::broken("nothing comes from the agent any more"))?;
            self.heard = Instant::now();
            if let Heard::Bytes(mut sealed) = hear(next)? {
                let plain = self.opener.open(&mut sealed);
                return plain
                    .map(<[u8]>::to_vec)
                    .map_err(|broken| Gone::Broken(broken.to_string()));
            }
        }
    }
}

impl Outbox {
    /// Sends a frame; waits while too many others do.
    pub async fn frame(&self, channel: u16, frame: Frame<'_>) {
        // Who reads learns that the connection is gone.
        let _ = self.0.send(frame.encode(channel)).await;
    }

    /// Sends a control text.
    pub async fn control(&self, channel: u16, message: &Value) {
        self.frame(channel, Frame::Control(&message.to_string())).await;
    }
}

async fn send(
    mut sink: SplitSink<Socket, Message>,
    mut sealer: Sealer,
    mut frames: mpsc::Receiver<Vec<u8>>,
) {
    let mut pings = interval(PING_EVERY);
    pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut number = 0_u64;
    loop {
        let frame = tokio::select! {
            frame = frames.recv() => match frame {
                Some(frame) => frame,
                None => break,
            },
            _ = pings.tick() => {
                number += 1;
                let ping = json!({ "type": "ping", "n": number }).to_string();
                Frame::Control(&ping).encode(SESSION)
            }
        };
        let sent = sink.send(Message::Binary(sealer.seal(&frame).into()));
        if !matches!(timeout(SEND_LIMIT, sent).await, Ok(Ok(()))) {
            return;
        }
    }
    let _ = timeout(CLOSE_LIMIT, sink.close()).await;
}
