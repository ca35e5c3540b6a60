//! Opening a session through the API, as a browser does.

use anyhow::{Context, bail};
use muster_protocol::hex;
use muster_remote::{Frame, ViewerKey};
use serde::Deserialize;
use serde_json::{Value, json};

use super::SESSION;
use super::pipe::Pipe;
use crate::server::Server;

const SESSIONS: &str = "/remote/v1/sessions/";

/// Who opens sessions, and where.
#[derive(Clone, Copy)]
pub struct Caller<'a> {
    /// The server.
    pub server: &'a Server,
    /// The key of the API.
    pub key: &'a str,
    /// Bytes that a viewer's socket reads at once.
    pub read_bytes: usize,
}

/// What the server answers.
#[derive(Deserialize)]
pub struct Opened {
    /// The session.
    pub session: String,
    /// This viewer of it.
    pub viewer: String,
    /// The path of the relay.
    pub relay_url: String,
    /// Lets the viewer in there.
    pub ticket: String,
    /// The text of the grant.
    pub grant: String,
    /// The agent's key, in hex.
    pub agent_key: String,
}

impl Caller<'_> {
    /// Opens a session on an agent and says that it begins; the number spreads viewers over
    /// addresses. Returns the session with its pipe.
    pub async fn open(
        &self,
        number: usize,
        agent_id: &str,
        kind: &str,
    ) -> anyhow::Result<(String, Pipe)> {
        let key = ViewerKey::generate().context("the system has no randomness")?;
        let body = json!({
            "agent_id": agent_id, "kind": kind, "shell": "sh", "public_key": hex::encode(key.public()),
        });
        let answer = self.post(SESSIONS, &body).await?;
        let opened: Opened = serde_json::from_value(answer).context("the answer is unreadable")?;
        let mut pipe = Pipe::of_viewer(self.server, number, self.read_bytes, &opened, key).await?;
        pipe.say(SESSION, &json!({ "type": "start", "resume": false })).await?;
        Ok((opened.session, pipe))
    }

    /// Ends a session for everybody.
    pub async fn end(&self, session: &str) -> anyhow::Result<()> {
        self.post(&format!("{SESSIONS}{session}/end/"), &json!({})).await.map(|_| ())
    }

    async fn post(&self, path: &str, body: &Value) -> anyhow::Result<Value> {
        let request = self.server.http.post(format!("{}{path}", self.server.url));
        let answer = request.header("X-API-KEY", self.key).json(body).send().await?;
        let status = answer.status();
        let text = answer.text().await?;
        if !status.is_success() {
            bail!("a remote session is refused ({status}): {text}");
        }
        serde_json::from_str(&text).context("the answer is no JSON")
    }
}

/// A text of the other side; none of any other frame. One that says the end is an error.
pub fn said(frame: &Frame<'_>) -> anyhow::Result<Option<Value>> {
    let Frame::Control(text) = frame else { return Ok(None) };
    let said: Value = serde_json::from_str(text).context("the other side sends no JSON")?;
    match said["type"] == "ended" {
        true => bail!("the session has ended: {}", said["reason"].as_str().unwrap_or_default()),
        false => Ok(Some(said)),
    }
}
