//! The page of a log that was asked for, filled from the newest entry backwards.

use std::ops::ControlFlow;

use muster_protocol::{LogEntry, ReadEventLog};

use crate::clock;

/// The largest page.
const MAX_ENTRIES: u64 = 1000;

/// Longer messages are cut.
const MAX_MESSAGE_BYTES: usize = 8 * 1024;

/// The page as far as it is filled.
#[derive(Debug)]
pub struct LogPage {
    search: String,
    skip: u64,
    limit: u64,
    entries: Vec<LogEntry>,
}

impl LogPage {
    pub fn new(request: &ReadEventLog) -> Self {
        Self {
            search: request.search.to_lowercase(),
            skip: request.offset,
            limit: request.limit.min(MAX_ENTRIES),
            entries: Vec::new(),
        }
    }

    pub fn is_full(&self) -> bool {
        self.entries.len() as u64 >= self.limit
    }

    /// Whether entries with this message are wanted.
    pub fn wants(&self, message: &str) -> bool {
        self.search.is_empty() || message.to_lowercase().contains(&self.search)
    }

    /// Skips the next older entry of those that are wanted, if its message does not decide
    /// that it is; nobody has to read it then.
    #[cfg(windows)]
    pub fn skip_unread(&mut self) -> bool {
        let is_skipped = self.search.is_empty() && self.skip > 0;
        self.skip -= u64::from(is_skipped);
        is_skipped
    }

    /// Takes the next older entry if its message is wanted; breaks when the page is full.
    pub fn take(&mut self, mut entry: LogEntry) -> ControlFlow<()> {
        if self.is_full() {
            return ControlFlow::Break(());
        }
        if self.wants(&entry.message) {
            if self.skip > 0 {
                self.skip -= 1;
                return ControlFlow::Continue(());
            }
            shorten(&mut entry.message);
            self.entries.push(entry);
        }
        if self.is_full() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    pub fn into_entries(self) -> Vec<LogEntry> {
        self.entries
    }
}

/// The time of the oldest entry that is wanted, seconds since 1970; none for all. The
/// log of macOS takes days.
#[cfg_attr(target_os = "macos", expect(dead_code, reason = "its program counts days itself"))]
pub fn since(request: &ReadEventLog) -> Option<i64> {
    let back = i64::from(request.days) * 24 * 3600;
    (back > 0).then(|| clock::now_seconds() - back)
}

/// Cuts a message that is too long for a page.
pub fn shorten(message: &mut String) {
    if message.len() > MAX_MESSAGE_BYTES {
        message.truncate(message.floor_char_boundary(MAX_MESSAGE_BYTES));
        message.push('…');
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn entry(record: u64) -> LogEntry {
        LogEntry { record, ..LogEntry::default() }
    }

    proptest! {
        #[test]
        fn pages_after_each_other_are_the_whole_log(total in 0..300u64, size in 1..40u64) {
            let mut seen = Vec::new();
            for number in 0.. {
                let offset = number * size;
                let request = ReadEventLog { limit: size, offset, ..ReadEventLog::default() };
                let mut page = LogPage::new(&request);
                for number in 0..total {
                    // Where a system can skip without reading, the page is the same.
                    #[cfg(windows)]
                    if number % 2 == 0 && page.skip_unread() {
                        continue;
                    }
                    if page.take(entry(number)).is_break() {
                        break;
                    }
                }
                let entries = page.into_entries();
                if entries.is_empty() {
                    break;
                }
                seen.extend(entries.into_iter().map(|entry| entry.record));
            }
            prop_assert_eq!(seen, (0..total).collect::<Vec<_>>());
        }

        #[test]
        fn a_message_is_cut_between_letters(message in "[aä€😀]{0,4000}") {
            let mut short = message.clone();
            shorten(&mut short);
            prop_assert!(short == message || short.len() <= MAX_MESSAGE_BYTES + 3);
        }
    }

    #[test]
    fn the_search_does_not_look_at_the_case() {
        let request = ReadEventLog { search: "GRÖßE".to_owned(), ..ReadEventLog::default() };
        let page = LogPage::new(&request);
        assert!(page.wants("die größe passt") && !page.wants("grosse"));
        assert!(LogPage::new(&ReadEventLog::default()).wants(""));
    }
}
