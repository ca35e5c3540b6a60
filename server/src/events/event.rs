//! Something that changed.

use serde::{Deserialize, Serialize};
use serde_json::Value;

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
    /// Client and site it concerned before, if it moved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub former: Option<(i64, i64)>,
    /// What a screen needs to follow.
    pub data: Value,
}

impl Event {
    /// An event about the whole installation.
    pub fn new(topic: &str, kind: &str, data: Value) -> Self {
        let (topic, kind) = (topic.to_owned(), kind.to_owned());
        Self { topic, kind, client: None, site: None, former: None, data }
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

    /// Whom it concerned before. They see it as removed.
    pub fn moved_from(mut self, client: i64, site: i64) -> Self {
        self.former = Some((client, site));
        self
    }
}
