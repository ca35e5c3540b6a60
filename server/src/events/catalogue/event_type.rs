//! One type of event.

use std::marker::PhantomData;

use serde::Serialize;

use super::super::Event;
use super::TopicKind;

/// A kind of event that carries data `D`.
pub struct EventType<D> {
    topic: TopicKind,
    name: &'static str,
    #[cfg_attr(
        not(test),
        expect(dead_code, reason = "read by the test that writes docs/events.md")
    )]
    happens: &'static str,
    data: PhantomData<fn(D)>,
}

impl<D: Serialize> EventType<D> {
    /// An event of this topic and type. `happens` completes "It is sent when".
    pub(super) const fn new(topic: TopicKind, name: &'static str, happens: &'static str) -> Self {
        Self { topic, name, happens, data: PhantomData }
    }

    /// The type as listeners see it.
    pub const fn as_str(&self) -> &'static str {
        self.name
    }

    /// Whether an event is of this type. Not for types that several topics
    /// share: `created`, `changed`, `removed`.
    pub fn is(&self, event: &Event) -> bool {
        event.kind == self.name
    }

    /// The event on a topic of many objects.
    pub(super) fn event(&self, data: D) -> Event {
        self.on(self.topic.pattern(), data)
    }

    /// The event on the topic of one run or one bulk action.
    pub(super) fn event_of(&self, id: i64, data: D) -> Event {
        self.on(&self.topic.of(id), data)
    }

    fn on(&self, topic: &str, data: D) -> Event {
        let data = serde_json::to_value(data).expect("data of an event is plain JSON");
        Event::new(topic, self.name, data)
    }
}

/// A line of the catalogue.
#[cfg(test)]
#[derive(Clone)]
pub struct Entry {
    /// Where it is published.
    pub topic: TopicKind,
    /// Its type as listeners see it.
    pub name: &'static str,
    /// When it is sent.
    pub happens: &'static str,
    pub data_name: String,
    /// Its data as a JSON schema.
    pub data: serde_json::Value,
    /// The schemas of the data, by name.
    pub parts: std::collections::BTreeMap<String, serde_json::Value>,
}

#[cfg(test)]
impl<D: utoipa::ToSchema> EventType<D> {
    /// Its line of the catalogue.
    pub(super) fn entry(&self) -> Entry {
        let json = |schema: &_| serde_json::to_value(schema).expect("a schema is JSON");
        let mut parts = Vec::new();
        D::schemas(&mut parts);
        Entry {
            topic: self.topic,
            name: self.name,
            happens: self.happens,
            data_name: D::name().into_owned(),
            data: json(&D::schema()),
            parts: parts.iter().map(|(name, schema)| (name.clone(), json(schema))).collect(),
        }
    }
}
