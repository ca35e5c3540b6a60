//! Parts of a report: its time, and the entries of a log in it.

use muster_protocol::LogEntry;
use serde_json::{Value, json};

use crate::time::Timestamp;

/// A clock that is ahead by more than this is wrong.
const AHEAD_MICROS: i64 = 10 * 60 * 1_000_000;
/// How long a report may be on its way.
const ON_ITS_WAY_SECONDS: i64 = 60;

/// An entry of a log with the keys of `GET /agents/<agent_id>/eventlog/…`.
pub fn shown_entry((uid, entry): (u64, &LogEntry)) -> Value {
    json!({
        "uid": uid,
        "record": entry.record,
        "time": Timestamp::from_micros(entry.time),
        "source": entry.source,
        "eventType": entry.event_type,
        "eventID": entry.event_id,
        "eventCategory": entry.category,
        "computer": entry.computer,
        "message": entry.message,
    })
}

/// When a report was made. One from a clock that is far ahead would stay the newest
/// for as long, so it counts as made now.
pub fn accepted_time(time: i64, now: Timestamp) -> i64 {
    let now = now.micros();
    if time > now.saturating_add(AHEAD_MICROS) { now } else { time.max(0) }
}

/// Whether no newer result of the check can be expected yet: then a failure is one
/// of the present.
pub fn is_current(ended: i64, now: Timestamp, interval_seconds: i64) -> bool {
    let age = now.micros().saturating_sub(ended);
    age <= interval_seconds.saturating_add(ON_ITS_WAY_SECONDS).saturating_mul(1_000_000)
}
