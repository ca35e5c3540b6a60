//! Events about installed software, and about updates.

use serde::Serialize;
use utoipa::ToSchema;

use super::super::Event;
#[cfg(test)]
use super::Entry;
use super::agents::AgentRef;
use super::{EventType, TopicKind, WideTopic};
use crate::ids::AgentId;

const UPDATES_CHANGED: EventType<UpdatesChanged> = EventType::new(
    TopicKind::Wide(WideTopic::Updates),
    "changed",
    "updates were found, decided about or installed",
);

const SOFTWARE_CHANGED: EventType<AgentRef> = EventType::new(
    TopicKind::Wide(WideTopic::Software),
    "changed",
    "the software of an agent was collected",
);

/// Data of `changed` on `updates`.
#[derive(Serialize, ToSchema)]
pub struct UpdatesChanged {
    /// Identifier of the agent; left out when there may be several.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false)]
    agent_id: Option<String>,
}

impl Event {
    /// Updates of one agent changed.
    pub fn updates_changed(agent_id: &AgentId) -> Self {
        UPDATES_CHANGED.event(UpdatesChanged { agent_id: Some(agent_id.into()) })
    }

    /// Updates changed, of one agent or of several.
    pub fn updates_of_some_changed() -> Self {
        UPDATES_CHANGED.event(UpdatesChanged { agent_id: None })
    }

    /// The software of an agent was collected.
    pub fn software_changed(agent_id: &AgentId) -> Self {
        SOFTWARE_CHANGED.event(AgentRef { agent_id: agent_id.into() })
    }
}

#[cfg(test)]
pub(super) fn entries() -> Vec<Entry> {
    vec![UPDATES_CHANGED.entry(), SOFTWARE_CHANGED.entry()]
}
