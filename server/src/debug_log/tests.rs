//! Entries that wait to be written, without a database.

use std::time::Duration;

use super::entry::{DebugEntry, LogType};
use super::minute::IN_ALL;
use super::queue::{DebugLog, TimedEntry};
use crate::clock;
use crate::ids::AgentKey;

const MINUTE: Duration = Duration::from_secs(60);

fn entry(number: u32) -> DebugEntry {
    DebugEntry::error(LogType::Scripting, number.to_string())
}

/// Records so many entries, each about another agent.
fn record(log: &DebugLog, count: u32) {
    for number in 0..count {
        log.record(entry(number).about(AgentKey(number.into())));
    }
}

fn messages(entries: &[TimedEntry]) -> Vec<&str> {
    entries.iter().map(|timed| timed.entry.message.as_str()).collect()
}

#[tokio::test]
async fn entries_that_are_too_many_are_counted_when_their_minute_ends_or_the_server_stops() {
    clock::stop();
    let log = DebugLog::default();
    record(&log, IN_ALL + 7);
    assert_eq!(log.take(false).len(), IN_ALL as usize);
    assert_eq!(messages(&log.take(false)), [] as [&str; 0], "the minute goes on");

    clock::advance(MINUTE);
    assert_eq!(messages(&log.take(false)), ["7 more of the last minute"]);
    clock::advance(MINUTE * 60);
    record(&log, IN_ALL + 1);
    let last = log.take(true);
    assert_eq!(messages(&last[IN_ALL as usize..]), ["1 more of the last minute"]);
}

#[tokio::test]
async fn what_could_not_be_written_comes_before_what_was_recorded_since() {
    clock::stop();
    let log = DebugLog::default();
    log.record(entry(1));
    log.record(entry(2));
    let taken = log.take(false);
    log.record(entry(3));

    log.put_back(taken);

    assert_eq!(messages(&log.take(false)), ["1", "2", "3"]);
}

#[tokio::test]
async fn a_bounded_number_waits_while_nothing_can_be_written() {
    clock::stop();
    let log = DebugLog::default();
    for minute in 0..10 {
        for number in 0..IN_ALL {
            let entry = DebugEntry::error(LogType::Scripting, format!("{minute} {number}"));
            log.record(entry.about(AgentKey(number.into())));
        }
        clock::advance(MINUTE);
    }

    let waited = log.take(false);
    assert_eq!(waited.len(), 1000);
    // The rest is counted in one row, as soon as there is room for it.
    assert_eq!(messages(&log.take(false)), ["2000 more of the last minute"]);
}

#[tokio::test]
async fn the_same_entry_is_recorded_once_an_hour() {
    clock::stop();
    let log = DebugLog::default();
    for _ in 0..3 {
        log.record(entry(1));
        clock::advance(MINUTE * 20);
    }
    assert_eq!(messages(&log.take(false)), ["1"]);

    log.record(entry(1));
    assert_eq!(messages(&log.take(false)), ["1"]);
}
