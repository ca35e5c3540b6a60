//! Events about remote sessions, for the list of them and for the page of their agent.

use serde::Serialize;
use utoipa::ToSchema;

use super::super::Event;
#[cfg(test)]
use super::Entry;
use super::{EventType, TopicKind, WideTopic};
use crate::ids::AgentId;

const TOPIC: TopicKind = TopicKind::Wide(WideTopic::Remote);

const REMOTE_OPENED: EventType<RemoteOpened> =
    EventType::new(TOPIC, "remote.opened", "somebody opened a remote session on an agent");

const REMOTE_CHANGED: EventType<RemoteRef> = EventType::new(
    TOPIC,
    "remote.changed",
    "something about a remote session changed: its state, its viewers, who drives it, or what \
     the person at the computer answered",
);

const REMOTE_ENDED: EventType<RemoteEnded> =
    EventType::new(TOPIC, "remote.ended", "a remote session ended");

/// Data of `remote.opened`.
#[derive(Serialize, ToSchema)]
pub struct RemoteOpened {
    /// The session, a UUID.
    session: String,
    /// Identifier of the agent.
    agent_id: String,
    /// `terminal`, `files`, `screen` or `tunnel`.
    kind: String,
    /// Name of the user who opened it.
    user: String,
}

/// A remote session.
#[derive(Serialize, ToSchema)]
pub struct RemoteRef {
    /// The session, a UUID.
    session: String,
    /// Identifier of the agent.
    agent_id: String,
}

/// Data of `remote.ended`.
#[derive(Serialize, ToSchema)]
pub struct RemoteEnded {
    /// The session, a UUID.
    session: String,
    /// Identifier of the agent.
    agent_id: String,
    /// Why, for programs.
    code: String,
}

impl Event {
    /// Somebody opened a session.
    pub fn remote_opened(session: &str, agent_id: &AgentId, kind: &str, user: &str) -> Self {
        REMOTE_OPENED.event(RemoteOpened {
            session: session.to_owned(),
            agent_id: agent_id.into(),
            kind: kind.to_owned(),
            user: user.to_owned(),
        })
    }

    /// Something about a session changed: read it again.
    pub fn remote_changed(session: &str, agent_id: &AgentId) -> Self {
        REMOTE_CHANGED.event(RemoteRef { session: session.to_owned(), agent_id: agent_id.into() })
    }

    /// A session ended.
    pub fn remote_ended(session: &str, agent_id: &AgentId, code: &str) -> Self {
        REMOTE_ENDED.event(RemoteEnded {
            session: session.to_owned(),
            agent_id: agent_id.into(),
            code: code.to_owned(),
        })
    }
}

#[cfg(test)]
pub(super) fn entries() -> Vec<Entry> {
    vec![REMOTE_OPENED.entry(), REMOTE_CHANGED.entry(), REMOTE_ENDED.entry()]
}
