//! What the checks of a simulated agent find, and when it sends that.

use std::collections::VecDeque;
use std::time::Duration;

use muster_protocol::{CheckDefinition, CheckReport, Probe, Reading};
use rand::RngExt;
use rand::rngs::SmallRng;
use tokio::time::Instant;

/// Results in one message, as real agents send them.
const MESSAGE_REPORTS: usize = 500;
/// Results that wait while the server is away; the oldest are dropped first.
const MOST_WAITING: usize = 10_000;

/// How often agents run their checks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CheckRhythm {
    /// From one run of all checks to the next.
    pub every: Duration,
    /// Checks of an agent that are run at most.
    pub most: usize,
    /// Part of the checks that fail.
    pub failing: f64,
}

/// The checks of one agent.
#[derive(Debug)]
pub struct Checking {
    rhythm: CheckRhythm,
    checks: Vec<MadeUpCheck>,
    turn: Instant,
    number: u64,
    waiting: VecDeque<CheckReport>,
    /// The number of the last result on the way, and since when.
    sent: Option<(u64, Instant)>,
    /// Whether the server of this line knows checks.
    is_welcome: bool,
}

#[derive(Debug)]
struct MadeUpCheck {
    id: i64,
    version: String,
    probe: Probe,
    is_failing: bool,
}

impl Checking {
    /// An agent whose turn is after this part of each interval.
    pub fn new(rhythm: CheckRhythm, turn: f64, now: Instant) -> Self {
        Self {
            rhythm,
            checks: Vec::new(),
            turn: now + rhythm.every.mul_f64(turn),
            number: 0,
            waiting: VecDeque::new(),
            sent: None,
            is_welcome: false,
        }
    }

    /// The checks of a new document.
    pub fn follow(&mut self, definitions: &[CheckDefinition], chance: &mut SmallRng) {
        let known = definitions.iter().filter(|check| !matches!(check.probe, Probe::Unknown));
        let made_up = known.take(self.rhythm.most).map(|check| MadeUpCheck {
            id: check.id,
            version: check.version.clone(),
            probe: check.probe.clone(),
            is_failing: chance.random::<f64>() < self.rhythm.failing,
        });
        self.checks = made_up.collect();
    }

    /// A new line has been opened.
    pub fn connect(&mut self, is_welcome: bool) {
        self.is_welcome = is_welcome;
    }

    /// The line is gone; returns whether a message was on the way, which is sent
    /// again.
    pub fn disconnect(&mut self) -> bool {
        self.is_welcome = false;
        self.sent.take().is_some()
    }

    /// When it has something to do; none while a message is on the way.
    pub fn next_due(&self, now: Instant) -> Option<Instant> {
        if !self.is_welcome || self.sent.is_some() {
            return None;
        }
        if self.waiting.is_empty() {
            return (!self.checks.is_empty()).then_some(self.turn);
        }
        Some(now)
    }

    /// Runs the checks if it is their turn, and returns what is sent now.
    pub fn take(
        &mut self,
        since_1970: Duration,
        now: Instant,
        chance: &mut SmallRng,
    ) -> Vec<CheckReport> {
        if self.turn <= now {
            self.run(since_1970, chance);
            while self.turn <= now {
                self.turn += self.rhythm.every;
            }
        }
        let reports: Vec<CheckReport> =
            self.waiting.iter().take(MESSAGE_REPORTS).cloned().collect();
        self.sent = reports.last().map(|last| (last.number, now));
        reports
    }

    /// The server has everything up to this number; returns how many results that
    /// were, and how long it took.
    pub fn store(&mut self, through: u64, now: Instant) -> Option<(u64, Duration)> {
        let (_, sent) = self.sent.take()?;
        let before = self.waiting.len();
        self.waiting.retain(|report| report.number > through);
        Some(((before - self.waiting.len()) as u64, now - sent))
    }

    fn run(&mut self, since_1970: Duration, chance: &mut SmallRng) {
        let time = i64::try_from(since_1970.as_micros()).unwrap_or(i64::MAX);
        for check in &self.checks {
            self.number += 1;
            self.waiting.push_back(CheckReport {
                number: self.number,
                check: check.id,
                version: check.version.clone(),
                time,
                took_ms: chance.random_range(0..20),
                reading: reading(&check.probe, check.is_failing, chance),
                forced: false,
            });
        }
        while self.waiting.len() > MOST_WAITING {
            self.waiting.pop_front();
        }
    }
}

fn reading(probe: &Probe, is_failing: bool, chance: &mut SmallRng) -> Reading {
    let latency_ms = chance.random_range(0.2..30.0);
    match probe {
        Probe::Disk { .. } => {
            let free_percent = chance.random_range(if is_failing { 1.0..1.2 } else { 60.0..60.2 });
            let total_bytes = 500_000_000_000;
            let free_bytes = (free_percent / 100.0 * total_bytes as f64) as u64;
            Reading::Disk { free_percent, free_bytes, total_bytes }
        }
        Probe::Cpu | Probe::Memory => {
            let used = if is_failing { 97.0..99.0 } else { 20.0..40.0 };
            Reading::Percent {
                samples: (0..15).map(|_| chance.random_range(used.clone())).collect(),
            }
        }
        Probe::Ping { .. } if !is_failing => {
            Reading::Ping { sent: 3, received: 3, latency_ms: Some(latency_ms) }
        }
        Probe::Ping { .. } => Reading::Ping { sent: 3, received: 0, latency_ms: None },
        Probe::Service { .. } => {
            let state = if is_failing { "stopped" } else { "running" };
            Reading::Service { state: state.to_owned(), restarted: false }
        }
        Probe::EventLog { .. } => {
            Reading::Events { count: if is_failing { 100 } else { 0 }, entries: Vec::new() }
        }
        Probe::Script(_) => Reading::Script {
            code: i32::from(is_failing),
            stdout: "made up\n".to_owned(),
            stderr: String::new(),
            seconds: latency_ms / 1000.0,
        },
        Probe::Http { .. } if !is_failing => {
            let certificate_days = Some(60);
            Reading::Http { status: 200, latency_ms, has_text: true, certificate_days }
        }
        Probe::Port { .. } if !is_failing => Reading::Port { latency_ms },
        Probe::Http { .. } | Probe::Port { .. } | Probe::Unknown => {
            Reading::Unreachable { reason: "connection refused".to_owned() }
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    fn checking(failing: f64, now: Instant) -> (Checking, SmallRng) {
        let rhythm = CheckRhythm { every: Duration::from_secs(120), most: 2, failing };
        let (mut checking, mut chance) =
            (Checking::new(rhythm, 0.5, now), SmallRng::seed_from_u64(1));
        let check = |id: i64| CheckDefinition {
            id,
            version: "v".to_owned(),
            interval_seconds: 120,
            probe: Probe::Disk { disk: "/".to_owned() },
        };
        checking.follow(&[check(5), check(6), check(7)], &mut chance);
        checking.connect(true);
        (checking, chance)
    }

    #[test]
    fn results_are_sent_at_the_agents_turn_and_again_until_they_are_acknowledged() {
        let now = Instant::now();
        let (mut checking, mut chance) = checking(0.0, now);
        let due = now + Duration::from_secs(60);
        assert_eq!(checking.next_due(now), Some(due));
        let sent = checking.take(Duration::from_secs(9), due, &mut chance);
        let named: Vec<(u64, i64)> = sent.iter().map(|one| (one.number, one.check)).collect();
        assert_eq!(named, [(1, 5), (2, 6)]);
        assert_eq!(checking.next_due(due), None, "one message on the way at a time");
        assert!(checking.disconnect());
        assert_eq!(checking.next_due(due), None);
        checking.connect(true);
        assert_eq!(checking.next_due(due), Some(due));
        assert_eq!(checking.take(Duration::from_secs(10), due, &mut chance), sent);
        let later = due + Duration::from_secs(1);
        assert_eq!(checking.store(2, later), Some((2, Duration::from_secs(1))));
        assert_eq!(checking.next_due(later), Some(due + Duration::from_secs(120)));
    }

    #[test]
    fn as_many_fail_as_are_asked_for() {
        let now = Instant::now();
        for (failing, expected) in [(0.0, 60), (1.0, 1)] {
            let (mut checking, mut chance) = checking(failing, now);
            let due = now + Duration::from_secs(60);
            for report in checking.take(Duration::from_secs(9), due, &mut chance) {
                let Reading::Disk { free_percent, .. } = report.reading else { panic!() };
                assert_eq!(free_percent as i64, expected);
            }
        }
    }
}
