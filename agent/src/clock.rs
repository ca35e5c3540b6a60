//! The time of day, in the units the protocol uses, and the clocks of schedules.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use chrono::{DateTime, TimeDelta, Utc};
use muster_schedule::NamedZone;

use crate::os;

/// What starts at most this late is still on time: the agent was being
/// restarted, or the machine was busy.
pub const GRACE: TimeDelta = TimeDelta::seconds(60);

/// Microseconds since 1970.
#[expect(clippy::disallowed_methods, reason = "every other reader of the time of day asks here")]
pub fn now_micros() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_micros()).unwrap_or(i64::MAX)
}

/// Seconds since 1970.
pub fn now_seconds() -> i64 {
    now_micros() / 1_000_000
}

/// What the clocks show at one moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reading {
    /// The time of day. People and programs set it, forwards and backwards.
    pub now: DateTime<Utc>,
    /// A time that only grows, and stops while the machine sleeps.
    pub steady: Duration,
    /// The machine's own zone; UTC when it has none that is known.
    pub zone: NamedZone,
}

/// The clocks of schedules. Tests set them.
#[derive(Clone, Debug)]
pub enum Clock {
    /// Those of the machine; `steady` counts from here.
    Machine(Instant),
    /// Those of a test.
    #[cfg(test)]
    Test(tokio::sync::watch::Receiver<Reading>),
}

impl Clock {
    /// The machine's own clocks.
    pub fn of_this_machine() -> Self {
        Self::Machine(Instant::now())
    }

    /// What they show now.
    pub fn read(&self) -> Reading {
        match self {
            Self::Machine(origin) => Reading {
                now: DateTime::from_timestamp_micros(now_micros()).unwrap_or_default(),
                steady: origin.elapsed(),
                zone: os::inventory::time_zone().parse().unwrap_or_else(|_| NamedZone::utc()),
            },
            #[cfg(test)]
            Self::Test(hands) => *hands.borrow(),
        }
    }

    /// Waits until so much time has passed.
    pub async fn wait(&self, duration: Duration) {
        let begun = self.read().steady;
        loop {
            let reading = self.read();
            let left = duration.saturating_sub(reading.steady.saturating_sub(begun));
            if left.is_zero() {
                return;
            }
            self.sleep(reading, left).await;
        }
    }

    /// Waits for a duration; the clocks of a test wait until they show something
    /// else than `since`.
    pub async fn sleep(&self, since: Reading, duration: Duration) {
        match self {
            Self::Machine(_) => {
                let _ = since;
                tokio::time::sleep(duration).await;
            }
            #[cfg(test)]
            Self::Test(_) if duration.is_zero() => {}
            #[cfg(test)]
            Self::Test(hands) => {
                let mut hands = hands.clone();
                if hands.wait_for(|reading| *reading != since).await.is_err() {
                    // The test is over.
                    std::future::pending::<()>().await;
                }
            }
        }
    }
}
