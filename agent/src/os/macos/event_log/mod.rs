//! The system's unified log.

mod entry;
mod filter;
mod search;

use muster_protocol::{LogEntry, ReadEventLog};

use crate::clock;
use crate::os::Problem;

/// A page of the log, newest first.
pub async fn read_event_log(request: &ReadEventLog) -> Result<Vec<LogEntry>, Problem> {
    search::read("log", request, clock::now_seconds()).await
}
