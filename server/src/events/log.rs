//! The events of the last ten minutes, for all listeners of this process.
//!
//! No listener has its own queue: it remembers the number of the last event it
//! has seen and reads on from there when it is notified that there are more. A
//! slow one costs nothing, until what it needs next has been dropped.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::watch;

use super::Event;
use crate::time::Timestamp;

const KEPT: Duration = Duration::from_secs(600);
const MOST_EVENTS: usize = 50_000;
const MOST_BYTES: usize = 16 << 20;
/// What an event costs in addition to its data.
const OVERHEAD: usize = 256;

/// An event with its number.
#[derive(Debug)]
pub struct LoggedEvent {
    /// Grows from event to event, with gaps.
    pub seq: u64,
    /// When it was published.
    pub time: Timestamp,
    /// The event.
    pub event: Event,
    /// The event's data as text.
    pub data: String,
}

/// Why events after a number cannot be returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MissedEvents {
    /// They are older than the kept ones.
    TooOld,
    /// Some were lost on their way, or the number is not one of this log.
    Broken,
}

/// The latest events.
pub struct Log {
    state: Mutex<State>,
    newest: watch::Sender<u64>,
}

struct State {
    entries: VecDeque<Arc<LoggedEvent>>,
    bytes: usize,
    /// Every event after this one is here.
    complete_after: u64,
    /// Numbers below this are from before a break.
    unbroken_from: u64,
    newest: u64,
}

impl Log {
    /// An empty log. Its numbers begin with the time, so those of a process
    /// that ran before are smaller.
    pub fn starting_now() -> Self {
        let start = u64::try_from(Timestamp::now().micros()).unwrap_or(0);
        let state = State {
            entries: VecDeque::new(),
            bytes: 0,
            complete_after: start,
            unbroken_from: start,
            newest: start,
        };
        Self { state: Mutex::new(state), newest: watch::Sender::new(start) }
    }

    /// The number of the latest event.
    pub fn newest(&self) -> u64 {
        self.lock().newest
    }

    /// Adds an event under the next number.
    pub fn append_next(&self, event: Event) {
        let now = Timestamp::now();
        let mut state = self.lock();
        // The clock may stop or go back; the numbers do not.
        let seq = u64::try_from(now.micros()).unwrap_or(0).max(state.newest + 1);
        state.append(seq, now, event);
        self.newest.send_replace(seq);
    }

    /// Adds an event with a number from the stream. One that is here already is
    /// skipped.
    pub fn append(&self, seq: u64, time: Timestamp, event: Event) {
        let mut state = self.lock();
        if seq > state.newest {
            state.append(seq, time, event);
            self.newest.send_replace(seq);
        }
    }

    /// Starts again: events up to this number are not here, and it is unknown
    /// which of them a listener has seen.
    pub fn restart_after(&self, seq: u64) {
        let mut state = self.lock();
        state.entries.clear();
        state.bytes = 0;
        (state.complete_after, state.unbroken_from, state.newest) = (seq, seq, seq);
        self.newest.send_replace(seq);
    }

    /// At most `most` events after this number, the oldest first.
    pub fn after(&self, seq: u64, most: usize) -> Result<Vec<Arc<LoggedEvent>>, MissedEvents> {
        let state = self.lock();
        if seq < state.unbroken_from || seq > state.newest {
            return Err(MissedEvents::Broken);
        }
        if seq < state.complete_after {
            return Err(MissedEvents::TooOld);
        }
        let start = state.entries.partition_point(|entry| entry.seq <= seq);
        Ok(state.entries.range(start..).take(most).cloned().collect())
    }

    /// Waits until there is something to read beyond this number.
    pub async fn wait_past(&self, seq: u64) {
        let mut newest = self.newest.subscribe();
        // The sender lives as long as we do.
        let _ = newest.wait_for(|newest| *newest != seq).await;
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn append(&mut self, seq: u64, time: Timestamp, mut event: Event) {
        let data = event.data.to_string();
        // Output is only passed on, as the text above: one copy of it is enough.
        if let Some(output) = event.data.as_object_mut() {
            output.remove("text");
        }
        self.bytes += data.len() + OVERHEAD;
        self.newest = seq;
        self.entries.push_back(Arc::new(LoggedEvent { seq, time, event, data }));
        while self.entries.front().is_some_and(|oldest| self.is_past(oldest, time)) {
            self.forget_oldest();
        }
    }

    fn is_past(&self, oldest: &LoggedEvent, now: Timestamp) -> bool {
        let is_full = self.entries.len() > MOST_EVENTS || self.bytes > MOST_BYTES;
        is_full || now.since(oldest.time) > KEPT
    }

    fn forget_oldest(&mut self) {
        if let Some(oldest) = self.entries.pop_front() {
            self.bytes -= oldest.data.len() + OVERHEAD;
            self.complete_after = oldest.seq;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Value, json};

    use super::*;

    fn event(data: Value) -> Event {
        Event::new("runs", "run.queued", data)
    }

    fn numbers(log: &Log, after: u64) -> Vec<Value> {
        let entries = log.after(after, usize::MAX).unwrap();
        entries.iter().map(|entry| entry.event.data.clone()).collect()
    }

    #[test]
    fn a_listener_that_knows_the_last_number_reads_on_from_there() {
        let log = Log::starting_now();
        let start = log.newest();
        log.append_next(event(json!(1)));
        let first = log.newest();
        log.append_next(event(json!(2)));
        log.append_next(event(json!(3)));
        assert_eq!(numbers(&log, start), [json!(1), json!(2), json!(3)]);
        assert_eq!(numbers(&log, first), [json!(2), json!(3)]);
        assert_eq!(log.after(start, 2).unwrap().len(), 2);
        assert_eq!(numbers(&log, log.newest()), [] as [Value; 0]);
    }

    #[test]
    fn unknown_numbers_are_distinguished_from_those_that_are_too_old() {
        let log = Log::starting_now();
        let start = log.newest();
        assert_eq!(log.after(start - 1, 1).unwrap_err(), MissedEvents::Broken);
        assert_eq!(log.after(start + 1, 1).unwrap_err(), MissedEvents::Broken);
        let old = Timestamp::now().minus(KEPT * 2);
        log.append(start + 1, old, event(json!(1)));
        log.append(start + 2, Timestamp::now(), event(json!(2)));
        assert_eq!(log.after(start, 1).unwrap_err(), MissedEvents::TooOld);
        assert_eq!(numbers(&log, start + 1), [json!(2)]);
        log.restart_after(start + 10);
        assert_eq!(log.after(start + 2, 1).unwrap_err(), MissedEvents::Broken);
        assert_eq!(numbers(&log, start + 10), [] as [Value; 0]);
    }

    #[test]
    fn memory_is_bounded_by_bytes_and_by_count() {
        let log = Log::starting_now();
        let start = log.newest();
        let large = json!("x".repeat(1 << 20));
        for _ in 0..20 {
            log.append_next(event(large.clone()));
        }
        assert_eq!(log.after(start, 1).unwrap_err(), MissedEvents::TooOld);
        assert!(log.lock().bytes <= MOST_BYTES && log.lock().entries.len() >= 15);
        for _ in 0..=MOST_EVENTS {
            log.append_next(event(json!(1)));
        }
        assert_eq!(log.lock().entries.len(), MOST_EVENTS);
    }

    proptest! {
        #[test]
        fn a_reader_sees_every_event_once_and_in_order_whatever_its_steps(
            steps in prop::collection::vec((0usize..5, 1usize..4), 0..40),
        ) {
            let (log, mut seen, mut published) = (Log::starting_now(), Vec::new(), 0);
            let mut cursor = log.newest();
            for (publish, most) in steps {
                for _ in 0..publish {
                    log.append_next(event(json!(published)));
                    published += 1;
                }
                for entry in log.after(cursor, most).unwrap() {
                    cursor = entry.seq;
                    seen.push(entry.event.data.as_i64().unwrap());
                }
            }
            seen.extend(numbers(&log, cursor).iter().filter_map(Value::as_i64));
            prop_assert_eq!(seen, (0..published).collect::<Vec<i64>>());
        }
    }
}
