//! Messages from an agent that are stored together.

use std::collections::BTreeMap;

use muster_protocol::{FromAgent, Inventory};

use super::hello_bounds;
use crate::domain::runs::RunReport;
use crate::ids::RunId;

/// Limits of what is stored in one transaction.
const MAX_BYTES: usize = 512 * 1024;
const MAX_MESSAGES: usize = 256;

/// Messages that arrived together.
#[derive(Default)]
pub struct Received {
    pub(super) runs: BTreeMap<RunId, RunReport>,
    pub(super) inventory: Option<(String, Box<Inventory>)>,
    /// Digest of the definitions that the agent has stored.
    pub(super) definitions_digest: Option<String>,
    /// Digest of the agent's package database, when it changed.
    pub(super) packages: Option<String>,
    bytes: usize,
    messages: usize,
}

impl Received {
    /// Adds a message. Messages about one run keep their order.
    pub fn add(&mut self, message: FromAgent) {
        self.messages += 1;
        match message {
            FromAgent::Prove { .. } | FromAgent::Hello(_) => {
                tracing::warn!("an agent sent a message of the handshake again");
            }
            FromAgent::Accepted { run_id } => self.run(run_id).accepted = true,
            FromAgent::Unsupported { run_id, .. } => self.run(run_id).unsupported = true,
            FromAgent::Output { run_id, stream, offset, data } => {
                self.bytes += data.len();
                self.run(run_id).output.push((stream, offset, data));
            }
            FromAgent::Finished { run_id, outcome } => self.run(run_id).outcome = Some(outcome),
            FromAgent::DefinitionsKept { digest } => {
                self.definitions_digest = Some(hello_bounds::digest(&digest));
            }
            FromAgent::TaskStarted { run_id, start } => self.run(run_id).start = Some(start),
            FromAgent::PackagesChanged { digest } => {
                self.packages = Some(hello_bounds::digest(&digest));
            }
            // The connection forwards answers and has metrics and results stored itself.
            FromAgent::Answer { .. }
            | FromAgent::Metrics { .. }
            | FromAgent::RecordingPart { .. }
            | FromAgent::CheckResults { .. } => {}
            FromAgent::Inventory { digest, inventory } => {
                self.inventory = Some((digest, inventory));
            }
        }
    }

    /// Whether there is nothing to store.
    pub fn is_empty(&self) -> bool {
        self.runs.is_empty() && !self.has_more_than_runs()
    }

    /// Whether it contains more than reports about runs.
    pub(super) fn has_more_than_runs(&self) -> bool {
        self.inventory.is_some() || self.definitions_digest.is_some() || self.packages.is_some()
    }

    /// Whether it only reports that runs are in progress: nobody waits for
    /// that, and their end may follow at once.
    pub fn may_wait(&self) -> bool {
        !self.is_full()
            && !self.has_more_than_runs()
            && self.runs.values().all(RunReport::is_ongoing)
    }

    /// Whether it should be stored before more is read.
    pub fn is_full(&self) -> bool {
        self.bytes >= MAX_BYTES || self.messages >= MAX_MESSAGES
    }

    fn run(&mut self, run_id: String) -> &mut RunReport {
        self.runs.entry(run_id.into()).or_default()
    }
}
