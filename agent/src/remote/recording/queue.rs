//! What happened and is not in a part yet. It has a bound: a disk that is slow or full makes
//! neither the session wait nor the memory grow, unless the session has to be recorded.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use muster_remote::recording::RecordType;
use tokio::sync::Notify;

/// With so much in it, the session waits for the thread that writes.
const ENOUGH_BYTES: usize = 1024 * 1024;

/// With so much in it, more is dropped, unless the session has to be recorded.
const MOST_BYTES: usize = 2 * 1024 * 1024;

/// With so much in it, the thread does not wait for more.
const BATCH_BYTES: usize = 96 * 1024;

/// What an item takes beside its bytes.
const OVERHEAD: usize = 64;

/// How long a session that need not be recorded waits for a thread that does nothing.
const LONGEST_WAIT: Duration = Duration::from_secs(2);

/// The thread wakes up now and then although there is nothing to do.
const IDLE: Duration = Duration::from_secs(3600);

/// Something for the recording.
#[derive(Debug, PartialEq, Eq)]
pub enum Item {
    /// It happened so many milliseconds after the recording began.
    Record(u64, RecordType, Vec<u8>),
    /// Something is missing here.
    Gap,
    /// What comes is best at the beginning of a part.
    NewPart,
}

/// How the recording ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// With a last part.
    Finished,
    /// As it is.
    Abandoned,
}

/// Whether the session may go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hold {
    /// It may.
    No,
    /// It waits for a moment.
    Behind,
    /// It pauses, as the recording cannot be written, for this reason.
    Stuck(String),
}

/// Between the session and the thread that writes.
#[derive(Debug, Default)]
pub struct Queue {
    state: Mutex<State>,
    filled: Condvar,
    /// Wakes the session: it may be able to go on, or no longer.
    pub changed: Notify,
}

#[derive(Debug, Default)]
struct State {
    items: VecDeque<Item>,
    bytes: usize,
    /// Something was dropped since the last item.
    is_lossy: bool,
    ending: Option<Ending>,
    progress: Progress,
    /// When the thread has done something.
    worked: Option<Instant>,
}

#[derive(Debug, Default)]
enum Progress {
    /// The folder is not there yet.
    #[default]
    Preparing,
    Writing,
    Stuck(String),
}

/// What the thread works on next.
#[derive(Debug)]
pub struct Batch {
    /// In the order in which it happened.
    pub items: VecDeque<Item>,
    /// Whether nothing follows.
    pub ending: Option<Ending>,
}

impl Queue {
    /// Adds something; false when it was dropped. Nothing is with `must_keep`.
    pub fn push(&self, item: Item, must_keep: bool) -> bool {
        let weight =
            OVERHEAD + if let Item::Record(_, _, payload) = &item { payload.len() } else { 0 };
        let mut state = self.lock();
        // Once something is missing there is one gap, not one for each that is too long.
        let most = if state.is_lossy { ENOUGH_BYTES } else { MOST_BYTES };
        if !must_keep && state.bytes + weight > most {
            state.is_lossy = true;
            return false;
        }
        if std::mem::take(&mut state.is_lossy) {
            state.items.push_back(Item::Gap);
        }
        let was_empty = state.items.is_empty();
        state.items.push_back(item);
        state.bytes += weight;
        let is_enough = state.bytes >= BATCH_BYTES;
        drop(state);
        // What comes between need not wake anybody.
        if was_empty || is_enough {
            self.filled.notify_one();
        }
        true
    }

    /// Waits until there is much, the time has come, or the end. Without a time it is enough
    /// that there is anything.
    pub fn next_batch(&self, due: Option<Instant>) -> Batch {
        let mut state = self.lock();
        loop {
            let left = due.map(|due| due.saturating_duration_since(Instant::now()));
            let is_time = match left {
                Some(left) => left.is_zero() || state.bytes >= BATCH_BYTES,
                None => !state.items.is_empty(),
            };
            if is_time || state.ending.is_some() {
                break;
            }
            let left = left.unwrap_or(IDLE);
            state = self.filled.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
        state.worked = Some(Instant::now());
        let was_full = state.bytes > ENOUGH_BYTES;
        state.bytes = 0;
        let batch = Batch { items: std::mem::take(&mut state.items), ending: state.ending };
        drop(state);
        if was_full {
            self.changed.notify_one();
        }
        batch
    }

    /// Waits before another attempt to write; false when there is no time for one.
    pub fn wait_to_retry(&self, pause: Duration) -> bool {
        let until = Instant::now() + pause;
        let mut state = self.lock();
        while state.ending.is_none() {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return true;
            }
            state = self.filled.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
        false
    }

    /// Ends it.
    pub fn end(&self, ending: Ending) {
        self.lock().ending.get_or_insert(ending);
        self.filled.notify_one();
    }

    /// Something was written.
    pub fn works(&self) {
        let mut state = self.lock();
        state.worked = Some(Instant::now());
        state.progress = Progress::Writing;
        drop(state);
        self.changed.notify_one();
    }

    /// Nothing can be written, for this reason.
    pub fn is_stuck(&self, reason: String) {
        self.lock().progress = Progress::Stuck(reason);
        self.changed.notify_one();
    }

    /// Whether the session may go on.
    pub fn hold(&self, is_strict: bool) -> Hold {
        let state = self.lock();
        match &state.progress {
            Progress::Stuck(reason) if is_strict => Hold::Stuck(reason.clone()),
            Progress::Preparing if is_strict => Hold::Behind,
            Progress::Stuck(_) => Hold::No,
            _ if state.bytes <= ENOUGH_BYTES => Hold::No,
            _ if is_strict => Hold::Behind,
            _ => match state.worked.is_some_and(|worked| worked.elapsed() < LONGEST_WAIT) {
                true => Hold::Behind,
                false => Hold::No,
            },
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
#[path = "queue_tests.rs"]
mod tests;
