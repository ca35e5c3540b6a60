//! Converts what callers send into the text form that is stored, by the type of
//! the field. Converting a text form again returns the same text.

use chrono::NaiveDateTime;
use serde::Serialize;

use super::kind::Kind;
use crate::time::Timestamp;

/// A longer text is a mistake, or an attack.
pub const LONGEST_TEXT: usize = 65_536;
/// Options named in a sentence; more would not be read.
const MAX_NAMED: usize = 20;
const LOCAL_TIME: &str = "%Y-%m-%dT%H:%M";

/// A value in the JSON type of its field.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum TypedValue<'a> {
    /// Text, number, single, datetime.
    Text(&'a str),
    /// Checkbox.
    Flag(bool),
    /// Multiple.
    List(Vec<&'a str>),
}

/// The text form of a text, or why it has none.
pub fn from_text(kind: Kind, options: &[String], sent: &str) -> Result<String, String> {
    if sent.contains('\0') {
        return Err("must not contain the character NUL".to_owned());
    }
    if sent.chars().count() > LONGEST_TEXT {
        return Err(format!("must have at most {LONGEST_TEXT} characters"));
    }
    match kind {
        Kind::Text => Ok(sent.to_owned()),
        Kind::Number => number(sent.trim()),
        Kind::Single => among(options, sent.trim()).map(str::to_owned),
        Kind::Multiple => from_list(kind, options, sent.split(',')),
        Kind::Checkbox => flag(sent.trim()),
        Kind::Datetime => time(sent.trim()),
    }
}

/// The text form of true or false; only checkboxes take it.
pub fn from_flag(kind: Kind, sent: bool) -> Result<String, String> {
    match kind {
        Kind::Checkbox => Ok(sent.to_string()),
        _ => Err(format!("this does not fit a field of type {}", kind.as_str())),
    }
}

/// The text form of a list; only fields with several values take it. Items
/// are trimmed; blank ones and repetitions are dropped.
pub fn from_list<'a>(
    kind: Kind,
    options: &[String],
    sent: impl IntoIterator<Item = &'a str>,
) -> Result<String, String> {
    if kind != Kind::Multiple {
        return Err(format!("this does not fit a field of type {}", kind.as_str()));
    }
    let mut items: Vec<&str> = Vec::new();
    for item in sent.into_iter().map(str::trim).filter(|item| !item.is_empty()) {
        if !items.contains(&item) {
            items.push(among(options, item)?);
        }
    }
    Ok(items.join(","))
}

/// A text form in the JSON type of its field.
pub fn typed(kind: Kind, text: &str) -> TypedValue<'_> {
    match kind {
        Kind::Checkbox => TypedValue::Flag(text == "true"),
        Kind::Multiple => {
            TypedValue::List(text.split(',').filter(|item| !item.is_empty()).collect())
        }
        _ => TypedValue::Text(text),
    }
}

fn among<'a>(options: &[String], item: &'a str) -> Result<&'a str, String> {
    if options.iter().any(|option| option == item) {
        return Ok(item);
    }
    let mut names: Vec<&str> = options.iter().take(MAX_NAMED).map(String::as_str).collect();
    if options.len() > MAX_NAMED {
        names.push("…");
    }
    Err(format!("must be one of {}", names.join(", ")))
}

/// Stored as written, so that neither `0.10` nor twenty digits lose anything.
fn number(text: &str) -> Result<String, String> {
    let has_only_signs_of_numbers =
        text.bytes().all(|byte| byte.is_ascii_digit() || b"+-.eE".contains(&byte));
    match text.parse::<f64>() {
        Ok(number) if number.is_finite() && has_only_signs_of_numbers => Ok(text.to_owned()),
        _ => Err("must be a number".to_owned()),
    }
}

fn flag(text: &str) -> Result<String, String> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "yes" | "1" => Ok("true".to_owned()),
        "false" | "no" | "0" => Ok("false".to_owned()),
        _ => Err("must be true or false, yes or no, 1 or 0".to_owned()),
    }
}

/// A point in time is converted to UTC. A time without a zone stays without
/// one: nobody knows which one was meant.
fn time(text: &str) -> Result<String, String> {
    if let Some(time) = Timestamp::parse(text) {
        let utc = time.to_string();
        // The edges of years 0 and 9999 can exceed what RFC 3339 can express.
        if Timestamp::parse(&utc) == Some(time) {
            return Ok(utc);
        }
    }
    let local = NaiveDateTime::parse_from_str(text, LOCAL_TIME)
        .is_ok_and(|time| time.format(LOCAL_TIME).to_string() == text);
    if local {
        return Ok(text.to_owned());
    }
    Err("must be a time such as 2026-01-31T13:30:00Z or 2026-01-31T13:30".to_owned())
}
