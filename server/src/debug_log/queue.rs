//! Entries that wait to be written.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::Instant;

use super::entry::DebugEntry;
use super::minute::Minute;
use super::repeats::Repeats;
use crate::clock;
use crate::time::Timestamp;

const MINUTE: Duration = Duration::from_secs(60);
/// Entries that may wait: the database may be away for a while.
const MAX_WAITING: usize = 1000;
/// What comes within this time is written in one transaction.
const GATHER: Duration = Duration::from_millis(250);

/// Takes entries, as many as the limits allow. Part of the
/// [`App`](crate::app::App).
#[derive(Default)]
pub struct DebugLog {
    queue: Mutex<Queue>,
    recorded: Notify,
}

/// An entry, and when it was recorded.
#[derive(Clone, Debug)]
pub(super) struct TimedEntry {
    pub(super) time: Timestamp,
    pub(super) entry: DebugEntry,
}

#[derive(Default)]
struct Queue {
    waiting: Vec<TimedEntry>,
    minute: Minute,
    /// When the minute ends that is counted; none before its first entry.
    ends: Option<Instant>,
    repeats: Repeats,
}

impl DebugLog {
    /// Records an entry. It is written later, about agents that are there then.
    ///
    /// The same entry is stored once an hour; the entries of a minute that are
    /// too many become one row with their number.
    pub fn record(&self, entry: DebugEntry) {
        let (time, now) = (Timestamp::now(), clock::steady());
        if self.lock().add(entry, time, now) {
            self.recorded.notify_one();
        }
    }

    /// Takes everything that waits; the last time also the number of those that
    /// were too many in a minute that has not ended.
    pub(super) fn take(&self, is_last: bool) -> Vec<TimedEntry> {
        let (time, now) = (Timestamp::now(), clock::steady());
        let mut queue = self.lock();
        if is_last {
            queue.finish_minute(time);
        } else {
            queue.finish_past_minute(time, now);
        }
        std::mem::take(&mut queue.waiting)
    }

    /// Returns entries that could not be written, before those that came since.
    pub(super) fn put_back(&self, mut entries: Vec<TimedEntry>) {
        let mut queue = self.lock();
        entries.append(&mut queue.waiting);
        queue.waiting = entries;
    }

    /// Waits until there is something to write.
    pub(super) async fn due(&self) {
        let summary_due = self.lock().summary_due();
        tokio::select! {
            () = self.recorded.notified() => tokio::time::sleep(GATHER).await,
            () = until(summary_due) => {}
        }
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        // A queue is usable at any time, whatever its last holder did.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Queue {
    /// Adds an entry, or counts it. Returns whether the writer has more to do.
    fn add(&mut self, entry: DebugEntry, time: Timestamp, now: Instant) -> bool {
        self.finish_past_minute(time, now);
        if self.repeats.has(&entry, now) {
            return false;
        }
        let is_first_dropped = !self.minute.has_dropped();
        self.ends.get_or_insert(now + MINUTE);
        if self.waiting.len() >= MAX_WAITING {
            self.minute.drop_one();
            return is_first_dropped;
        }
        if !self.minute.admit(entry.agent) {
            return is_first_dropped;
        }
        self.repeats.remember(&entry, now);
        self.waiting.push(TimedEntry { time, entry });
        true
    }

    /// Ends the minute if it has passed. While nothing can be written it goes on,
    /// so that the number of those left out does not become many rows.
    fn finish_past_minute(&mut self, time: Timestamp, now: Instant) {
        let has_passed = self.ends.is_some_and(|ends| ends <= now);
        if has_passed && self.waiting.len() < MAX_WAITING {
            self.finish_minute(time);
        }
    }

    fn finish_minute(&mut self, time: Timestamp) {
        self.ends = None;
        for (agent, count) in std::mem::take(&mut self.minute).into_dropped() {
            self.waiting.push(TimedEntry { time, entry: DebugEntry::left_out(agent, count) });
        }
    }

    /// When the number of entries that were left out is due; none if all were
    /// stored.
    fn summary_due(&self) -> Option<Instant> {
        self.ends.filter(|_| self.minute.has_dropped())
    }
}

async fn until(due: Option<Instant>) {
    match due {
        Some(due) => clock::sleep_until(due).await,
        None => std::future::pending().await,
    }
}
