//! What is asked of the event log, as the query that Windows takes. Pure.

use chrono::{DateTime, SecondsFormat, Utc};
use muster_protocol::ReadEventLog;

use super::xml::escape;
use crate::os::{Problem, refusals};

/// The longest name of a log.
const MAX_NAME_LENGTH: usize = 255;

/// Numbers of events have 16 bits.
const MAX_EVENT_ID: u64 = 65_535;

/// The two bits of an audited event, as a decimal number: the query language knows no other.
const AUDIT_SUCCESS: u64 = 0x20_0000_0000_0000;
const AUDIT_FAILURE: u64 = 0x10_0000_0000_0000;

/// The query for a request; `since` is the time of the oldest entry that is wanted. None
/// when no event can be like that.
///
/// Everything but the search is part of it, so what Windows finds need not be looked at
/// to skip it.
pub fn query_for(request: &ReadEventLog, since: Option<i64>) -> Result<Option<String>, Problem> {
    let log = log_name(&request.log)?;
    let mut conditions = Vec::new();
    let mut excluded = None;
    match request.event_type.as_str() {
        "" => {}
        "AUDIT_SUCCESS" => conditions.push(has_bits(AUDIT_SUCCESS)),
        "AUDIT_FAILURE" => conditions.push(has_bits(AUDIT_FAILURE)),
        name => {
            conditions.push(levels(name)?.to_owned());
            // These have a level too, but are audits first.
            excluded = Some(format!("*[System[{}]]", has_bits(AUDIT_SUCCESS | AUDIT_FAILURE)));
        }
    }
    if !request.source.is_empty() {
        conditions.push(provider(&request.source)?);
    }
    match request.event_id {
        Some(id) if id > MAX_EVENT_ID => return Ok(None),
        Some(id) => conditions.push(format!("EventID={id}")),
        None => {}
    }
    if let Some(since) = since.and_then(|since| DateTime::<Utc>::from_timestamp(since.max(0), 0)) {
        let time = since.to_rfc3339_opts(SecondsFormat::Millis, true);
        conditions.push(format!("TimeCreated[@SystemTime>='{time}']"));
    }
    let selected = match conditions.is_empty() {
        true => "*".to_owned(),
        false => format!("*[System[{}]]", conditions.join(" and ")),
    };
    Ok(Some(document(log, &selected, excluded.as_deref())))
}

/// The query as the document that also the event viewer of Windows makes.
fn document(log: &str, selected: &str, excluded: Option<&str>) -> String {
    let log = escape(log);
    let part = |tag: &str, path: &str| format!("<{tag} Path=\"{log}\">{}</{tag}>", escape(path));
    let select = part("Select", selected);
    let suppress = excluded.map(|path| part("Suppress", path)).unwrap_or_default();
    format!("<QueryList><Query Id=\"0\" Path=\"{log}\">{select}{suppress}</Query></QueryList>")
}

/// A name that can be one of a log: a path of a file would be read, too.
fn log_name(name: &str) -> Result<&str, Problem> {
    let is_allowed = |letter: char| !letter.is_control() && !"\\<>&\"|*?:".contains(letter);
    match name {
        "" => Err(Problem::failed("which log? There are Application, System and many more")),
        name if name.len() <= MAX_NAME_LENGTH && name.chars().all(is_allowed) => Ok(name),
        _ => Err(refusals::unknown_log(name)),
    }
}

/// A source by its own name, by the name that older programs have beside that, or by the
/// one in the event viewer, which leaves the beginning of Microsoft's names out.
fn provider(source: &str) -> Result<String, Problem> {
    let name = literal(source)?;
    let full_name = literal(&format!("Microsoft-Windows-{source}"))?;
    Ok(format!("Provider[@Name={name} or @Name={full_name} or @EventSourceName={name}]"))
}

/// An event of a level that only its maker knows counts as one that says how things are.
fn levels(event_type: &str) -> Result<&'static str, Problem> {
    match event_type {
        "INFO" => Ok("(Level=0 or Level>=4)"),
        "WARNING" => Ok("Level=3"),
        "ERROR" => Ok("(Level=1 or Level=2)"),
        _ => Err(refusals::unknown_event_type(event_type)),
    }
}

fn has_bits(bits: u64) -> String {
    format!("band(Keywords,{bits})")
}

/// A text of the query language, which knows no way to write a quote within quotes.
fn literal(text: &str) -> Result<String, Problem> {
    let is_writable = !text.chars().any(char::is_control);
    match text {
        text if is_writable && !text.contains('\'') => Ok(format!("'{text}'")),
        text if is_writable && !text.contains('"') => Ok(format!("\"{text}\"")),
        _ => Err(Problem::failed(format!("no source of events can be called {text:?}"))),
    }
}

#[cfg(test)]
#[path = "query_tests.rs"]
mod tests;
