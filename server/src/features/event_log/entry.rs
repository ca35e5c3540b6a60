//! An entry of a system's log as the API shows it.

use muster_protocol::LogEntry;
use serde::Serialize;
use utoipa::ToSchema;

use crate::time::Timestamp;

/// One entry of a system's log.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EventLogEntry {
    /// Its place in the answer, counted from the newest.
    pub uid: u64,
    /// Number of the entry where the system has one.
    pub record: u64,
    /// When it was written.
    #[schema(value_type = String, format = DateTime)]
    pub time: Timestamp,
    /// Who wrote it.
    pub source: String,
    /// `INFO`, `WARNING`, `ERROR`, `AUDIT_SUCCESS` or `AUDIT_FAILURE`.
    pub event_type: String,
    /// The event's id; 0 where there is none.
    #[serde(rename = "eventID")]
    pub event_id: u64,
    /// The event's category; empty where there is none.
    pub event_category: String,
    /// Name of the machine.
    pub computer: String,
    /// The text.
    pub message: String,
}

impl EventLogEntry {
    /// An entry as an agent reported it, with its position.
    pub fn new(uid: u64, reported: LogEntry) -> Self {
        Self {
            uid,
            record: reported.record,
            time: Timestamp::from_micros(reported.time),
            source: reported.source,
            event_type: reported.event_type,
            event_id: reported.event_id,
            event_category: reported.category,
            computer: reported.computer,
            message: reported.message,
        }
    }
}
