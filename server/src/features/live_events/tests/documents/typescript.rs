//! `web/src/live/events.gen.ts`.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde_json::Value;

use super::super::super::topic::right_to_follow;
use super::{choices, keys, parts, reference, sentence, topics, topics_of};
use crate::events::catalogue::{TopicKind, entries};

const HEAD: &str = "\
/**
 * Every event of the server, its topic and its data. Written from the server's
 * catalogue of events by its tests, with UPDATE_EVENTS=1: do not edit.
 */
import type { Schema } from \"../api/client\";
import type { Right } from \"../session/rights\";

";

const FRAME: &str = "\
/** An event as it arrives on each of these topics. */
type On<Where extends Topic, Type extends string, Data> = Where extends Topic
  ? { seq: number; time: string; topic: Where; type: Type; data: Data }
  : never;

/** The events that arrive on a topic. */
export type EventOn<Where extends Topic> = Extract<LiveEvent, { topic: Where }>;

";

pub fn text() -> String {
    let mut text = HEAD.to_owned();
    write_topics(&mut text);
    let mut objects: BTreeMap<String, Value> = parts();
    objects.extend(entries().into_iter().map(|entry| (entry.data_name, entry.data)));
    for (name, schema) in &objects {
        write_object(&mut text, name, schema);
    }
    text.push_str(FRAME);
    write_union(&mut text);
    text
}

fn write_topics(text: &mut String) {
    let types: Vec<String> = topics().into_iter().map(topic_type).collect();
    text.push_str("/** What can be followed. */\nexport type Topic =\n");
    for topic in &types {
        writeln!(text, "  | {topic}").unwrap();
    }
    text.pop();
    text.push_str(";\n\n");
    text.push_str(
        "/** The right to follow a topic, by what its name begins with; `null` when the server decides by object. */\n\
         export const RIGHTS_TO_FOLLOW = {\n",
    );
    for topic in topics() {
        let right = right_to_follow(topic)
            .map_or_else(|| "null".to_owned(), |right| format!("\"{}\"", right.flag()));
        let name = topic.pattern().split(':').next().unwrap();
        writeln!(text, "  {name}: {right},").unwrap();
    }
    text.push_str("} as const satisfies Record<string, Right | null>;\n\n");
}

fn topic_type(topic: TopicKind) -> String {
    match topic {
        TopicKind::Wide(wide) => format!("\"{}\"", wide.name()),
        TopicKind::OneAgent => "`agent:${string}`".to_owned(),
        TopicKind::OneRun => "`run:${number}`".to_owned(),
        TopicKind::OneBulk => "`bulk:${number}`".to_owned(),
    }
}

fn write_object(text: &mut String, name: &str, schema: &Value) {
    writeln!(text, "/** {} */", sentence(schema)).unwrap();
    if !schema["properties"].is_object() {
        writeln!(text, "export type {name} = {};\n", kind(schema)).unwrap();
        return;
    }
    writeln!(text, "export interface {name} {{").unwrap();
    for key in keys(schema) {
        let mark = if key.is_required { "" } else { "?" };
        writeln!(text, "  /** {} */", key.description).unwrap();
        writeln!(text, "  {}{mark}: {};", key.name, kind(&key.schema)).unwrap();
    }
    text.push_str("}\n\n");
}

fn write_union(text: &mut String) {
    text.push_str(
        "/** Everything that can arrive. A newer server may send types that are not listed here. */\n\
         export type LiveEvent =",
    );
    for entry in entries() {
        let topics: Vec<String> = topics_of(&entry).into_iter().map(topic_type).collect();
        let (word, data) = (entry.name, &entry.data_name);
        write!(text, "\n  /** Sent when {}. */", entry.happens).unwrap();
        write!(text, "\n  | On<{}, \"{word}\", {data}>", topics.join(" | ")).unwrap();
    }
    text.push_str(";\n");
}

/// A type in TypeScript.
fn kind(schema: &Value) -> String {
    if let Some(name) = reference(schema) {
        let is_ours = parts().contains_key(name);
        return if is_ours { name.to_owned() } else { format!("Schema<\"{name}\">") };
    }
    if let Some(words) = schema["enum"].as_array() {
        return words.iter().map(Value::to_string).collect::<Vec<_>>().join(" | ");
    }
    if let Some(choices) = choices(schema) {
        return choices.map(kind).collect::<Vec<_>>().join(" | ");
    }
    let types = match &schema["type"] {
        Value::Array(types) => types.clone(),
        one => vec![one.clone()],
    };
    let words = types.iter().filter_map(Value::as_str).map(|name| match name {
        "integer" | "number" => "number".to_owned(),
        "array" => format!("{}[]", kind(&schema["items"])),
        "string" | "boolean" | "null" => name.to_owned(),
        other => panic!("no type of TypeScript for {other}"),
    });
    words.collect::<Vec<_>>().join(" | ")
}
