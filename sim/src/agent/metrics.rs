//! The metrics of a simulated agent, on its line.

use muster_metrics::Minute;
use muster_protocol::FromAgent;
use tokio::time::Instant;

use super::Agent;
use crate::clock;

impl Agent {
    /// When it sends metrics next; never once the load is over.
    pub(super) fn metrics_due(&self) -> Option<Instant> {
        self.reporting.as_ref().filter(|_| !self.common.is_settling())?.next_due()
    }

    /// Sends metrics, if it is time.
    pub(super) fn send_metrics(&mut self, now: Instant) {
        if self.metrics_due().is_none_or(|due| due > now) {
            return;
        }
        let this = clock::this_minute();
        let minutes = self.reporting.as_mut().and_then(|reporting| reporting.take(this, now));
        let Some((from, to)) = minutes else { return };
        match self.samples.block(from, to) {
            Ok(block) => {
                self.common.counts.metrics_sent.up();
                self.say(&FromAgent::Metrics { block: block.encode() }, now);
            }
            Err(error) => self.common.note_problem(error.to_string()),
        }
    }

    /// Hears up to which minute the server has them.
    pub(super) fn metrics_stored(&mut self, through: Minute, now: Instant) {
        let Some(reporting) = &mut self.reporting else { return };
        if let Some(took) = reporting.store(through, clock::this_minute(), now) {
            self.common.counts.metrics_stored.up();
            self.common.counts.storing_metrics.add(took);
        }
    }
}
