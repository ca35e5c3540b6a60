//! Events about recordings of remote sessions, for the list of them and for a player that
//! follows one.

use serde::Serialize;
use utoipa::ToSchema;

use super::super::Event;
#[cfg(test)]
use super::Entry;
use super::{EventType, TopicKind, WideTopic};
use crate::ids::AgentId;

const RECORDING_CHANGED: EventType<RecordingChanged> = EventType::new(
    TopicKind::Wide(WideTopic::Recordings),
    "recording.changed",
    "a recording of a remote session began, grew, ended or was deleted; while it grows, about \
     once a second at most",
);

/// Data of `recording.changed`.
#[derive(Serialize, ToSchema)]
pub struct RecordingChanged {
    /// Key of the recording.
    recording: i64,
    /// Its session, a UUID.
    session: String,
    /// Identifier of the agent.
    agent_id: String,
    /// `recording`, `complete`, `incomplete` or `deleted`.
    state: String,
}

impl Event {
    /// Something about a recording changed.
    pub fn recording_changed(
        recording: i64,
        session: &str,
        agent_id: &AgentId,
        state: &str,
    ) -> Self {
        RECORDING_CHANGED.event(RecordingChanged {
            recording,
            session: session.to_owned(),
            agent_id: agent_id.into(),
            state: state.to_owned(),
        })
    }
}

#[cfg(test)]
pub(super) fn entries() -> Vec<Entry> {
    vec![RECORDING_CHANGED.entry()]
}
