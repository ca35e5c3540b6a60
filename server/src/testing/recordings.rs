//! Recordings as the helper of an agent makes them.

use muster_protocol::{FromAgent, ToAgent};
use muster_remote::Kind;
use muster_remote::recording::{RecordType, RecordingWriter, session_bytes};
use serde_json::json;

use super::{FakeAgent, Identity, TestServer};
use crate::storage::sql;
use crate::time::Timestamp;

/// A recording of a session.
pub struct TestRecording {
    writer: RecordingWriter,
    identity: Identity,
}

impl TestRecording {
    /// Begins a recording now.
    pub fn begin(server: &TestServer, identity: &Identity, session: &str, kind: Kind) -> Self {
        Self::begin_at(server, identity, session, kind, Timestamp::now().micros())
    }

    /// Begins a recording at some time.
    pub fn begin_at(
        server: &TestServer,
        identity: &Identity,
        session: &str,
        kind: Kind,
        began: i64,
    ) -> Self {
        let key = server.app.vault.recording_key().public();
        Self::sealed_to(&key, identity, session, kind, began)
    }

    /// Begins a recording that the owner of some key can open.
    pub fn sealed_to(
        key: &[u8; 32],
        identity: &Identity,
        session: &str,
        kind: Kind,
        began: i64,
    ) -> Self {
        let session = session_bytes(session).expect("a session is a UUID");
        let writer = RecordingWriter::begin(session, kind, began, key).expect("a good key");
        Self { writer, identity: identity.clone() }
    }

    /// Adds the heading of a terminal.
    pub fn heading(&mut self) -> &mut Self {
        let heading = json!({
            "kind": "terminal", "hostname": "pc-1", "cols": 100, "rows": 30, "shell": "bash",
            "user": "admin",
        });
        self.add(0, RecordType::Heading, heading.to_string().as_bytes())
    }

    /// Adds what a terminal printed.
    pub fn print(&mut self, ms: u64, text: &str) -> &mut Self {
        self.add(ms, RecordType::Output, text.as_bytes())
    }

    pub fn add(&mut self, ms: u64, record_type: RecordType, payload: &[u8]) -> &mut Self {
        assert!(self.writer.add(ms, record_type, payload), "there is room in the part");
        self
    }

    /// Something is missing before what comes next.
    pub fn gap(&mut self) -> &mut Self {
        self.writer.mark_gap();
        self
    }

    /// The part with what was added, signed by the agent.
    pub fn part(&mut self) -> Vec<u8> {
        self.close(false)
    }

    /// The same of the last part.
    pub fn last_part(&mut self) -> Vec<u8> {
        self.close(true)
    }

    fn close(&mut self, is_last: bool) -> Vec<u8> {
        let identity = &self.identity;
        let sign = |text: &[u8]| identity.sign(text).try_into().expect("Ed25519 has 64 bytes");
        self.writer.close(is_last, sign).expect("something was added")
    }
}

impl FakeAgent {
    /// Sends a part, and returns the code of the answer: empty when it is stored.
    pub async fn record(&mut self, part: Vec<u8>) -> String {
        self.send(FromAgent::RecordingPart { part }).await;
        self.recorded().await.1
    }

    /// The next answer to a part: its number and the code.
    pub async fn recorded(&mut self) -> (u32, String) {
        loop {
            match self.receive().await.expect("the connection stays open") {
                ToAgent::RecordingStored { index, code, .. } => return (index, code),
                _ => continue,
            }
        }
    }
}

impl TestServer {
    /// Makes an open session one that is recorded: `on` or `strict`.
    pub async fn must_record(&self, session: &str, mode: &str) {
        let write = self.app.db.begin().await.expect("the database takes writes");
        let text = "update remote_sessions set recording = $2 where uid = $1";
        sql::execute(&write, text, [session.into(), mode.into()]).await.expect("it is there");
        write.commit().await.expect("it commits");
    }
}
