//! One entry of the journal, as `journalctl -o json` prints it.

use muster_protocol::LogEntry;
use serde_json::{Map, Value};

use crate::os::unix::log_request::Channel;

/// The fields to ask for; time, sequence and cursor come by themselves.
pub const FIELDS: &str = "MESSAGE,PRIORITY,SYSLOG_IDENTIFIER,SYSLOG_FACILITY,_COMM,_TRANSPORT,\
    _HOSTNAME,_SYSTEMD_USER_UNIT";

/// The kinds of programs that write to the log, by their number.
const FACILITIES: [&str; 24] = [
    "kern", "user", "mail", "daemon", "auth", "syslog", "lpr", "news", "uucp", "cron", "authpriv",
    "ftp", "ntp", "audit", "alert", "clock", "local0", "local1", "local2", "local3", "local4",
    "local5", "local6", "local7",
];

/// Reads a line; none when it is no entry.
pub fn parse(line: &[u8]) -> Option<(Channel, LogEntry)> {
    let fields: Map<String, Value> = serde_json::from_slice(line).ok()?;
    let text = |name: &str| fields.get(name).map(text_of).unwrap_or_default();
    let number = |name: &str| text(name).parse::<u64>().ok();
    let identifier = text("SYSLOG_IDENTIFIER");
    let source = if identifier.is_empty() { text("_COMM") } else { identifier };
    let facility = number("SYSLOG_FACILITY").and_then(|number| usize::try_from(number).ok());
    let is_of_person = fields.contains_key("_SYSTEMD_USER_UNIT");
    let channel = channel_of(&text("_TRANSPORT"), facility, &source, is_of_person);
    let entry = LogEntry {
        record: number("__SEQNUM").unwrap_or(0),
        time: text("__REALTIME_TIMESTAMP").parse().unwrap_or(0),
        source,
        event_type: event_type(number("PRIORITY")).to_owned(),
        event_id: 0,
        category: facility.and_then(|number| FACILITIES.get(number)).unwrap_or(&"").to_string(),
        computer: text("_HOSTNAME"),
        message: text("MESSAGE"),
    };
    Some((channel, entry))
}

/// Rights come first: systemd's own log-in service belongs to security.
fn channel_of(
    transport: &str,
    facility: Option<usize>,
    source: &str,
    is_of_person: bool,
) -> Channel {
    if transport == "audit" || matches!(facility, Some(4 | 10)) {
        return Channel::Security;
    }
    let of_systemd = source.starts_with("systemd") && !is_of_person;
    if transport == "kernel" || of_systemd { Channel::System } else { Channel::Application }
}

/// An entry without a priority is as important as most are.
fn event_type(priority: Option<u64>) -> &'static str {
    match priority {
        Some(0..=3) => "ERROR",
        Some(4) => "WARNING",
        _ => "INFO",
    }
}

/// Text is text; bytes that are not come as a list of numbers, and a field
/// that was given several times as a list of texts.
fn text_of(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        Value::Array(items) if items.iter().all(Value::is_u64) => {
            let bytes = items.iter().filter_map(|item| u8::try_from(item.as_u64()?).ok());
            String::from_utf8_lossy(&bytes.collect::<Vec<u8>>()).into_owned()
        }
        Value::Array(items) => items.iter().map(text_of).collect::<Vec<_>>().join("\n"),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_line_is_an_entry() {
        let line = br#"{"__CURSOR":"s=1","__REALTIME_TIMESTAMP":"1794710249000001",
            "PRIORITY":"3","_HOSTNAME":"pc-1","SYSLOG_IDENTIFIER":"sshd","SYSLOG_FACILITY":"4",
            "MESSAGE":"Failed password","__SEQNUM":"77","_TRANSPORT":"syslog"}"#;
        let expected = LogEntry {
            record: 77,
            time: 1_794_710_249_000_001,
            source: "sshd".to_owned(),
            event_type: "ERROR".to_owned(),
            event_id: 0,
            category: "auth".to_owned(),
            computer: "pc-1".to_owned(),
            message: "Failed password".to_owned(),
        };
        assert_eq!(parse(line), Some((Channel::Security, expected)));
        assert_eq!(parse(b"-- No entries --"), None);
    }

    #[test]
    fn every_shape_of_a_message_is_text() {
        for (json, text) in [
            (r#"{"MESSAGE":"a"}"#, "a"),
            (r#"{"MESSAGE":[104,105,255]}"#, "hi\u{fffd}"),
            (r#"{"MESSAGE":["a","b"]}"#, "a\nb"),
            (r#"{"MESSAGE":null}"#, ""),
            (r#"{}"#, ""),
        ] {
            assert_eq!(parse(json.as_bytes()).unwrap().1.message, text, "{json}");
        }
    }

    #[test]
    fn each_entry_has_its_channel_and_type() {
        for (transport, facility, source, of_person, channel) in [
            ("kernel", Some(0), "kernel", false, Channel::System),
            ("journal", Some(3), "systemd", false, Channel::System),
            ("journal", Some(3), "systemd-networkd", false, Channel::System),
            ("journal", Some(3), "systemd", true, Channel::Application),
            ("journal", Some(4), "systemd-logind", false, Channel::Security),
            ("syslog", Some(10), "sudo", false, Channel::Security),
            ("audit", None, "audit", false, Channel::Security),
            ("stdout", Some(3), "postgres", false, Channel::Application),
        ] {
            assert_eq!(channel_of(transport, facility, source, of_person), channel, "{source}");
        }
        let types = [Some(0), Some(3), Some(4), Some(5), Some(7), None].map(event_type);
        assert_eq!(types, ["ERROR", "ERROR", "WARNING", "INFO", "INFO", "INFO"]);
    }

    proptest! {
        #[test]
        fn any_bytes_are_an_entry_or_none(bytes: Vec<u8>) {
            let _ = parse(&bytes);
        }
    }
}
