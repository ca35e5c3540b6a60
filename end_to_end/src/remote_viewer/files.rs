//! A viewer of files: it asks for something, and waits for the answer.

use std::collections::{HashMap, VecDeque};

use muster_remote::{Frame, ViewerKey};
use serde_json::{Value, json};
use tokio::time::timeout;

use super::pipe::{Pipe, SESSION};
use super::socket::Closing;
use crate::waiting::PATIENCE;

/// The channel of requests and answers.
const REQUESTS: u16 = 1;

/// The answer to a request, or the problem with it.
pub type Answer = Result<Value, Value>;

/// One connection to a session for files.
pub struct FilesViewer {
    /// The session.
    pub session: String,
    id: String,
    pub(super) pipe: Pipe,
    /// The number of the last request: none is used twice.
    asked: u64,
    answers: VecDeque<Value>,
    /// The last credit on each channel of content.
    pub(super) credits: HashMap<u16, (u64, u64)>,
}

/// What is left of a viewer whose connection is gone.
pub struct FilesPlace {
    /// The session.
    pub session: String,
    id: String,
    asked: u64,
}

impl FilesViewer {
    /// Connects with what the server answered, over this address, and begins.
    pub async fn begin(relay: &str, key: ViewerKey, opened: &Value) -> Result<Self, Closing> {
        let mut viewer = Self::connect(relay, key, opened, 0).await?;
        viewer.start(&json!({ "type": "start", "resume": false })).await?;
        Ok(viewer)
    }

    /// Connects and goes on as an earlier viewer, whose connection broke.
    pub async fn resume(
        relay: &str,
        key: ViewerKey,
        opened: &Value,
        place: &FilesPlace,
    ) -> Result<Self, Closing> {
        let mut viewer = Self::connect(relay, key, opened, place.asked).await?;
        let started =
            viewer.start(&json!({ "type": "start", "resume": true, "of": place.id })).await?;
        assert_eq!(started["resumed"], true, "the agent does not know it any more");
        Ok(viewer)
    }

    async fn connect(
        relay: &str,
        key: ViewerKey,
        opened: &Value,
        asked: u64,
    ) -> Result<Self, Closing> {
        let pipe = Pipe::connect(relay, key, opened).await?;
        let text = |name: &str| opened[name].as_str().unwrap_or_default().to_owned();
        let (session, id) = (text("session"), text("viewer"));
        let (answers, credits) = Default::default();
        Ok(Self { session, id, pipe, asked, answers, credits })
    }

    async fn start(&mut self, message: &Value) -> Result<Value, Closing> {
        self.pipe.control(SESSION, message).await;
        loop {
            if let Some(started) = self.hear().await?.filter(|said| said["type"] == "started") {
                return Ok(started);
            }
        }
    }

    /// Hangs up without a word, and keeps what a browser would.
    pub fn hang_up(self) -> FilesPlace {
        let Self { session, id, asked, .. } = self;
        FilesPlace { session, id, asked }
    }

    /// Asks for something, and returns the number of the request.
    pub async fn request(&mut self, mut request: Value) -> u64 {
        self.asked += 1;
        request["type"] = json!("request");
        request["id"] = json!(self.asked);
        self.pipe.control(REQUESTS, &request).await;
        self.asked
    }

    /// Waits for the next answer to a request.
    pub async fn answer(&mut self, id: u64) -> Result<Answer, Closing> {
        loop {
            if let Some(place) = self.answers.iter().position(|answer| answer["id"] == id) {
                let mut answer = self.answers.remove(place).expect("it was just found");
                return Ok(match answer.get("ok") {
                    Some(_) => Ok(answer["ok"].take()),
                    None => Err(answer["error"].take()),
                });
            }
            self.hear().await?;
        }
    }

    /// Asks for something, and waits for the answer.
    pub async fn ask(&mut self, request: Value) -> Result<Answer, Closing> {
        let id = self.request(request).await;
        self.answer(id).await
    }

    /// Whether an answer to a request has come that nobody has waited for yet.
    pub(super) fn is_answered(&self, id: u64) -> bool {
        self.answers.iter().any(|answer| answer["id"] == id)
    }

    /// Takes what comes next, and keeps what somebody will wait for. Returns what is said
    /// about the session.
    pub(super) async fn hear(&mut self) -> Result<Option<Value>, Closing> {
        let heard = timeout(PATIENCE, self.pipe.receive()).await;
        let Some(plain) = heard.expect("the agent answers in time")? else { return Ok(None) };
        let (channel, frame) = Frame::decode(&plain).expect("the agent sends frames");
        match frame {
            Frame::Control(text) => {
                let said: Value = serde_json::from_str(text).expect("the agent sends JSON");
                match said["type"].as_str() {
                    Some("answer") if channel == REQUESTS => self.answers.push_back(said),
                    Some("ended") if channel == SESSION => return Err(Closing::of(&said)),
                    _ => return Ok(Some(said)),
                }
            }
            Frame::Credit { received, limit } => {
                self.credits.insert(channel, (received, limit));
            }
            // Content that nobody here has asked for was on its way.
            Frame::Data { .. } => {}
            Frame::Packet(_) => panic!("nobody sends packets here"),
        }
        Ok(None)
    }
}
