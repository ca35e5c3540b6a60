//! What a recording says about its session itself.

use muster_remote::Grant;
use serde_json::{Map, Value, json};

/// The first record: what was opened, where, and by whom.
pub fn heading(grant: &Grant, hostname: &str, description: Map<String, Value>) -> Vec<u8> {
    let mut heading = description;
    let fields = [
        ("kind", json!(grant.kind)),
        ("hostname", json!(hostname)),
        ("user", json!(grant.user)),
        ("user_name", json!(grant.user_name)),
    ];
    heading.extend(fields.map(|(name, value)| (name.to_owned(), value)));
    Value::Object(heading).to_string().into_bytes()
}

/// Something that happened to the session: `joined`, `left`, `driver`, `paused`, `resumed` or
/// `ended`, with what belongs to it.
pub fn marker(event: &str, mut about: Value) -> Vec<u8> {
    about["event"] = json!(event);
    about.to_string().into_bytes()
}
