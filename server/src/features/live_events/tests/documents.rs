//! Documents generated from the catalogue of events: its documentation, and the
//! types of the web interface.

mod markdown;
mod typescript;

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;

use crate::events::WideTopic;
use crate::events::catalogue::{Entry, TopicKind, entries};
use crate::router;

/// A key of an object.
struct Key {
    name: String,
    is_required: bool,
    description: String,
    schema: Value,
}

/// The keys of an object, in their order.
fn keys(schema: &Value) -> Vec<Key> {
    let properties = schema["properties"].as_object().into_iter().flatten();
    let required = schema["required"].as_array().cloned().unwrap_or_default();
    properties
        .map(|(name, schema)| Key {
            name: name.clone(),
            is_required: required.contains(&Value::from(name.as_str())),
            description: sentence(schema),
            schema: schema.clone(),
        })
        .collect()
}

/// The description on one line.
fn sentence(schema: &Value) -> String {
    // What may be null has its sentence beside the other choice.
    let described =
        choices(schema).and_then(|mut all| all.find(|one| one["description"].is_string()));
    let schema = described.unwrap_or(schema);
    schema["description"].as_str().unwrap_or_default().replace('\n', " ")
}

/// The choices of a schema that has several, null last.
fn choices(schema: &Value) -> Option<impl Iterator<Item = &Value>> {
    let all = schema["oneOf"].as_array()?;
    let is_null = |one: &&Value| one["type"] == "null";
    let others = all.iter().filter(move |one| !is_null(one));
    Some(others.chain(all.iter().filter(is_null)))
}

/// The name that a schema refers to.
fn reference(schema: &Value) -> Option<&str> {
    schema["$ref"].as_str()?.rsplit('/').next()
}

/// The topics whose followers get an event.
fn topics_of(entry: &Entry) -> Vec<TopicKind> {
    let narrow = match entry.topic {
        TopicKind::Wide(wide) => wide.narrow(),
        TopicKind::OneAgent | TopicKind::OneRun | TopicKind::OneBulk => None,
    };
    [Some(entry.topic), narrow].into_iter().flatten().collect()
}

fn topics() -> Vec<TopicKind> {
    let wide = WideTopic::ALL.map(TopicKind::Wide);
    wide.into_iter().chain(TopicKind::NARROW).collect()
}

/// The schemas that the data of events refers to, by name.
fn parts() -> BTreeMap<String, Value> {
    entries().into_iter().flat_map(|entry| entry.parts).collect()
}

fn compare(file: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(file);
    if std::env::var_os("UPDATE_EVENTS").is_some() {
        std::fs::write(&path, text).unwrap();
    }
    let stored = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(stored == text, "{file} is out of date: run this test with UPDATE_EVENTS=1");
}

#[test]
fn the_documentation_of_events_is_what_the_catalogue_says() {
    compare("docs/events.md", &markdown::text());
}

#[test]
fn the_types_of_the_interface_are_what_the_catalogue_says() {
    compare("web/src/live/events.gen.ts", &typescript::text());
}

#[test]
fn what_events_refer_to_is_described_in_the_document_of_the_api() {
    let document: Value = serde_json::from_str(&router::document_text()).unwrap();
    let parts = parts();
    let data = entries().into_iter().map(|entry| entry.data).chain(parts.values().cloned());
    for schema in data {
        for key in keys(&schema) {
            let name = reference(&key.schema).or_else(|| reference(&key.schema["items"]));
            let Some(name) = name.filter(|name| !parts.contains_key(*name)) else { continue };
            assert!(document["components"]["schemas"][name].is_object(), "{}: {name}", key.name);
        }
    }
}
