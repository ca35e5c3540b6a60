//! `docs/events.md`.

use std::collections::BTreeSet;
use std::fmt::Write;

use serde_json::Value;

use super::super::super::topic::{right_to_follow, right_to_receive_about};
use super::{choices, keys, parts, reference, sentence, topics, topics_of};
use crate::auth::Right;
use crate::events::catalogue::{Entry, TopicKind, entries};
use crate::events::{Entity, WideTopic};

const HEAD: &str = "\
# Events

The server sends an event for each change that a screen shows: over a WebSocket (`/ws/events/`) or as server-sent
events (`GET /events/?topics=`). This page is written from the server's catalogue of events; a test compares the two.

## Following

A client sends `{\"action\":\"subscribe\",\"topics\":[…],\"since\":seq?}` and `{\"action\":\"unsubscribe\",\"topics\":[…]}`.
An event arrives as

```json
{\"seq\": 1794880000000000, \"time\": \"2026-11-17T02:40:00Z\", \"topic\": \"runs\", \"type\": \"run.queued\", \"data\": {\"id\": 7, \"agent_id\": \"…\"}}
```

- `seq` grows from event to event, with gaps. `since` repeats what came after that number, up to ten minutes back. What is
  older cannot be repeated: the server sends `{\"type\":\"resync\",\"seq\":…}`, and the client reads again what it shows.
- Events come after the change is stored, in order, and only about what the listener may see. Somebody who sees only a part
  of the fleet gets the counts of that part on `bulk:<id>`, and of the other events that concern the whole installation
  only those of `config`.
- `topic` is the topic that was subscribed to. An event that belongs to two of them arrives once on each.
- New topics, types and keys may be added at any time: ignore those you do not know.

";

pub fn text() -> String {
    let mut text = HEAD.to_owned();
    write_topics(&mut text);
    text.push_str("## Events\n\n");
    for topic in topics() {
        for entry in entries().iter().filter(|entry| entry.topic == topic) {
            write_event(&mut text, entry);
        }
    }
    write_objects(&mut text);
    write_entities(&mut text);
    text.truncate(text.trim_end().len());
    text + "\n"
}

fn write_topics(text: &mut String) {
    text.push_str("## Topics\n\n| Topic | Right | Types |\n|---|---|---|\n");
    for topic in topics() {
        let right = match (topic, right_to_follow(topic)) {
            (_, Some(right)) => format!("`{}`", right.flag()),
            (TopicKind::OneRun, None) => {
                "`can_list_agent_history`, or having started the run".to_owned()
            }
            (TopicKind::Wide(WideTopic::Watches), None) => {
                "none: one's own, not with an API key that has fewer rights than its user"
                    .to_owned()
            }
            (_, None) => "that of each [object](#objects-of-config)".to_owned(),
        };
        let entries = entries();
        let carried = entries.iter().filter(|entry| topics_of(entry).contains(&topic));
        let words: Vec<String> = carried.map(|entry| format!("`{}`", entry.name)).collect();
        let words = if words.is_empty() { "none yet".to_owned() } else { words.join(", ") };
        writeln!(text, "| `{}` | {right} | {words} |", topic.pattern()).unwrap();
    }
    text.push('\n');
}

fn write_event(text: &mut String, entry: &Entry) {
    let topics: Vec<String> =
        topics_of(entry).iter().map(|topic| format!("`{}`", topic.pattern())).collect();
    writeln!(text, "### `{}` on {}\n", entry.name, topics.join(" and ")).unwrap();
    writeln!(text, "It is sent when {}.\n", entry.happens).unwrap();
    write_keys(text, &entry.data);
}

/// The objects that events hold, each once.
fn write_objects(text: &mut String) {
    let objects = parts().into_iter().filter(|(_, schema)| schema["properties"].is_object());
    text.push_str("## Objects in events\n\n");
    for (name, schema) in objects {
        writeln!(text, "### {name}\n\n{}\n", sentence(&schema)).unwrap();
        write_keys(text, &schema);
    }
}

fn write_entities(text: &mut String) {
    text.push_str("## Objects of config\n\n| `entity` | Right |\n|---|---|\n");
    let words = &parts()["Entity"]["enum"];
    for word in words.as_array().unwrap() {
        let entity: Entity = serde_json::from_value(word.clone()).unwrap();
        let right = match right_to_receive_about(entity) {
            Some(right) if entity == Entity::User => {
                format!("`{}`; none for one's own", right.flag())
            }
            Some(right) if entity == Entity::UrlAction => {
                format!("`{}` or `{}`", right.flag(), Right::EditCoreSettings.flag())
            }
            Some(right) => format!("`{}`", right.flag()),
            None => "none: own views, and those of others that are shared".to_owned(),
        };
        writeln!(text, "| `{}` | {right} |", word.as_str().unwrap()).unwrap();
    }
}

fn write_keys(text: &mut String, schema: &Value) {
    text.push_str("| Key | Type | Meaning |\n|---|---|---|\n");
    for key in keys(schema) {
        let absent = if key.is_required { "" } else { ", may be left out" };
        let kind = kind(&key.schema);
        writeln!(text, "| `{}` | {kind}{absent} | {} |", key.name, key.description).unwrap();
    }
    text.push('\n');
}

/// A type in words.
fn kind(schema: &Value) -> String {
    if let Some(name) = reference(schema) {
        return match parts().get(name) {
            Some(part) if part["enum"].is_array() => kind(part),
            Some(_) => format!("[{name}](#{})", name.to_lowercase()),
            None => format!("`{name}` of `openapi.json`"),
        };
    }
    if let Some(choices) = choices(schema) {
        return choices.map(kind).collect::<Vec<_>>().join(" or ");
    }
    if let Some(words) = schema["enum"].as_array() {
        let words: Vec<String> =
            words.iter().map(|word| format!("`{}`", word.as_str().unwrap())).collect();
        return words.join(", ");
    }
    let types: BTreeSet<&str> = match &schema["type"] {
        Value::Array(types) => types.iter().filter_map(Value::as_str).collect(),
        one => one.as_str().into_iter().collect(),
    };
    let words = types.into_iter().map(|name| match name {
        "array" => format!("list of {}", kind(&schema["items"])),
        "string" if schema["format"] == "date-time" => "time".to_owned(),
        other => other.to_owned(),
    });
    words.collect::<Vec<_>>().join(" or ")
}
