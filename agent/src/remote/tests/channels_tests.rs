//! A viewer of a session that has streams on several channels.
#![cfg(unix)]

use std::collections::{HashMap, VecDeque};

use muster_remote::{Frame, Grant};
use serde_json::{Value, json};

use super::receiving_tests::Received;
use super::stage_tests::Stage;
use super::viewer_tests::Viewer;

/// A viewer with what came on its channels.
pub struct Channels {
    /// Its connection.
    pub viewer: Viewer,
    /// What it may do.
    pub grant: Grant,
    /// What the session said when it began.
    pub started: Value,
    /// What came on each channel.
    pub received: HashMap<u16, Vec<u8>>,
    /// The last credit on each channel.
    pub credits: HashMap<u16, (u64, u64)>,
    /// Texts that nobody has waited for yet.
    pub said: VecDeque<(u16, Value)>,
    next: u64,
}

impl Channels {
    /// A viewer who takes part.
    pub async fn begin(stage: &Stage, grant: Grant) -> Self {
        Self::start(stage, grant, &json!({ "type": "start" })).await
    }

    /// One who comes back after a break, with what it had.
    pub async fn resume(self, stage: &Stage, viewer: &str) -> Self {
        let Self { viewer: old, grant, received, next, .. } = self;
        drop(old);
        let start = json!({ "type": "start", "resume": true, "of": grant.viewer });
        let grant = Grant { viewer: viewer.to_owned(), ..grant };
        let again = Self::start(stage, grant, &start).await;
        assert_eq!(again.started["resumed"], true);
        Self { received, next, ..again }
    }

    async fn start(stage: &Stage, grant: Grant, start: &Value) -> Self {
        let mut viewer = stage.join(grant.clone()).await;
        viewer.say(0, start).await;
        let started = viewer.wait_for("started").await;
        let (received, credits, said) = Default::default();
        Self { viewer, grant, started, received, credits, said, next: 100 }
    }

    /// Takes what comes next; false when nothing more does.
    pub async fn hear(&mut self) -> bool {
        let plain = match self.viewer.receive().await {
            Received::Frame(plain) => plain,
            Received::Report => return true,
            Received::Closed => return false,
        };
        let (channel, frame) = Frame::decode(&plain).unwrap();
        match frame {
            Frame::Control(text) => {
                self.said.push_back((channel, serde_json::from_str(text).unwrap()));
            }
            Frame::Data { offset, bytes } => {
                let kept = self.received.entry(channel).or_default();
                assert_eq!(offset, kept.len() as u64, "a gap or a repetition");
                kept.extend_from_slice(bytes);
            }
            Frame::Credit { received, limit } => {
                self.credits.insert(channel, (received, limit));
            }
            Frame::Packet(_) => panic!("nobody sends packets here"),
        }
        true
    }

    /// Waits for a text of this type on a channel.
    pub async fn wait_for(&mut self, channel: u16, wanted: &str) -> Value {
        self.wait_until(|(at, said)| *at == channel && said["type"] == wanted).await
    }

    /// Waits for a text.
    pub async fn wait_until(&mut self, is_it: impl Fn(&(u16, Value)) -> bool) -> Value {
        loop {
            if let Some(place) = self.said.iter().position(&is_it) {
                return self.said.remove(place).unwrap().1;
            }
            assert!(self.hear().await, "it did not come: {:?}", self.said);
        }
    }

    /// Has room for so many bytes more on a channel.
    pub async fn credit(&mut self, channel: u16, room: u64) {
        let received = self.received.get(&channel).map_or(0, |kept| kept.len() as u64);
        let limit = received + room;
        self.viewer.send(channel, &Frame::Credit { received, limit }).await;
    }

    /// Reads until so many bytes have come on a channel.
    pub async fn read_to(&mut self, channel: u16, wanted: usize, room: u64) {
        let mut before = 0;
        while self.received.get(&channel).map_or(0, Vec::len) < wanted {
            assert!(self.hear().await, "the rest did not come");
            let now = self.received.get(&channel).map_or(0, Vec::len);
            if now > before {
                before = now;
                self.credit(channel, room).await;
            }
        }
    }

    /// Where the stream of a channel goes on, and to where it may; waits for it.
    pub async fn room(&mut self, channel: u16) -> (u64, u64) {
        loop {
            if let Some(credit) = self.credits.get(&channel) {
                return *credit;
            }
            assert!(self.hear().await, "no credit came");
        }
    }

    /// Sends content from an offset to another one, as far as there is room each time.
    pub async fn write(&mut self, channel: u16, content: &[u8], mut at: usize, to: usize) {
        while at < to {
            let room = usize::try_from(self.room(channel).await.1).unwrap();
            let end = to.min(room).min(at + 50_000);
            if end <= at {
                assert!(self.hear().await, "no more room came");
                continue;
            }
            let bytes = &content[at..end];
            self.viewer.send(channel, &Frame::Data { offset: at as u64, bytes }).await;
            at = end;
        }
    }

    /// Asks for something with files, and returns the number of the request.
    pub async fn request(&mut self, mut request: Value) -> u64 {
        self.next += 1;
        request["type"] = json!("request");
        request["id"] = json!(self.next);
        self.viewer.say(1, &request).await;
        self.next
    }

    /// Waits for the next answer to a request.
    pub async fn answer(&mut self, id: u64) -> Result<Value, Value> {
        let is_it = |(channel, said): &(u16, Value)| {
            *channel == 1 && said["type"] == "answer" && said["id"] == id
        };
        let mut answer = self.wait_until(is_it).await;
        match answer.get("ok") {
            Some(_) => Ok(answer["ok"].take()),
            None => Err(answer["error"].take()),
        }
    }

    /// Asks, and waits for the answer.
    pub async fn ask(&mut self, request: Value) -> Result<Value, Value> {
        let id = self.request(request).await;
        self.answer(id).await
    }
}
