//! Events: every change that a screen shows, published after its commit.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::bus::Bus;

/// Prefix of the bus subjects that carry events; the topic follows.
const SUBJECT: &str = "events";

/// Something changed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Event {
    /// What it belongs to: `agents`, `runs`, `config`, ….
    pub topic: String,
    /// What happened: `agent.status`, `run.finished`, `saved`, ….
    #[serde(rename = "type")]
    pub kind: String,
    /// Client it concerns, for the scope of whoever listens.
    pub client: Option<i64>,
    /// Site it concerns, for the scope of whoever listens.
    pub site: Option<i64>,
    /// What a screen needs to follow.
    pub data: Value,
}

impl Event {
    /// An event about the whole installation.
    pub fn new(topic: &str, kind: &str, data: Value) -> Self {
        Self { topic: topic.to_owned(), kind: kind.to_owned(), client: None, site: None, data }
    }

    /// Something of the configuration was saved.
    pub fn saved(entity: &str, id: i64) -> Self {
        Self::new("config", "saved", serde_json::json!({ "entity": entity, "id": id }))
    }

    /// Something of the configuration was deleted.
    pub fn deleted(entity: &str, id: i64) -> Self {
        Self::new("config", "deleted", serde_json::json!({ "entity": entity, "id": id }))
    }

    /// Whom it concerns.
    pub fn about(mut self, client: i64, site: i64) -> Self {
        self.client = Some(client);
        self.site = Some(site);
        self
    }
}

/// Where events go out.
#[derive(Clone)]
pub struct Events {
    bus: Bus,
}

impl Events {
    /// Events over this bus.
    pub fn new(bus: Bus) -> Self {
        Self { bus }
    }

    /// Publishes an event. A bus that is down loses it: whoever listens reads
    /// again after a gap, and the change itself is stored.
    pub async fn publish(&self, event: &Event) {
        let payload = serde_json::to_vec(event).expect("an event is plain JSON");
        if let Err(error) = self.bus.publish(&format!("{SUBJECT}.{}", event.topic), payload).await {
            tracing::warn!(error = %error, event.kind, "an event could not be published");
        }
    }
}
