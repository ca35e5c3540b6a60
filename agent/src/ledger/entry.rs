//! What the ledger knows of one run.

use muster_protocol::Outcome;
use serde::{Deserialize, Serialize};

/// One run in the ledger.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// When the order was accepted, microseconds since 1970.
    pub accepted: i64,
    /// How the run ended; none while it waits or runs.
    pub outcome: Option<Outcome>,
}
