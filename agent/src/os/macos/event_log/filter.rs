//! Which entries of the log are asked for: decided here, and said to the system as far as
//! that makes it print less.

use muster_protocol::{LogEntry, ReadEventLog};

use super::entry::{SECURITY_PROGRAMS, SYSTEM_FOLDERS};
use crate::os::unix::log_request::{Channel, LogRequest, Wanted};
use crate::os::{Problem, refusals};

/// A request, checked.
#[derive(Debug)]
pub struct Filter {
    request: LogRequest,
    search: String,
}

impl Filter {
    /// Checks a request.
    pub fn new(request: &ReadEventLog) -> Result<Self, Problem> {
        let (request, search) = (LogRequest::new(request)?, request.search.clone());
        if let Wanted::Named(name) = &request.wanted
            && !is_plain(name)
        {
            return Err(refusals::unknown_log(name));
        }
        Ok(Self { request, search })
    }

    /// Whether no entry of this system can be what is asked for.
    pub fn is_empty(&self) -> bool {
        self.request.event_type == "WARNING" || self.request.event_id.is_some_and(|id| id != 0)
    }

    /// Whether an entry is wanted, apart from its text.
    pub fn wants(&self, channel: Channel, entry: &LogEntry) -> bool {
        self.request.wants(channel, entry)
    }

    /// What the system is to leave out already; none for nothing.
    pub fn predicate(&self) -> Option<String> {
        let mut conditions = Vec::new();
        let of_system = || {
            let folders = SYSTEM_FOLDERS.iter();
            joined(
                folders.map(|folder| format!("processImagePath BEGINSWITH \"{folder}\"")),
                " OR ",
            )
        };
        match &self.request.wanted {
            Wanted::Everything => {}
            Wanted::Named(name) => {
                conditions.push(format!("subsystem == \"{name}\" OR process == \"{name}\""));
            }
            Wanted::Part(Channel::Application) => conditions.push(format!("NOT ({})", of_system())),
            Wanted::Part(Channel::System) => conditions.push(of_system()),
            Wanted::Part(Channel::Security) => {
                let programs = SECURITY_PROGRAMS.iter();
                let named = programs.map(|program| format!("process == \"{program}\""));
                conditions.push(joined(named, " OR "));
            }
        }
        let is_error = "messageType == error OR messageType == fault";
        match self.request.event_type.as_str() {
            "ERROR" => conditions.push(is_error.to_owned()),
            "INFO" => conditions.push(format!("NOT ({is_error})")),
            _ => {}
        }
        // What is not plain would have to be quoted: it is looked for here alone.
        if is_plain(&self.request.source) {
            conditions.push(format!("process == \"{}\"", self.request.source));
        }
        if is_plain(&self.search) {
            conditions.push(format!("eventMessage CONTAINS[c] \"{}\"", self.search));
        }
        let all = joined(conditions.iter().map(|condition| format!("({condition})")), " AND ");
        (!all.is_empty()).then_some(all)
    }
}

/// Whether a text means itself between quotation marks.
fn is_plain(text: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"._- ()/:+@".contains(&byte);
    !text.is_empty() && text.len() <= 200 && text.bytes().all(is_plain)
}

fn joined(parts: impl Iterator<Item = String>, between: &str) -> String {
    parts.collect::<Vec<String>>().join(between)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filter(log: &str, event_type: &str, source: &str, search: &str) -> Filter {
        let [log, event_type, source, search] =
            [log, event_type, source, search].map(str::to_owned);
        let rest = ReadEventLog::default();
        Filter::new(&ReadEventLog { log, event_type, source, search, ..rest }).unwrap()
    }

    #[test]
    fn the_system_is_asked_for_as_little_as_it_can_tell_apart() {
        let predicate = |f: Filter| f.predicate().unwrap_or_default();
        assert_eq!(predicate(filter("", "", "", "")), "");
        assert_eq!(
            predicate(filter("com.apple.TimeMachine", "ERROR", "backupd", "disk full")),
            "(subsystem == \"com.apple.TimeMachine\" OR process == \"com.apple.TimeMachine\") AND \
             (messageType == error OR messageType == fault) AND (process == \"backupd\") AND \
             (eventMessage CONTAINS[c] \"disk full\")"
        );
        let system = predicate(filter("System", "", "", ""));
        assert!(system.starts_with("(processImagePath BEGINSWITH \"/System/\" OR "), "{system}");
        let others = predicate(filter("Application", "INFO", "", ""));
        assert!(others.starts_with("(NOT (processImagePath BEGINSWITH"), "{others}");
        assert!(others.ends_with("AND (NOT (messageType == error OR messageType == fault))"));
        assert!(predicate(filter("Security", "", "", "")).contains("process == \"sudo\" OR "));
        // No text of somebody else becomes a part of the condition.
        for odd in ["a\" OR TRUEPREDICATE OR \"", "a\\", "größe", "a\nb"] {
            assert_eq!(predicate(filter("", "", odd, odd)), "", "{odd}");
        }
    }

    #[test]
    fn what_is_not_known_is_refused_and_what_cannot_be_is_empty() {
        let refused = |log: &str, event_type: &str| {
            let (log, event_type) = (log.to_owned(), event_type.to_owned());
            let rest = ReadEventLog::default();
            Filter::new(&ReadEventLog { log, event_type, ..rest }).unwrap_err().to_string()
        };
        assert_eq!(refused("", "LOUD"), "event type \"LOUD\" is not known");
        assert_eq!(refused("a\"b", ""), "\"a\\\"b\" is not a log of this system");
        assert!(filter("", "WARNING", "", "").is_empty());
        let of_event = ReadEventLog { event_id: Some(7), ..ReadEventLog::default() };
        assert!(Filter::new(&of_event).unwrap().is_empty());
        assert!(!filter("System", "ERROR", "", "").is_empty());
    }
}
