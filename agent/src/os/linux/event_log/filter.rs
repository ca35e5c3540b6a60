//! Which entries of the log are asked for, and which page of them.

use std::ops::ControlFlow;

use muster_protocol::{LogEntry, ReadEventLog};

use crate::os::Problem;
use crate::os::log_page::{LogPage, since};
use crate::os::unix::log_request::{Channel, LogRequest};

/// A request, and the page as far as it is filled.
#[derive(Debug)]
pub struct Filter {
    /// What is asked for.
    pub request: LogRequest,
    /// Only entries since then, seconds since 1970; none for all.
    pub since: Option<i64>,
    page: LogPage,
}

impl Filter {
    /// Checks a request.
    pub fn new(request: &ReadEventLog) -> Result<Self, Problem> {
        let (since, page) = (since(request), LogPage::new(request));
        Ok(Self { request: LogRequest::new(request)?, since, page })
    }

    /// Takes the next older entry if it is wanted; breaks when the page is full.
    pub fn take(&mut self, channel: Channel, entry: LogEntry) -> ControlFlow<()> {
        if self.request.wants(channel, &entry) {
            return self.page.take(entry);
        }
        if self.page.is_full() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    pub fn into_page(self) -> Vec<LogEntry> {
        self.page.into_entries()
    }
}

#[cfg(test)]
mod tests {
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
            let _ = filter.take(channel, entry);
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
}
