//! The server's time, as far as this agent knows it: its own clock may be wrong.

use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use crate::clock;

/// What the server said last of its time, and when it said so.
#[derive(Debug, Default)]
pub struct ServerClock(Mutex<Option<(i64, Instant)>>);

impl ServerClock {
    /// Takes the time of a welcome, in microseconds since 1970. Servers before protocol 9
    /// send 0, which says nothing.
    pub fn set(&self, time: i64) {
        if time > 0 {
            *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some((time, Instant::now()));
        }
    }

    /// The server's time now, in microseconds since 1970; this computer's own when no
    /// server has said it.
    pub fn now(&self) -> i64 {
        let known = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Some((time, heard)) = known else { return clock::now_micros() };
        let since = i64::try_from(heard.elapsed().as_micros()).unwrap_or(i64::MAX);
        time.saturating_add(since)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_server_counts_and_without_one_the_own_clock() {
        let clock = ServerClock::default();
        clock.set(0);
        assert!((clock.now() - clock::now_micros()).abs() < 60_000_000);
        // 2001, whatever this computer thinks.
        clock.set(1_000_000_000_000_000);
        let passed = clock.now() - 1_000_000_000_000_000;
        assert!((0..60_000_000).contains(&passed), "{passed}");
    }
}
