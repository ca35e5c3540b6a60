//! The pulse of a loop, for the health report.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use crate::time::Timestamp;

/// A loop that was silent for this long hangs or is gone.
pub(super) const ALIVE_WITHIN: Duration = Duration::from_secs(30);

/// When a loop last went round; never, at first.
#[derive(Default)]
pub(super) struct Heartbeat(AtomicI64);

impl Heartbeat {
    /// Records one turn of the loop.
    pub(super) fn beat(&self) {
        self.0.store(Timestamp::now().micros(), Ordering::Relaxed);
    }

    /// Records that the loop has ended.
    pub(super) fn stop(&self) {
        self.0.store(0, Ordering::Relaxed);
    }

    /// Whether the last beat is recent enough.
    pub(super) fn is_alive(&self) -> bool {
        self.is_alive_at(Timestamp::now())
    }

    fn is_alive_at(&self, now: Timestamp) -> bool {
        let last = Timestamp::from_micros(self.0.load(Ordering::Relaxed));
        now.since(last) < ALIVE_WITHIN
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loop_is_alive_for_thirty_seconds_after_a_beat() {
        let heartbeat = Heartbeat::default();
        assert!(!heartbeat.is_alive(), "it has never beaten");

        heartbeat.beat();
        let now = Timestamp::now();

        assert!(heartbeat.is_alive_at(now.plus(Duration::from_secs(29))));
        assert!(!heartbeat.is_alive_at(now.plus(Duration::from_secs(30))));
        heartbeat.stop();
        assert!(!heartbeat.is_alive());
    }
}
