//! How far a recording is.

use std::time::Duration;

use crate::time::Timestamp;

/// The names in the API.
pub const STATES: &[&str] = &["recording", "complete", "incomplete", "damaged"];

/// After a session has ended, its last part may take so long.
const MISSING_AFTER: Duration = Duration::from_secs(3600);

/// The state of a recording `r` with its session `q`, if that is still there. `$1` is
/// [`missing_before`].
pub const STATE: &str = "case when r.problem <> '' then 'damaged'
      when r.is_complete then 'complete'
      when r.refused <> '' then 'incomplete'
      when r.last_stored < $1 and (q.id is null or q.ended < $1) then 'incomplete'
      else 'recording' end";

/// Recordings of sessions that ended before, and of which nothing came since, are
/// incomplete; an agent that comes back later still completes them.
pub fn missing_before() -> Timestamp {
    Timestamp::now().minus(MISSING_AFTER)
}

/// What an event says became of a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RecordingState {
    Recording,
    Complete,
    Incomplete,
    Deleted,
}

impl RecordingState {
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Recording => "recording",
            Self::Complete => "complete",
            Self::Incomplete => "incomplete",
            Self::Deleted => "deleted",
        }
    }
}
