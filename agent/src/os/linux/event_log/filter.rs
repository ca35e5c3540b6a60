//! Which entries of the log are asked for, and which page of them.

use std::ops::ControlFlow;

use muster_protocol::{LogEntry, ReadEventLog};

use crate::clock;
use crate::os::Problem;

/// The largest page.
const MAX_ENTRIES: u64 = 1000;

/// Longer messages are cut.
const MAX_MESSAGE_BYTES: usize = 8 * 1024;

/// The part of the log an entry belongs to; each belongs to one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Channel {
    /// Programs and people.
    Application,
    /// The kernel and systemd.
    System,
    /// Logins, rights, and what the kernel audits.
    Security,
}

/// What of the log is wanted.
#[derive(Clone, Debug, PartialEq)]
pub enum Wanted {
    Part(Channel),
    /// What one service wrote.
    Unit(String),
    /// All of it.
    Everything,
}

/// A request, checked, and the page as far as it is filled.
#[derive(Debug)]
pub struct Filter {
    /// What of the log.
    pub wanted: Wanted,
    /// Only this type; empty for all.
    pub event_type: String,
    /// Only entries since then, seconds since 1970; none for all.
    pub since: Option<i64>,
    source: String,
    event_id: Option<u64>,
    search: String,
    skip: u64,
    limit: u64,
    page: Vec<LogEntry>,
}

impl Filter {
    /// Checks a request.
    pub fn new(request: &ReadEventLog) -> Result<Self, Problem> {
        if !matches!(request.event_type.as_str(), "" | "INFO" | "WARNING" | "ERROR") {
            let reason = format!("event type {:?} is not known", request.event_type);
            return Err(Problem::failed(reason));
        }
        let wanted = match request.log.as_str() {
            "" => Wanted::Everything,
            "Application" => Wanted::Part(Channel::Application),
            "System" => Wanted::Part(Channel::System),
            "Security" => Wanted::Part(Channel::Security),
            name => Wanted::Unit(name.to_owned()),
        };
        let back = i64::from(request.days) * 24 * 3600;
        Ok(Self {
            wanted,
            event_type: request.event_type.clone(),
            since: (back > 0).then(|| clock::now_seconds() - back),
            source: request.source.clone(),
            event_id: request.event_id,
            search: request.search.to_lowercase(),
            skip: request.offset,
            limit: request.limit.min(MAX_ENTRIES),
            page: Vec::new(),
        })
    }

    /// Takes the next older entry if it is wanted; breaks when the page is full.
    pub fn take(&mut self, channel: &Channel, mut entry: LogEntry) -> ControlFlow<()> {
        if self.is_full() {
            return ControlFlow::Break(());
        }
        if self.wants(channel, &entry) {
            if self.skip > 0 {
                self.skip -= 1;
                return ControlFlow::Continue(());
            }
            shorten(&mut entry.message);
            self.page.push(entry);
        }
        if self.is_full() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    pub fn into_page(self) -> Vec<LogEntry> {
        self.page
    }

    fn is_full(&self) -> bool {
        self.page.len() as u64 >= self.limit
    }

    fn wants(&self, channel: &Channel, entry: &LogEntry) -> bool {
        let of_part = match &self.wanted {
            Wanted::Part(part) => part == channel,
            Wanted::Unit(_) | Wanted::Everything => true,
        };
        of_part
            && (self.event_type.is_empty() || self.event_type == entry.event_type)
            && (self.source.is_empty() || self.source == entry.source)
            && self.event_id.is_none_or(|id| id == entry.event_id)
            && (self.search.is_empty() || entry.message.to_lowercase().contains(&self.search))
    }
}

fn shorten(message: &mut String) {
    if message.len() > MAX_MESSAGE_BYTES {
        message.truncate(message.floor_char_boundary(MAX_MESSAGE_BYTES));
        message.push('…');
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn entry(message: &str, event_type: &str, source: &str) -> LogEntry {
        let (event_type, source) = (event_type.to_owned(), source.to_owned());
        LogEntry { message: message.to_owned(), event_type, source, ..LogEntry::default() }
    }

    fn count(request: &ReadEventLog) -> usize {
        let mut filter = Filter::new(request).unwrap();
        for (channel, entry) in [
            (Channel::System, entry("Disk FULL", "ERROR", "kernel")),
            (Channel::Security, entry("Failed password", "INFO", "sshd")),
            (Channel::Application, entry("hello", "WARNING", "app")),
            (Channel::Application, entry("disk ok", "INFO", "app")),
        ] {
            let _ = filter.take(&channel, entry);
        }
        filter.into_page().len()
    }

    #[test]
    fn each_condition_narrows_the_page() {
        let all = ReadEventLog { limit: 100, ..ReadEventLog::default() };
        let text = str::to_owned;
        for (request, expected) in [
            (all.clone(), 4),
            (ReadEventLog { log: text("Application"), ..all.clone() }, 2),
            (ReadEventLog { log: text("System"), ..all.clone() }, 1),
            (ReadEventLog { event_type: text("INFO"), ..all.clone() }, 2),
            (ReadEventLog { source: text("app"), ..all.clone() }, 2),
            (ReadEventLog { search: text("dIsK"), ..all.clone() }, 2),
            (ReadEventLog { event_id: Some(0), ..all.clone() }, 4),
            (ReadEventLog { event_id: Some(7), ..all.clone() }, 0),
            (ReadEventLog { offset: 3, ..all.clone() }, 1),
            (ReadEventLog { limit: 2, ..all.clone() }, 2),
            (ReadEventLog { limit: 0, ..all.clone() }, 0),
        ] {
            assert_eq!(count(&request), expected, "{request:?}");
        }
        let unknown = ReadEventLog { event_type: text("LOUD"), ..all };
        assert!(Filter::new(&unknown).is_err());
    }

    proptest! {
        #[test]
        fn pages_after_each_other_are_the_whole_log(total in 0..300u64, size in 1..40u64) {
            let mut seen = Vec::new();
            for page in 0.. {
                let offset = page * size;
                let request = ReadEventLog { limit: size, offset, ..ReadEventLog::default() };
                let mut filter = Filter::new(&request).unwrap();
                for number in 0..total {
                    let entry = LogEntry { record: number, ..LogEntry::default() };
                    if filter.take(&Channel::System, entry).is_break() {
                        break;
                    }
                }
                let page = filter.into_page();
                if page.is_empty() {
                    break;
                }
                seen.extend(page.into_iter().map(|entry| entry.record));
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
}
