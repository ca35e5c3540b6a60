//! Tests of the whole library, through what it offers to server and agent.

mod daylight;
mod kinds;
mod limits;
mod named_zones;
mod oracle;
mod properties;
mod repetition;
mod sentences;
mod strategies;
mod validation;
mod wire;

use chrono::{DateTime, Utc};

use crate::{Kind, NamedZone, Rule, upcoming};

/// Reads an instant: RFC 3339.
fn at(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

/// A zone of the table.
fn zone(name: &str) -> NamedZone {
    name.parse().unwrap()
}

/// A rule of a kind and a start, in UTC.
fn rule(kind: Kind, start: &str) -> Rule {
    Rule { kind, start: Some(at(start)), ..Rule::default() }
}

/// Lists runs after an instant, as text to the minute, for agents in UTC.
fn runs(rule: &Rule, after: &str, count: usize) -> Vec<String> {
    let runs = upcoming(rule, NamedZone::utc(), at(after), count);
    runs.iter().map(|run| run.format("%Y-%m-%dT%H:%M").to_string()).collect()
}

/// A time before every start in the tests.
const LONG_AGO: &str = "1990-01-01T00:00:00Z";
