//! The same entry is stored once an hour: an agent with the wrong key tries to
//! connect again and again, and one row says enough.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::time::Duration;

use tokio::time::Instant;

use super::entry::DebugEntry;

const HOUR: Duration = Duration::from_secs(60 * 60);
/// More than are stored within an hour: forgetting those from before it always
/// makes room.
const MOST: usize = 20_000;

/// The entries of the last hour, by their hashes.
#[derive(Default)]
pub(super) struct Repeats {
    hasher: RandomState,
    stored: HashMap<u64, Instant>,
}

impl Repeats {
    /// Whether the entry was stored within the last hour.
    pub(super) fn has(&self, entry: &DebugEntry, now: Instant) -> bool {
        let stored = self.stored.get(&self.hasher.hash_one(entry));
        stored.is_some_and(|stored| is_recent(*stored, now))
    }

    /// Remembers that the entry is stored now.
    pub(super) fn remember(&mut self, entry: &DebugEntry, now: Instant) {
        if self.stored.len() >= MOST {
            self.stored.retain(|_, stored| is_recent(*stored, now));
        }
        self.stored.insert(self.hasher.hash_one(entry), now);
    }
}

fn is_recent(stored: Instant, now: Instant) -> bool {
    now.saturating_duration_since(stored) < HOUR
}

#[cfg(test)]
mod tests {
    use super::super::entry::LogType;
    use super::super::minute::IN_ALL;
    use super::*;
    use crate::ids::AgentKey;

    #[test]
    fn an_entry_is_repeated_for_an_hour_and_about_the_same_agent() {
        let (start, mut repeats) = (Instant::now(), Repeats::default());
        let entry = DebugEntry::error(LogType::Scripting, "no").about(AgentKey(1));
        repeats.remember(&entry, start);

        assert!(repeats.has(&entry, start + HOUR - Duration::from_secs(1)));
        assert!(!repeats.has(&entry, start + HOUR));
        assert!(!repeats.has(&DebugEntry::error(LogType::Scripting, "no"), start));
        let warning = DebugEntry::warning(LogType::Scripting, "no").about(AgentKey(1));
        assert!(!repeats.has(&warning, start));
        assert!(!repeats.has(&entry.about(AgentKey(2)), start));
    }

    #[test]
    fn no_more_entries_are_remembered_than_a_busy_hour_has() {
        assert!(MOST > 60 * IN_ALL as usize);
        let (start, mut repeats) = (Instant::now(), Repeats::default());
        for number in 0..3 * 60 * IN_ALL {
            let now = start + Duration::from_secs(60) * (number / IN_ALL);
            let entry = DebugEntry::error(LogType::Scripting, number.to_string());
            repeats.remember(&entry, now);
            assert!(repeats.stored.len() <= MOST);
        }
    }
}
