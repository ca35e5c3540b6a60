//! Clocks that a test sets.

use std::time::Duration;

use chrono::TimeDelta;
use muster_schedule::NamedZone;
use tokio::sync::watch;

use crate::clock::{Clock, Reading};

/// The clocks of an agent, set by a test.
pub struct TestClock(watch::Sender<Reading>);

impl TestClock {
    /// Clocks that show this time, in UTC.
    pub fn at(time: &str) -> Self {
        let steady = Duration::from_secs(1000);
        Self(watch::Sender::new(Reading {
            now: time.parse().unwrap(),
            steady,
            zone: NamedZone::utc(),
        }))
    }

    /// The clocks, for an agent.
    pub fn clock(&self) -> Clock {
        Clock::Test(self.0.subscribe())
    }

    /// Lets time pass.
    pub fn pass(&self, seconds: u32) {
        self.0.send_modify(|reading| {
            reading.now += TimeDelta::seconds(seconds.into());
            reading.steady += Duration::from_secs(seconds.into());
        });
    }

    /// Sets the time of day, as a person or a time server does.
    pub fn set(&self, time: &str) {
        self.0.send_modify(|reading| reading.now = time.parse().unwrap());
    }

    /// Takes the machine to another zone.
    pub fn move_to(&self, zone: NamedZone) {
        self.0.send_modify(|reading| reading.zone = zone);
    }
}
