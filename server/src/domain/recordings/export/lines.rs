//! What was done with files or through a tunnel, as lines of JSON.

use muster_remote::recording::{Record, RecordType};
use serde_json::{Value, json};

/// Adds a record as a line; what is none of these types is left out.
pub(super) fn add(ms: u64, record: Record<'_>, out: &mut Vec<u8>) {
    let name = match RecordType::of(record.record_type) {
        Some(RecordType::Heading) => "heading",
        Some(RecordType::Event) => "event",
        Some(RecordType::Marker) => "marker",
        _ => return,
    };
    let text = String::from_utf8_lossy(record.payload);
    let data = serde_json::from_str(&text).unwrap_or_else(|_| json!(text));
    line(ms, name, &data, out);
}

/// Says that something is missing here.
pub(super) fn add_gap(ms: u64, why: &str, out: &mut Vec<u8>) {
    line(ms, "gap", &json!({ "why": why }), out);
}

fn line(ms: u64, name: &str, data: &Value, out: &mut Vec<u8>) {
    let line = json!({ "ms": ms, "type": name, "data": data }).to_string();
    out.extend_from_slice(line.as_bytes());
    out.push(b'\n');
}
