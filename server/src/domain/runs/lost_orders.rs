//! Orders that were sent on a connection which ended before the agent confirmed
//! them: they may be lost.
//!
//! Only the server that held the connection knows them. If the agent reconnects
//! to another server, the waiting request times out.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::ids::{AgentKey, RunId};

/// No request waits for a delivery longer than this.
const KEPT_FOR: Duration = Duration::from_secs(60);

/// Runs whose orders may be lost, by the key of their agent.
#[derive(Debug, Default)]
pub struct LostOrders {
    connections: Mutex<HashMap<AgentKey, (Instant, HashSet<RunId>)>>,
}

impl LostOrders {
    /// Records the unconfirmed orders of a connection that ended.
    pub fn add(&self, agent: AgentKey, runs: HashSet<RunId>) {
        let now = Instant::now();
        let mut connections = self.connections.lock().unwrap_or_else(PoisonError::into_inner);
        connections.retain(|_, (ended, _)| now.duration_since(*ended) < KEPT_FOR);
        if !runs.is_empty() {
            connections.entry(agent).or_insert((now, HashSet::new())).1.extend(runs);
        }
    }

    /// The orders that may be lost of an agent that reconnects.
    pub fn take(&self, agent: AgentKey) -> HashSet<RunId> {
        let mut connections = self.connections.lock().unwrap_or_else(PoisonError::into_inner);
        connections.remove(&agent).map(|(_, runs)| runs).unwrap_or_default()
    }
}
