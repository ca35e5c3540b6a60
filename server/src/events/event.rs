//! Something that changed.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::catalogue::{ConfigObject, Topic, WideTopic};

/// A change: one of the events of the [catalogue](super::catalogue), with its
/// location. This is also how replicas send it to each other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Event {
    /// The name of the topic it is published on: `agents`, `run:7`, ….
    pub(super) topic: String,
    /// The type: `agent.status`, `run.finished`, `saved`, ….
    #[serde(rename = "type")]
    pub(super) kind: String,
    /// Client it concerns, for the scope of its listeners.
    pub(super) client: Option<i64>,
    /// Site it concerns, for the scope of its listeners.
    pub(super) site: Option<i64>,
    /// Client and site it concerned before, if it moved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) former: Option<(i64, i64)>,
    /// The data that a screen needs to follow.
    pub(super) data: Value,
}

impl Event {
    /// An event about the whole installation. Only the catalogue makes events.
    pub(super) fn new(topic: &str, kind: &str, data: Value) -> Self {
        let (topic, kind) = (topic.to_owned(), kind.to_owned());
        Self { topic, kind, client: None, site: None, former: None, data }
    }

    /// Any event, for tests of how events travel.
    #[cfg(test)]
    pub fn for_test(topic: &str, kind: &str, data: Value) -> Self {
        Self::new(topic, kind, data)
    }

    /// The client and site it concerns.
    pub fn about(mut self, client: i64, site: i64) -> Self {
        self.client = Some(client);
        self.site = Some(site);
        self
    }

    /// The client it concerns, with all of its sites.
    pub fn about_client(mut self, client: i64) -> Self {
        self.client = Some(client);
        self
    }

    /// The client and site it concerned before. Watchers who see only those see
    /// it as removed.
    pub fn moved_from(mut self, client: i64, site: i64) -> Self {
        self.former = Some((client, site));
        self
    }

    /// The type: `agent.status`, `run.finished`, `saved`, ….
    pub fn kind(&self) -> &str {
        &self.kind
    }

    /// Whether it concerns the whole installation.
    pub fn is_about_everything(&self) -> bool {
        self.client.is_none()
    }

    /// The topic it is published on. None for one that only a newer replica
    /// knows.
    pub fn topic(&self) -> Option<Topic> {
        Topic::parse(&self.topic)
    }

    /// Whether it is published on this topic.
    pub fn is_on(&self, topic: WideTopic) -> bool {
        self.topic == topic.name()
    }

    /// The agent it names.
    pub fn agent_id(&self) -> Option<&str> {
        self.data["agent_id"].as_str()
    }

    /// The key of the object it names: of a run, a note, a bulk action, ….
    pub fn id(&self) -> Option<i64> {
        self.data["id"].as_i64()
    }

    /// The object of the configuration it is about. None if it is about
    /// something else, or about a kind that only a newer replica knows.
    pub fn config_object(&self) -> Option<ConfigObject> {
        if !self.is_on(WideTopic::Config) {
            return None;
        }
        ConfigObject::deserialize(&self.data).ok()
    }
}
