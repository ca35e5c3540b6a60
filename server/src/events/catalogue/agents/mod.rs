//! Events about agents.

mod changes;
mod enums;

pub use changes::{AgentChanges, ChangedKeys};
use serde::Serialize;
use utoipa::ToSchema;

use super::super::Event;
#[cfg(test)]
use super::Entry;
use super::{EventType, TopicKind, WideTopic};
use crate::ids::AgentId;

const TOPIC: TopicKind = TopicKind::Wide(WideTopic::Agents);

const AGENT_ADDED: EventType<AgentAdded> = EventType::new(
    TOPIC,
    "agent.added",
    "an agent enrolled, for the first time or again, or was restored after its removal",
);

/// An agent was removed.
pub const AGENT_REMOVED: EventType<AgentRef> = EventType::new(
    TOPIC,
    "agent.removed",
    "an agent was removed, or moved to where the listener does not see it",
);

const AGENT_STATUS: EventType<AgentStatus> = EventType::new(
    TOPIC,
    "agent.status",
    "an agent connected, or was not seen for its offline time or its overdue time",
);

const AGENT_UPDATED: EventType<AgentUpdated> = EventType::new(
    TOPIC,
    "agent.updated",
    "something about an agent changed: what people set, what it reports, or its connection",
);

/// An agent is at another site.
pub const AGENT_MOVED: EventType<AgentUpdated> =
    EventType::new(TOPIC, "agent.moved", "an agent was put into another site");

/// Data of `agent.added`.
#[derive(Serialize, ToSchema)]
pub struct AgentAdded {
    /// Identifier of the agent.
    agent_id: String,
    /// The name of the computer.
    hostname: String,
    /// Whether it is a known agent that has another key now.
    key_changed: bool,
}

/// An agent.
#[derive(Serialize, ToSchema)]
pub struct AgentRef {
    /// Identifier of the agent.
    pub agent_id: String,
}

/// Data of `agent.status`.
#[derive(Serialize, ToSchema)]
pub struct AgentStatus {
    /// Identifier of the agent.
    agent_id: String,
    /// Its status from now on.
    #[schema(value_type = Presence)]
    status: String,
    /// Whether it has a connection; left out when only its absence was noticed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = bool, required = false)]
    connected: Option<bool>,
}

/// Whether an agent is there.
#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
#[expect(dead_code, reason = "only described: the database stores the name")]
enum Presence {
    Online,
    Offline,
    Overdue,
}

/// Data of `agent.updated` and `agent.moved`.
#[derive(Serialize, ToSchema)]
pub struct AgentUpdated {
    /// Identifier of the agent.
    agent_id: String,
    /// The keys that changed, with their new values. Left out or empty when the
    /// event does not carry them: read the agent again.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = AgentChanges, required = false)]
    changed: Option<ChangedKeys>,
}

impl Event {
    /// An agent enrolled, maybe a known one with another key, or was restored.
    pub fn agent_added(agent_id: &AgentId, hostname: &str, key_changed: bool) -> Self {
        let (agent_id, hostname) = (agent_id.into(), hostname.to_owned());
        AGENT_ADDED.event(AgentAdded { agent_id, hostname, key_changed })
    }

    /// An agent was removed.
    pub fn agent_removed(agent_id: &AgentId) -> Self {
        AGENT_REMOVED.event(AgentRef { agent_id: agent_id.into() })
    }

    /// An agent connected.
    pub fn agent_connected(agent_id: &AgentId) -> Self {
        let (agent_id, status) = (agent_id.into(), "online".to_owned());
        AGENT_STATUS.event(AgentStatus { agent_id, status, connected: Some(true) })
    }

    /// An agent counts as `online`, `offline` or `overdue` from now on.
    pub fn agent_status(agent_id: &AgentId, status: &str) -> Self {
        let (agent_id, status) = (agent_id.into(), status.to_owned());
        AGENT_STATUS.event(AgentStatus { agent_id, status, connected: None })
    }

    /// Something about an agent changed.
    pub fn agent_updated(agent_id: &AgentId, changed: impl Into<ChangedKeys>) -> Self {
        let (agent_id, changed) = (agent_id.into(), Some(changed.into()));
        AGENT_UPDATED.event(AgentUpdated { agent_id, changed })
    }

    /// Something about an agent changed that the event does not carry.
    pub fn agent_outdated(agent_id: &AgentId) -> Self {
        AGENT_UPDATED.event(AgentUpdated { agent_id: agent_id.into(), changed: None })
    }

    /// An agent was moved to another site.
    pub fn agent_moved(agent_id: &AgentId, changed: impl Into<ChangedKeys>) -> Self {
        let (agent_id, changed) = (agent_id.into(), Some(changed.into()));
        AGENT_MOVED.event(AgentUpdated { agent_id, changed })
    }
}

#[cfg(test)]
pub(super) fn entries() -> Vec<Entry> {
    vec![
        AGENT_ADDED.entry(),
        AGENT_REMOVED.entry(),
        AGENT_STATUS.entry(),
        AGENT_UPDATED.entry(),
        AGENT_MOVED.entry(),
    ]
}
