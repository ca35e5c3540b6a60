//! A recording as it is stored.

use muster_remote::Kind;
use sea_orm::FromQueryResult;

use super::state::RecordingState;
use crate::audit::{Action, Entry, ObjectType};
use crate::domain::remote::kind_named;
use crate::events::Event;
use crate::ids::AgentId;
use crate::time::Timestamp;

/// A recording, with where its agent is now.
#[derive(Clone, Debug, FromQueryResult)]
pub struct StoredRecording {
    pub id: i64,
    /// The session, a UUID.
    pub session_uid: String,
    /// In microseconds by the agent's clock: with the session it names the recording.
    pub began: i64,
    pub agent_uid: AgentId,
    pub hostname: String,
    pub(super) kind: String,
    /// Who opened the session.
    pub username: String,
    /// The Ed25519 key that signs its parts.
    pub(super) agent_key: Vec<u8>,
    /// The X25519 key that its parts are sealed with.
    pub(super) seal_key: Vec<u8>,
    /// When it began, as far as that is plausible.
    pub started: Timestamp,
    pub last_stored: Timestamp,
    /// Milliseconds from its beginning to the end of its last part.
    pub last_ms: i64,
    pub parts: i64,
    pub bytes: i64,
    pub gaps: i64,
    /// SHA-256 of its last part.
    pub digest: Vec<u8>,
    pub is_complete: bool,
    /// The code with which a part was refused; empty: none was.
    pub refused: String,
    client_id: Option<i64>,
    site_id: Option<i64>,
    site_name: Option<String>,
}

impl StoredRecording {
    /// The kind of its session; the table allows no other.
    pub fn kind(&self) -> Kind {
        kind_named(&self.kind).unwrap_or(Kind::Screen)
    }

    /// What people call it, within a sentence.
    pub fn name(&self) -> String {
        let Self { id, kind, username, hostname, .. } = self;
        format!("recording {id} of the {kind} session of {username} on {hostname}")
    }

    /// A row of the audit log about it.
    pub fn entry(&self, action: Action, message: String) -> Entry {
        let entry = Entry::new(action, ObjectType::Recording, self.id, message)
            .agent(&self.hostname, &self.agent_uid);
        match (self.client_id, self.site_id, &self.site_name) {
            (Some(client), Some(site), Some(name)) => entry.client(client).site(site, name),
            _ => entry,
        }
    }

    /// That something about it changed.
    pub(super) fn event(&self, state: RecordingState) -> Event {
        let event =
            Event::recording_changed(self.id, &self.session_uid, &self.agent_uid, state.as_str());
        match (self.client_id, self.site_id) {
            (Some(client), Some(site)) => event.about(client, site),
            // Its agent is gone: for those who see everything.
            _ => event,
        }
    }
}
