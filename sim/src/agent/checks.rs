//! The checks of a simulated agent, on its line.

use muster_protocol::{CheckDefinition, FromAgent};
use tokio::time::Instant;

use super::Agent;
use crate::{clock, identity};

impl Agent {
    /// When it has results to send; never once the load is over.
    pub(super) fn checks_due(&self, now: Instant) -> Option<Instant> {
        self.checking.as_ref().filter(|_| !self.common.is_settling())?.next_due(now)
    }

    /// Runs and sends checks, if it is time.
    pub(super) fn send_checks(&mut self, now: Instant) {
        if self.checks_due(now).is_none_or(|due| due > now) {
            return;
        }
        let Some(checking) = &mut self.checking else { return };
        let reports = checking.take(clock::since_1970(), now, &mut self.chance);
        if !reports.is_empty() {
            self.common.counts.checks_sent.up();
            self.say(&FromAgent::CheckResults { reports }, now);
        }
    }

    /// The server has the results up to this number.
    pub(super) fn checks_stored(&mut self, through: u64, now: Instant) {
        let Some(checking) = &mut self.checking else { return };
        if let Some((results, took)) = checking.store(through, now) {
            self.common.counts.checks_stored.up();
            for _ in 0..results {
                self.common.counts.check_results.up();
            }
            self.common.counts.storing_checks.add(took);
        }
    }

    /// The checks of a new document. Which of them fail stays the same.
    pub(super) fn follow_checks(&mut self, definitions: &[CheckDefinition]) {
        let mut chance = identity::chance(self.common.seed, self.number, "checks");
        if let Some(checking) = &mut self.checking {
            checking.follow(definitions, &mut chance);
        }
    }
}
