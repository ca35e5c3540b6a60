//! Events about notes on agents.

use serde::Serialize;
use utoipa::ToSchema;

use super::super::Event;
#[cfg(test)]
use super::Entry;
use super::{EventType, TopicKind, WideTopic};
use crate::ids::AgentId;

const TOPIC: TopicKind = TopicKind::Wide(WideTopic::Notes);

const NOTE_CREATED: EventType<NoteRef> =
    EventType::new(TOPIC, "created", "somebody or a run left a note on an agent");
const NOTE_CHANGED: EventType<NoteRef> =
    EventType::new(TOPIC, "changed", "the text of a note was changed");
const NOTE_REMOVED: EventType<NoteRef> = EventType::new(TOPIC, "removed", "a note was deleted");

/// A note on an agent.
#[derive(Serialize, ToSchema)]
pub struct NoteRef {
    /// Key of the note.
    id: i64,
    /// Identifier of the agent.
    agent_id: String,
}

impl Event {
    /// A note was left on an agent.
    pub fn note_created(id: i64, agent_id: &AgentId) -> Self {
        NOTE_CREATED.event(NoteRef::new(id, agent_id))
    }

    /// A note was changed.
    pub fn note_changed(id: i64, agent_id: &AgentId) -> Self {
        NOTE_CHANGED.event(NoteRef::new(id, agent_id))
    }

    /// A note was deleted.
    pub fn note_removed(id: i64, agent_id: &AgentId) -> Self {
        NOTE_REMOVED.event(NoteRef::new(id, agent_id))
    }
}

impl NoteRef {
    fn new(id: i64, agent_id: &AgentId) -> Self {
        Self { id, agent_id: agent_id.into() }
    }
}

#[cfg(test)]
pub(super) fn entries() -> Vec<Entry> {
    vec![NOTE_CREATED.entry(), NOTE_CHANGED.entry(), NOTE_REMOVED.entry()]
}
