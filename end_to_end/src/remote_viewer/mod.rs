//! A viewer of a terminal, and one of files: what a browser is, without anything to look at.

mod content;
mod files;
mod pipe;
mod socket;
mod upload;
mod waiting;

use muster_remote::{Frame, ViewerKey};
use serde_json::{Value, json};

pub use content::Content;
pub use files::{FilesPlace, FilesViewer};
use pipe::{Pipe, SESSION};
pub use socket::Closing;
pub use upload::{UploadUnderWay, sha256};

/// The channel of the shell.
const TERMINAL: u16 = 1;
/// Output that it has room for.
const WINDOW: u64 = 256 * 1024;
/// The most that is typed in one message.
const MOST_TYPED: usize = 4 * 1024;

/// One connection to a session.
pub struct RemoteViewer {
    /// The session.
    pub session: String,
    /// What it was told at the start.
    pub started: Value,
    /// The text of the last snapshot.
    pub snapshot: String,
    /// Everything that was printed since the snapshot.
    pub output: Vec<u8>,
    id: String,
    pipe: Pipe,
    received: u64,
    /// Everything that was typed, how much of it was sent, and how much may be.
    typed: Vec<u8>,
    sent: usize,
    limit: usize,
}

/// What is left of a viewer whose connection is gone.
pub struct Place {
    /// The session.
    pub session: String,
    id: String,
    received: u64,
    output: Vec<u8>,
    typed: Vec<u8>,
}

impl RemoteViewer {
    /// Connects with what the server answered, over this address, and shakes
    /// hands with the agent.
    pub async fn connect(relay: &str, key: ViewerKey, opened: &Value) -> Result<Self, Closing> {
        let pipe = Pipe::connect(relay, key, opened).await?;
        let text = |name: &str| opened[name].as_str().unwrap_or_default().to_owned();
        Ok(Self {
            session: text("session"),
            started: Value::Null,
            snapshot: String::new(),
            output: Vec::new(),
            id: text("viewer"),
            pipe,
            received: 0,
            typed: Vec::new(),
            sent: 0,
            limit: 0,
        })
    }

    /// Begins with the screen as it is.
    pub async fn begin(&mut self) {
        self.say(&json!({ "type": "start", "resume": false })).await;
        self.started = self.wait_for("started").await;
        self.wait_for("snapshot").await;
    }

    /// Goes on as an earlier viewer, whose connection broke.
    pub async fn resume(&mut self, place: Place) {
        self.say(&json!({ "type": "start", "resume": true, "of": place.id })).await;
        (self.received, self.output, self.typed) = (place.received, place.output, place.typed);
        self.ask_for_more().await;
        self.started = self.wait_for("started").await;
        assert_eq!(self.started["resumed"], true, "the agent does not know it any more");
    }

    /// Hangs up without a word, and keeps what a browser would.
    pub fn hang_up(self) -> Place {
        let Self { session, id, received, output, typed, .. } = self;
        Place { session, id, received, output, typed }
    }

    /// Says something about the session.
    pub async fn say(&mut self, message: &Value) {
        self.pipe.control(SESSION, message).await;
    }

    /// Types something; what the agent has no room for is sent later.
    pub async fn type_text(&mut self, text: &str) {
        self.typed.extend_from_slice(text.as_bytes());
        self.send_typed().await;
    }

    /// Takes what comes next, and answers what has to be answered. Returns the
    /// message, if it is one.
    pub async fn hear(&mut self) -> Result<Option<Value>, Closing> {
        let Some(plain) = self.pipe.receive().await? else { return Ok(None) };
        let (_, frame) = Frame::decode(&plain).expect("the agent sends frames");
        match frame {
            Frame::Control(text) => {
                let message: Value = serde_json::from_str(text).expect("the agent sends JSON");
                if message["type"] == "snapshot" {
                    self.show(&message).await;
                }
                return Ok(Some(message));
            }
            Frame::Data { offset, bytes } => {
                assert_eq!(offset, self.received, "output is missing or comes twice");
                self.received += bytes.len() as u64;
                self.output.extend_from_slice(bytes);
                self.ask_for_more().await;
            }
            Frame::Credit { received, limit } => self.take_credit(received, limit).await,
            Frame::Packet(_) => panic!("a terminal sends no packets"),
        }
        Ok(None)
    }

    async fn show(&mut self, message: &Value) {
        message["text"].as_str().expect("a text").clone_into(&mut self.snapshot);
        self.received = message["offset"].as_u64().expect("a number");
        self.output.clear();
        self.ask_for_more().await;
    }

    async fn take_credit(&mut self, received: u64, limit: u64) {
        let whole = |number: u64| usize::try_from(number).expect("a test types little");
        if self.limit == 0 {
            self.sent = whole(received);
            assert!(self.sent <= self.typed.len(), "the agent has more than was typed");
        }
        self.limit = whole(limit);
        self.send_typed().await;
    }

    async fn send_typed(&mut self) {
        loop {
            let end = self.typed.len().min(self.limit).min(self.sent + MOST_TYPED);
            if self.sent >= end {
                return;
            }
            let (offset, bytes) = (self.sent as u64, self.typed[self.sent..end].to_vec());
            self.sent = end;
            self.pipe.send(TERMINAL, &Frame::Data { offset, bytes: &bytes }).await;
        }
    }

    async fn ask_for_more(&mut self) {
        let received = self.received;
        self.pipe.send(TERMINAL, &Frame::Credit { received, limit: received + WINDOW }).await;
    }
}
