//! One event, as Windows renders it in XML. Pure.

use chrono::DateTime;
use muster_protocol::LogEntry;

use super::xml::{Token, tokens};

/// The two bits of an audited event.
const AUDIT_FAILURE: u64 = 0x10_0000_0000_0000;
const AUDIT_SUCCESS: u64 = 0x20_0000_0000_0000;

/// What an event says of itself. Its sentence is not in it, unless it came from another
/// machine: only the program that wrote it has that.
#[derive(Debug, Default, PartialEq)]
pub struct Event {
    /// The entry, with the values of the event as its message.
    pub entry: LogEntry,
    /// Whether the message is the sentence of the event.
    pub has_message: bool,
    /// The number of its category; 0 for none.
    pub task: u32,
}

/// Reads an event; none when it is not one.
pub fn parse(document: &str) -> Option<Event> {
    let mut reading = Reading::default();
    let mut path: Vec<&str> = Vec::new();
    let mut text = String::new();
    for token in tokens(document) {
        match token {
            Token::Start { name, attributes } => {
                path.push(name);
                text.clear();
                reading.take_attributes(&path, &attributes);
            }
            Token::Text(part) => text.push_str(&part),
            Token::End => {
                reading.take_text(&path, &text);
                text.clear();
                path.pop()?;
            }
        }
    }
    reading.into_event()
}

/// What is known so far.
#[derive(Default)]
struct Reading {
    event: Event,
    level: u32,
    keywords: u64,
    /// The name of the value that is being read.
    value_name: Option<String>,
    values: Vec<String>,
    message: String,
}

impl Reading {
    fn take_attributes(&mut self, path: &[&str], attributes: &[(&str, String)]) {
        let value = |name: &str| {
            let found = attributes.iter().find(|(found, _)| *found == name);
            found.map(|(_, value)| value.clone())
        };
        match path {
            ["Event", "System", "Provider"] => {
                let name = value("Name").filter(|name| !name.is_empty());
                let name = name.or_else(|| value("EventSourceName"));
                self.event.entry.source = name.unwrap_or_default();
            }
            ["Event", "System", "TimeCreated"] => {
                let time = value("SystemTime").unwrap_or_default();
                let time = DateTime::parse_from_rfc3339(&time);
                self.event.entry.time = time.map_or(0, |time| time.timestamp_micros());
            }
            ["Event", "EventData", "Data"] => self.value_name = value("Name"),
            ["Event", "UserData", .., name] => self.value_name = Some((*name).to_owned()),
            _ => {}
        }
    }

    fn take_text(&mut self, path: &[&str], text: &str) {
        let entry = &mut self.event.entry;
        let trimmed = text.trim();
        match path {
            ["Event", "System", "EventID"] => entry.event_id = trimmed.parse().unwrap_or(0),
            ["Event", "System", "Level"] => self.level = trimmed.parse().unwrap_or(0),
            ["Event", "System", "Task"] => self.event.task = trimmed.parse().unwrap_or(0),
            ["Event", "System", "Keywords"] => self.keywords = hexadecimal(trimmed),
            ["Event", "System", "EventRecordID"] => entry.record = trimmed.parse().unwrap_or(0),
            ["Event", "System", "Computer"] => entry.computer = trimmed.to_owned(),
            ["Event", "RenderingInfo", "Message"] => self.message = trimmed.to_owned(),
            ["Event", "RenderingInfo", "Task"] => entry.category = trimmed.to_owned(),
            ["Event", "EventData", "Data"] | ["Event", "UserData", ..] => self.take_value(trimmed),
            _ => {}
        }
    }

    /// An element around others has no text of its own, and some values are empty.
    fn take_value(&mut self, text: &str) {
        let name = self.value_name.take();
        if text.is_empty() {
            return;
        }
        self.values.push(match name {
            Some(name) => format!("{name}: {text}"),
            None => text.to_owned(),
        });
    }

    fn into_event(self) -> Option<Event> {
        let mut event = self.event;
        event.entry.event_type = event_type(self.level, self.keywords).to_owned();
        event.has_message = !self.message.is_empty();
        event.entry.message = if event.has_message { self.message } else { self.values.join("\n") };
        // Every event has a time and somebody who wrote it.
        (event.entry.time != 0 && !event.entry.source.is_empty()).then_some(event)
    }
}

/// The same as in the query.
fn event_type(level: u32, keywords: u64) -> &'static str {
    match level {
        _ if keywords & AUDIT_FAILURE != 0 => "AUDIT_FAILURE",
        _ if keywords & AUDIT_SUCCESS != 0 => "AUDIT_SUCCESS",
        1 | 2 => "ERROR",
        3 => "WARNING",
        _ => "INFO",
    }
}

fn hexadecimal(text: &str) -> u64 {
    text.strip_prefix("0x").and_then(|digits| u64::from_str_radix(digits, 16).ok()).unwrap_or(0)
}

#[cfg(test)]
#[path = "event_tests.rs"]
mod tests;
