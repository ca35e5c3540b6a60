//! Windows through the front door: read, asked and compared with another
//! implementation.

mod daylight;
mod oracle;
mod parsing;
mod properties;
mod strategies;
mod windows;

use chrono::{DateTime, NaiveDateTime, Utc};

use super::{Change, Occurrence, Problem, Window, WindowForm};

/// Reads an instant: RFC 3339.
fn at(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

/// Reads what a clock shows: `2026-03-28 02:30`.
fn wall(text: &str) -> NaiveDateTime {
    NaiveDateTime::parse_from_str(text, "%Y-%m-%d %H:%M").unwrap()
}

/// A window that is good.
fn window(start: &str, zone: &str, minutes: u32, rrule: Option<&str>) -> Window {
    Window::read(&WindowForm { start: wall(start), zone, minutes, rrule }).unwrap()
}

/// Occurrences from an instant, as the digits of UTC.
fn listed(window: &Window, from: &str, count: usize) -> Vec<(String, String)> {
    let text = |instant: DateTime<Utc>| instant.format("%Y-%m-%d %H:%M").to_string();
    let found = window.occurrences(at(from), DateTime::<Utc>::MAX_UTC, count);
    found.iter().map(|Occurrence { start, end }| (text(*start), text(*end))).collect()
}

/// Only their starts.
fn starts(window: &Window, from: &str, count: usize) -> Vec<String> {
    listed(window, from, count).into_iter().map(|(start, _)| start).collect()
}
