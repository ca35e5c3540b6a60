//! Events about watches, for their owner alone.

use serde::Serialize;
use utoipa::ToSchema;

use super::super::Event;
#[cfg(test)]
use super::Entry;
use super::{EventType, TopicKind, WideTopic};

const TOPIC: TopicKind = TopicKind::Wide(WideTopic::Watches);

const WATCH_CHANGED: EventType<WatchRef> =
    EventType::new(TOPIC, "watch.changed", "somebody added or removed a watch of their own");

const WATCH_FIRED: EventType<WatchFired> = EventType::new(
    TOPIC,
    "watch.fired",
    "an agent came online or went offline, or a run ended, and somebody had asked to be told; \
     the watch is gone then",
);

/// Data of `watch.changed`.
#[derive(Serialize, ToSchema)]
pub struct WatchRef {
    /// Key of the watch.
    id: i64,
    /// Key of its owner, the only one who gets the event.
    user: i64,
}

/// Data of `watch.fired`.
#[derive(Serialize, ToSchema)]
pub struct WatchFired {
    /// Key of the watch.
    pub id: i64,
    /// Key of its owner, the only one who gets the event.
    pub user: i64,
    /// What has happened.
    #[schema(value_type = WatchedEvent)]
    pub event: String,
    /// Identifier of the agent; also for a run.
    pub agent_id: String,
    /// Host name of the agent.
    pub hostname: String,
    /// Key of the run; null if an agent was watched.
    #[schema(required = true)]
    pub run: Option<i64>,
    /// How the run ended; null if an agent was watched.
    #[schema(required = true)]
    pub status: Option<String>,
    /// The same as a sentence.
    pub message: String,
}

/// What a watch waits for.
#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
#[expect(dead_code, reason = "only described: the domain knows the names")]
enum WatchedEvent {
    Online,
    Offline,
    Ended,
}

impl Event {
    /// A user added or removed a watch.
    pub fn watch_changed(id: i64, user: i64) -> Self {
        WATCH_CHANGED.event(WatchRef { id, user })
    }

    /// A watch has fired.
    pub fn watch_fired(fired: WatchFired) -> Self {
        WATCH_FIRED.event(fired)
    }

    /// The only user who may get it; none if it is not about a watch.
    pub fn watcher(&self) -> Option<i64> {
        self.is_on(WideTopic::Watches).then(|| self.data["user"].as_i64()).flatten()
    }
}

#[cfg(test)]
pub(super) fn entries() -> Vec<Entry> {
    vec![WATCH_CHANGED.entry(), WATCH_FIRED.entry()]
}
