//! The system's log on Windows.

use muster_protocol::{LogEntry, ReadEventLog};

use crate::os::Problem;

/// A page of the log, newest first.
pub async fn read_event_log(_request: &ReadEventLog) -> Result<Vec<LogEntry>, Problem> {
    Err(Problem::not_supported_yet("reading the system's log"))
}
