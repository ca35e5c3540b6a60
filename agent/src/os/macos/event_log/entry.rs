//! One entry of the log, as `log show --style ndjson` prints it.

use chrono::DateTime;
use muster_protocol::LogEntry;
use serde::Deserialize;

use crate::os::unix::log_request::Channel;

/// Where the system's own programs are.
pub const SYSTEM_FOLDERS: [&str; 6] =
    ["/System/", "/usr/libexec/", "/usr/sbin/", "/usr/bin/", "/sbin/", "/kernel"];

/// Programs that decide who may do what.
pub const SECURITY_PROGRAMS: [&str; 10] = [
    "sudo",
    "su",
    "sshd",
    "sshd-session",
    "login",
    "authd",
    "securityd",
    "opendirectoryd",
    "SecurityAgent",
    "tccd",
];

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Line {
    timestamp: String,
    event_type: String,
    message_type: String,
    event_message: Option<String>,
    process_image_path: String,
    subsystem: Option<String>,
    category: Option<String>,
}

impl Default for Line {
    fn default() -> Self {
        Self {
            timestamp: String::new(),
            event_type: "logEvent".to_owned(),
            message_type: String::new(),
            event_message: None,
            process_image_path: String::new(),
            subsystem: None,
            category: None,
        }
    }
}

/// Reads a line; none when it is no message, as those about activities are not.
pub fn parse(line: &[u8], computer: &str) -> Option<(Channel, LogEntry)> {
    let line: Line = serde_json::from_slice(line).ok()?;
    if line.event_type != "logEvent" {
        return None;
    }
    let time = DateTime::parse_from_str(&line.timestamp, "%Y-%m-%d %H:%M:%S%.f%z").ok()?;
    let path = line.process_image_path;
    let source = path.rsplit('/').next().unwrap_or_default().to_owned();
    let (subsystem, category) =
        (line.subsystem.unwrap_or_default(), line.category.unwrap_or_default());
    let category = match (subsystem.is_empty(), category.is_empty()) {
        (false, false) => format!("{subsystem}:{category}"),
        _ => subsystem + &category,
    };
    let channel = channel_of(&path, &source);
    let entry = LogEntry {
        record: 0,
        time: time.timestamp_micros(),
        source,
        event_type: event_type(&line.message_type).to_owned(),
        event_id: 0,
        category,
        computer: computer.to_owned(),
        message: line.event_message.unwrap_or_default(),
    };
    Some((channel, entry))
}

fn channel_of(path: &str, source: &str) -> Channel {
    let is_of_system = SYSTEM_FOLDERS.iter().any(|folder| path.starts_with(folder));
    match source {
        _ if is_of_system && SECURITY_PROGRAMS.contains(&source) => Channel::Security,
        _ if is_of_system => Channel::System,
        _ => Channel::Application,
    }
}

/// There are no warnings: what is neither an error nor a fault is information.
fn event_type(message_type: &str) -> &'static str {
    match message_type {
        "Error" | "Fault" => "ERROR",
        _ => "INFO",
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_line_is_an_entry() {
        let line =
            br#"{"traceID":18244,"eventMessage":"ocsp responder: no status","eventType":"logEvent",
            "source":null,"formatString":"ocsp responder: %@","subsystem":"com.apple.securityd",
            "category":"ocsp","processImagePath":"/usr/libexec/trustd","processID":565,
            "timestamp":"2026-11-16 08:30:49.000001+0100","messageType":"Error"}"#;
        let expected = LogEntry {
            record: 0,
            time: 1_794_814_249_000_001,
            source: "trustd".to_owned(),
            event_type: "ERROR".to_owned(),
            event_id: 0,
            category: "com.apple.securityd:ocsp".to_owned(),
            computer: "mac-1".to_owned(),
            message: "ocsp responder: no status".to_owned(),
        };
        assert_eq!(parse(line, "mac-1"), Some((Channel::System, expected)));
        for other in [
            "{\"count\":11,\"finished\":1}",
            "Filtering the log data using \"type == 1024\"",
            "{\"timestamp\":\"2026-11-16 08:30:49+0100\",\"eventType\":\"activityCreateEvent\"}",
        ] {
            assert_eq!(parse(other.as_bytes(), ""), None, "{other}");
        }
    }

    #[test]
    fn each_entry_has_its_channel_and_type() {
        for (path, channel) in [
            ("/kernel", Channel::System),
            ("/usr/libexec/rapportd", Channel::System),
            ("/System/Library/CoreServices/Finder.app/Contents/MacOS/Finder", Channel::System),
            ("/usr/bin/sudo", Channel::Security),
            ("/System/Library/PrivateFrameworks/TCC.framework/Support/tccd", Channel::Security),
            // Not everybody who is called so is it.
            ("/Users/ann/bin/sudo", Channel::Application),
            ("/Applications/Firefox.app/Contents/MacOS/firefox", Channel::Application),
            ("/usr/local/bin/muster-agent", Channel::Application),
            ("", Channel::Application),
        ] {
            let source = path.rsplit('/').next().unwrap();
            assert_eq!(channel_of(path, source), channel, "{path}");
        }
        let types = ["Default", "Info", "Debug", "Error", "Fault", ""].map(event_type);
        assert_eq!(types, ["INFO", "INFO", "INFO", "ERROR", "ERROR", "INFO"]);
    }

    proptest! {
        #[test]
        fn any_bytes_are_an_entry_or_none(bytes: Vec<u8>) {
            let _ = parse(&bytes, "");
        }
    }
}
