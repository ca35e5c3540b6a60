//! Events about bulk actions.

use serde::Serialize;
use utoipa::ToSchema;

use super::super::Event;
#[cfg(test)]
use super::Entry;
use super::{EventType, TopicKind};

const BULK_PROGRESS: EventType<BulkProgress> =
    EventType::new(TopicKind::OneBulk, "bulk.progress", "runs of a bulk action began or ended");

const BULK_FINISHED: EventType<BulkProgress> =
    EventType::new(TopicKind::OneBulk, "bulk.finished", "a bulk action has ended");

/// Data of `bulk.progress` and `bulk.finished`.
#[derive(Serialize, ToSchema)]
pub struct BulkProgress {
    /// Key of the bulk action.
    pub id: i64,
    /// Its agents by state; those in the listener's scope alone.
    pub counts: BulkCounts,
}

/// How many agents of a bulk action are in which state.
#[derive(Serialize, ToSchema)]
pub struct BulkCounts {
    /// All of them.
    pub total: i64,
    /// Not started yet.
    pub queued: i64,
    /// Running.
    pub running: i64,
    /// Ended with success.
    pub passed: i64,
    /// Ended without success.
    pub failed: i64,
    /// Ran out of time.
    pub timed_out: i64,
    /// Cancelled.
    pub cancelled: i64,
    /// Did not connect in time.
    pub expired: i64,
    /// Left out.
    pub skipped: i64,
}

impl Event {
    /// The progress of a bulk action.
    pub fn bulk_progress(progress: BulkProgress) -> Self {
        BULK_PROGRESS.event_of(progress.id, progress)
    }

    /// A bulk action has finished.
    pub fn bulk_finished(progress: BulkProgress) -> Self {
        BULK_FINISHED.event_of(progress.id, progress)
    }
}

#[cfg(test)]
pub(super) fn entries() -> Vec<Entry> {
    vec![BULK_PROGRESS.entry(), BULK_FINISHED.entry()]
}
