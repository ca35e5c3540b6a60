//! What the whole fleet has done so far.

use std::sync::atomic::{AtomicU64, Ordering};

use serde::Serialize;

use crate::clock;
use crate::histogram::{Histogram, Summary};

/// A number that many tasks raise at once.
#[derive(Default)]
pub struct Count(AtomicU64);

impl Count {
    /// One more.
    pub fn up(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    /// One less.
    pub fn down(&self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }

    /// How many there are.
    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// The latest of many moments.
#[derive(Default)]
pub struct Latest(AtomicU64);

impl Latest {
    /// It happened just now.
    pub fn now(&self) {
        let milliseconds = u64::try_from(clock::since_1970().as_millis()).unwrap_or(u64::MAX);
        self.0.fetch_max(milliseconds, Ordering::Relaxed);
    }

    /// Milliseconds since 1970; 0 if it never happened.
    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Counts of everything that agents do on their lines.
#[derive(Default)]
pub struct Counts {
    /// Agents with an identity.
    pub enrolled: Count,
    /// Enrolments that failed and were tried again.
    pub enrolments_failed: Count,
    /// Lines that are open now.
    pub connected: Count,
    /// Agents that had a line at least once.
    pub arrived: Count,
    /// Lines that were opened.
    pub lines: Count,
    /// Times the server asked to come back later.
    pub put_off: Count,
    /// Lines that could not be opened, or that the server refused.
    pub failed: Count,
    /// Lines that the simulation broke.
    pub broken: Count,
    /// Lines that ended without the simulation's doing.
    pub lost: Count,
    /// Orders that came for the first time.
    pub orders: Count,
    /// When the latest of them came.
    pub latest_order: Latest,
    /// Runs whose result the server has stored.
    pub closed: Count,
    /// Questions answered.
    pub questions: Count,
    /// Definitions kept.
    pub definitions: Count,
    /// Inventories sent.
    pub inventories: Count,
    /// Messages with metrics sent.
    pub metrics_sent: Count,
    /// Those that the server has stored.
    pub metrics_stored: Count,
    /// Those whose line ended before that; they are sent again.
    pub metrics_lost: Count,
    /// Messages with results of checks sent.
    pub checks_sent: Count,
    /// Those that the server has stored.
    pub checks_stored: Count,
    /// Those whose line ended before that; they are sent again.
    pub checks_lost: Count,
    /// Results in the stored ones.
    pub check_results: Count,
    /// Pings sent.
    pub pings: Count,
    /// From the first byte of a line to its welcome.
    pub connecting: Histogram,
    /// From sending a result to hearing that it is stored.
    pub storing: Histogram,
    /// From sending metrics to hearing that they are stored.
    pub storing_metrics: Histogram,
    /// From sending results of checks to hearing that they are stored.
    pub storing_checks: Histogram,
    /// From asking to become an agent to being one.
    pub enrolling: Histogram,
}

/// The counts at one moment, for the report.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Tally {
    /// Agents with an identity.
    pub enrolled: u64,
    /// Enrolments that failed and were tried again.
    pub enrolments_failed: u64,
    /// Lines open when the load ended.
    pub connected: u64,
    /// Agents that had a line at least once.
    pub arrived: u64,
    /// Lines that were opened.
    pub lines: u64,
    /// Times the server asked to come back later.
    pub put_off: u64,
    /// Lines that could not be opened, or that the server refused.
    pub failed: u64,
    /// Lines that the simulation broke.
    pub broken: u64,
    /// Lines that ended without the simulation's doing.
    pub lost: u64,
    /// Orders that came for the first time.
    pub orders: u64,
    /// When the latest of them came, in milliseconds since 1970; 0: none came.
    pub latest_order: u64,
    /// Runs whose result the server has stored.
    pub closed: u64,
    /// Questions answered.
    pub questions: u64,
    /// Definitions kept.
    pub definitions: u64,
    /// Inventories sent.
    pub inventories: u64,
    /// Messages with metrics sent.
    pub metrics_sent: u64,
    /// Those that the server has stored.
    pub metrics_stored: u64,
    /// Those whose line ended before that; they are sent again.
    pub metrics_lost: u64,
    /// Messages with results of checks sent.
    pub checks_sent: u64,
    /// Those that the server has stored.
    pub checks_stored: u64,
    /// Those whose line ended before that; they are sent again.
    pub checks_lost: u64,
    /// Results in the stored ones.
    pub check_results: u64,
    /// Pings sent.
    pub pings: u64,
    /// Milliseconds from the first byte of a line to its welcome.
    pub connecting: Summary,
    /// Milliseconds from sending a result to hearing that it is stored.
    pub storing: Summary,
    /// Milliseconds from sending metrics to hearing that they are stored.
    pub storing_metrics: Summary,
    /// Milliseconds from sending results of checks to hearing that they are stored.
    pub storing_checks: Summary,
    /// Milliseconds from asking to become an agent to being one.
    pub enrolling: Summary,
}

impl Counts {
    /// Whether the server still owes an answer: to the end of a run, to metrics, or
    /// to results of checks.
    pub fn are_open(&self) -> bool {
        let answered = self.metrics_stored.get() + self.metrics_lost.get();
        let checks = self.checks_stored.get() + self.checks_lost.get();
        self.closed.get() < self.orders.get()
            || answered < self.metrics_sent.get()
            || checks < self.checks_sent.get()
    }

    /// The counts now.
    pub fn tally(&self) -> Tally {
        Tally {
            enrolled: self.enrolled.get(),
            enrolments_failed: self.enrolments_failed.get(),
            connected: self.connected.get(),
            arrived: self.arrived.get(),
            lines: self.lines.get(),
            put_off: self.put_off.get(),
            failed: self.failed.get(),
            broken: self.broken.get(),
            lost: self.lost.get(),
            orders: self.orders.get(),
            latest_order: self.latest_order.get(),
            closed: self.closed.get(),
            questions: self.questions.get(),
            definitions: self.definitions.get(),
            inventories: self.inventories.get(),
            metrics_sent: self.metrics_sent.get(),
            metrics_stored: self.metrics_stored.get(),
            metrics_lost: self.metrics_lost.get(),
            checks_sent: self.checks_sent.get(),
            checks_stored: self.checks_stored.get(),
            checks_lost: self.checks_lost.get(),
            check_results: self.check_results.get(),
            pings: self.pings.get(),
            connecting: self.connecting.summary(),
            storing: self.storing.summary(),
            storing_metrics: self.storing_metrics.summary(),
            storing_checks: self.storing_checks.summary(),
            enrolling: self.enrolling.summary(),
        }
    }
}
