//! Entries of the system's log.

use muster_protocol::{LogEntry, MAX_ENTRIES, ReadEventLog, Reading};

use super::readings::unable;
use crate::os;

/// Longer messages are cut.
const MAX_MESSAGE_BYTES: usize = 1024;

/// The most that are counted: one page of the log.
const MAX_COUNT: u64 = 1000;

/// Which entries; the fields are those of [`muster_protocol::Probe::EventLog`].
#[derive(Debug)]
pub struct Search {
    pub log: String,
    pub event_id: Option<i64>,
    pub kind: String,
    pub source: String,
    pub message: String,
    pub days: u32,
    pub most: u32,
}

/// How many entries there are, and the newest of them.
pub async fn measure(search: Search) -> Reading {
    let request = match request_for(search) {
        Ok(request) => request,
        Err(reason) => return unable(reason),
    };
    match os::event_log::read_event_log(&request).await {
        Ok(found) => reading_of(found),
        Err(problem) => unable(problem.to_string()),
    }
}

fn request_for(search: Search) -> Result<ReadEventLog, String> {
    let event_id = search
        .event_id
        .map(|id| u64::try_from(id).map_err(|_| format!("no event can have the id {id}")));
    Ok(ReadEventLog {
        log: search.log,
        days: search.days,
        event_type: search.kind,
        source: search.source,
        event_id: event_id.transpose()?,
        search: search.message,
        offset: 0,
        limit: u64::from(search.most).clamp(MAX_ENTRIES as u64, MAX_COUNT),
    })
}

fn reading_of(mut found: Vec<LogEntry>) -> Reading {
    let count = found.len() as u64;
    found.truncate(MAX_ENTRIES);
    for entry in &mut found {
        let end = entry.message.floor_char_boundary(MAX_MESSAGE_BYTES);
        entry.message.truncate(end);
    }
    Reading::Events { count, entries: found }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn search(event_id: Option<i64>, most: u32) -> Search {
        let text = str::to_owned;
        let (log, kind, source) = (text("System"), text("ERROR"), text("kernel"));
        Search { log, event_id, kind, source, message: text("disk"), days: 3, most }
    }

    #[test]
    fn the_log_is_asked_for_as_many_as_the_server_has_to_know_of() {
        let text = str::to_owned;
        let expected = ReadEventLog {
            log: text("System"),
            days: 3,
            event_type: text("ERROR"),
            source: text("kernel"),
            event_id: Some(41),
            search: text("disk"),
            offset: 0,
            limit: 20,
        };
        assert_eq!(request_for(search(Some(41), 1)), Ok(expected));
        let limits = [0, 20, 21, 1000, 5000].map(|most| request_for(search(None, most)).unwrap());
        assert_eq!(limits.map(|request| request.limit), [20, 20, 21, 1000, 1000]);
        let refused = request_for(search(Some(-1), 1));
        assert_eq!(refused, Err("no event can have the id -1".to_owned()));
    }

    #[tokio::test]
    async fn the_log_of_this_machine_is_searched() {
        let nothing = Search { message: "no entry says 5b1c9c1e".to_owned(), ..search(None, 1) };
        match measure(nothing).await {
            Reading::Events { count: 0, entries } => assert_eq!(entries, []),
            // A machine without a log says so.
            Reading::Unable { reason } => assert!(!reason.is_empty()),
            other => panic!("{other:?}"),
        }
        let odd = Search { kind: "LOUD".to_owned(), ..search(None, 1) };
        assert_eq!(measure(odd).await, unable("event type \"LOUD\" is not known"));
    }

    proptest! {
        #[test]
        fn a_reading_counts_all_and_has_the_newest(
            messages in prop::collection::vec("[aä😀]{0,600}", 0..40),
        ) {
            let entry = |message: String| LogEntry { message, ..LogEntry::default() };
            let reading = reading_of(messages.clone().into_iter().map(entry).collect());
            let Reading::Events { count, entries } = reading else { panic!("no events") };
            prop_assert_eq!(count, messages.len() as u64);
            prop_assert_eq!(entries.len(), messages.len().min(20));
            for (entry, message) in entries.iter().zip(&messages) {
                prop_assert!(message.starts_with(&entry.message) && entry.message.len() <= 1024);
                prop_assert!(entry.message == *message || entry.message.len() > 1020);
            }
        }
    }
}
