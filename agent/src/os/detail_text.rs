//! The detail of an inventory as text that the server takes.

use serde_json::{Map, Value};

/// The server refuses what is longer than a mebibyte.
const MAX_BYTES: usize = 1_000_000;

/// The text, without the longest groups when it is too long: a computer with thousands of
/// printers or accounts must not lose all the rest.
pub fn detail_text(detail: Map<String, Value>) -> String {
    shorten(detail, MAX_BYTES)
}

fn shorten(mut detail: Map<String, Value>, most: usize) -> String {
    loop {
        let text = Value::from(detail.clone()).to_string();
        let longest = detail.iter().max_by_key(|(_, value)| value.to_string().len());
        match longest.map(|(name, _)| name.clone()) {
            Some(name) if text.len() > most => drop(detail.remove(&name)),
            _ => return text,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_too_long_loses_its_longest_group_only() {
        let detail = json!({ "os": ["Windows"], "printers": vec!["queue"; 100] });
        let detail = detail.as_object().unwrap();
        assert_eq!(shorten(detail.clone(), 100), r#"{"os":["Windows"]}"#);
        assert_eq!(detail_text(detail.clone()), Value::from(detail.clone()).to_string());
    }
}
