//! When a simulated agent sends metrics, and of which minutes.

use std::time::Duration;

use muster_metrics::Minute;
use tokio::time::Instant;

use crate::clock::minute_of;

/// The minutes of a message, at least.
const INTERVAL: u32 = 5;
/// The minutes of a message after a time without a server, at most.
const MOST: u32 = 6 * 60;
const DAY: u32 = 24 * 60;
/// Agents that come back together send what they owe within this time.
const SPREAD: Duration = Duration::from_secs(60);

/// How often agents send metrics.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rhythm {
    /// From one message to the next.
    pub every: Duration,
    /// Days before the start that the agents measured without a server.
    pub days: u32,
}

/// The metrics of one agent: what the server has, and what is on the way.
#[derive(Debug)]
pub struct Reporting {
    every: Duration,
    /// After how long on a new line it sends what it owes.
    spread: Duration,
    /// Its next turn.
    turn: Instant,
    /// When it sends what it owes, without waiting for its turn.
    owed: Option<Instant>,
    /// The first minute that the server has not acknowledged.
    next: Minute,
    /// Since when a message waits to be acknowledged.
    sent: Option<Instant>,
    /// Whether the server of this line knows metrics.
    is_welcome: bool,
}

impl Reporting {
    /// An agent whose turn is after this part of each interval.
    pub fn new(rhythm: Rhythm, turn: f64, since_1970: Duration, now: Instant) -> Self {
        let this = minute_of(since_1970);
        let first = this.0.saturating_sub(rhythm.days.saturating_mul(DAY));
        Self {
            every: rhythm.every,
            spread: rhythm.every.min(SPREAD).mul_f64(turn),
            turn: now + until_turn(rhythm.every, turn, since_1970),
            owed: (rhythm.days > 0).then_some(now),
            // As the server divides days, so that each message is one part.
            next: if rhythm.days > 0 { Minute(first - first % MOST) } else { this },
            sent: None,
            is_welcome: false,
        }
    }

    /// A new line has been opened.
    pub fn connect(&mut self, is_welcome: bool, now: Instant) {
        self.is_welcome = is_welcome;
        if self.owed.is_some() || self.turn <= now {
            self.owed = Some(now + self.spread);
        }
        self.pass_turns(now);
    }

    /// The line is gone; returns whether a message was on the way, which is now
    /// owed again.
    pub fn disconnect(&mut self, now: Instant) -> bool {
        self.is_welcome = false;
        let is_lost = self.sent.take().is_some();
        if is_lost {
            self.owed = Some(now);
        }
        is_lost
    }

    /// When it sends next; none while a message is on the way.
    pub fn next_due(&self) -> Option<Instant> {
        if !self.is_welcome || self.sent.is_some() {
            return None;
        }
        Some(self.owed.map_or(self.turn, |owed| owed.min(self.turn)))
    }

    /// The minutes to send now, the last of which does not count, if it is time.
    pub fn take(&mut self, this: Minute, now: Instant) -> Option<(Minute, Minute)> {
        self.next_due().filter(|due| *due <= now)?;
        let from = self.next.min(Minute(this.0.saturating_sub(INTERVAL)));
        self.sent = Some(now);
        self.owed = None;
        self.pass_turns(now);
        Some((from, this.min(from.plus(MOST))))
    }

    /// The server has everything up to this minute; returns how long it took.
    pub fn store(&mut self, through: Minute, this: Minute, now: Instant) -> Option<Duration> {
        let sent = self.sent.take()?;
        self.next = self.next.max(through.plus(1));
        if this.0.saturating_sub(self.next.0) > INTERVAL {
            self.owed = Some(now);
        }
        Some(now - sent)
    }

    fn pass_turns(&mut self, now: Instant) {
        while self.turn <= now {
            self.turn += self.every;
        }
    }
}

/// How long until the next turn: each interval since 1970 has one.
fn until_turn(every: Duration, turn: f64, since_1970: Duration) -> Duration {
    let every = every.as_secs_f64();
    let passed = since_1970.as_secs_f64() % every;
    Duration::from_secs_f64((every * turn - passed).rem_euclid(every))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The beginning of a minute that all intervals here begin with.
    const BEGAN: Duration = Duration::from_secs(29_911_680 * 60);
    const THIS: Minute = Minute(29_911_680);

    fn seconds(count: u64) -> Duration {
        Duration::from_secs(count)
    }

    fn reporting(every: u64, days: u32, now: Instant) -> Reporting {
        let mut reporting = Reporting::new(Rhythm { every: seconds(every), days }, 0.5, BEGAN, now);
        reporting.connect(true, now);
        reporting
    }

    #[test]
    fn five_minutes_are_sent_each_five_minutes_at_the_agents_turn() {
        let now = Instant::now();
        let mut reporting = reporting(300, 0, now);
        assert_eq!(reporting.next_due(), Some(now + seconds(150)));
        assert_eq!(reporting.take(THIS.plus(2), now + seconds(149)), None);
        let first = now + seconds(150);
        let range = reporting.take(THIS.plus(2), first);
        assert_eq!(range, Some((Minute(THIS.0 - 3), THIS.plus(2))));
        assert_eq!(reporting.next_due(), None, "one message on the way at a time");

        let stored = reporting.store(THIS.plus(1), THIS.plus(2), first + seconds(1));

        assert_eq!(stored, Some(seconds(1)));
        assert_eq!(reporting.next_due(), Some(now + seconds(450)));
        let range = reporting.take(THIS.plus(7), now + seconds(451));
        assert_eq!(range, Some((THIS.plus(2), THIS.plus(7))), "no minute twice, and none left out");
    }

    #[test]
    fn in_a_hurry_each_message_has_five_minutes_all_the_same() {
        let now = Instant::now();
        let mut reporting = reporting(60, 0, now);
        for minute in 0..3 {
            let (this, due) = (THIS.plus(minute), now + seconds(30 + 60 * u64::from(minute)));
            assert_eq!(reporting.take(this, due), Some((Minute(this.0 - 5), this)));
            assert!(reporting.store(Minute(this.0 - 1), this, due).is_some());
        }
    }

    #[test]
    fn what_was_on_a_line_that_broke_is_sent_again_soon_after_the_next_one_is_open() {
        let now = Instant::now();
        let mut reporting = reporting(300, 0, now);
        let range = reporting.take(THIS.plus(2), now + seconds(150));
        assert!(reporting.disconnect(now + seconds(151)));
        assert!(!reporting.disconnect(now + seconds(152)), "it is lost once");
        assert_eq!(reporting.store(THIS, THIS, now + seconds(152)), None);
        assert_eq!(reporting.next_due(), None, "there is no line");

        reporting.connect(true, now + seconds(160));

        assert_eq!(reporting.next_due(), Some(now + seconds(190)), "not all at once");
        assert_eq!(reporting.take(THIS.plus(2), now + seconds(190)), range);
    }

    #[test]
    fn a_turn_that_was_missed_is_made_up_for_on_the_next_line() {
        let now = Instant::now();
        let mut reporting = reporting(300, 0, now);
        assert!(!reporting.disconnect(now + seconds(10)));
        reporting.connect(true, now + seconds(1000));
        assert_eq!(reporting.next_due(), Some(now + seconds(1030)));
        let range = reporting.take(THIS.plus(17), now + seconds(1030));
        assert_eq!(range, Some((THIS, THIS.plus(17))));
        assert!(reporting.store(THIS.plus(16), THIS.plus(17), now + seconds(1031)).is_some());
        assert_eq!(reporting.next_due(), Some(now + seconds(1050)), "its turn is what it was");
    }

    #[test]
    fn days_without_a_server_are_sent_six_hours_at_a_time() {
        let now = Instant::now();
        let mut reporting = reporting(300, 2, now);
        assert_eq!(reporting.next_due(), Some(now + seconds(30)));
        let due = now + seconds(30);
        let mut ranges = Vec::new();
        while let Some((from, to)) = reporting.take(THIS.plus(1), due) {
            ranges.push((from, to));
            assert!(reporting.store(Minute(to.0 - 1), THIS.plus(1), due).is_some());
        }
        let first = Minute(THIS.0 - 2 * DAY);
        assert_eq!(ranges.first(), Some(&(first, first.plus(MOST))));
        assert_eq!(ranges.len(), 8, "the minute that is left has time until its turn");
        assert!(ranges.windows(2).all(|pair| pair[0].1 == pair[1].0));
    }

    #[test]
    fn a_server_that_does_not_know_metrics_gets_none() {
        let now = Instant::now();
        let mut reporting = reporting(60, 1, now);
        reporting.disconnect(now);
        reporting.connect(false, now);
        assert_eq!(reporting.next_due(), None);
        assert_eq!(reporting.take(THIS, now + seconds(3600)), None);
    }

    proptest! {
        #[test]
        fn every_interval_has_one_turn(
            every in 1..4000_u64, turn in 0.0..1.0_f64, late in 0..100_000_u64,
        ) {
            let wait = until_turn(seconds(every), turn, BEGAN + seconds(late)).as_secs_f64();
            prop_assert!((0.0..=every as f64).contains(&wait));
            let place = (BEGAN.as_secs_f64() + late as f64 + wait) / every as f64;
            let apart = (place - turn).rem_euclid(1.0);
            prop_assert!(!(0.001..=0.999).contains(&apart), "{place} {turn}");
        }
    }
}
