//! Orders that went onto a line which ended before the agent said that it has
//! them: they may be lost with it.
//!
//! Only the server that held the line knows of them. If the agent comes back to
//! another one, whoever waits learns at the end of their limit.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::ids::{AgentKey, RunId};

/// Nobody waits for a delivery longer than this.
const KEPT: Duration = Duration::from_secs(60);

/// Runs whose orders may be lost, by the key of their agent.
#[derive(Debug, Default)]
pub struct LostOrders {
    lines: Mutex<HashMap<AgentKey, (Instant, HashSet<RunId>)>>,
}

impl LostOrders {
    /// Notes what a line took with it when it ended.
    pub fn add(&self, agent: AgentKey, runs: HashSet<RunId>) {
        let now = Instant::now();
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        lines.retain(|_, (ended, _)| now.duration_since(*ended) < KEPT);
        if !runs.is_empty() {
            lines.entry(agent).or_insert((now, HashSet::new())).1.extend(runs);
        }
    }

    /// What may be lost of an agent that is back.
    pub fn take(&self, agent: AgentKey) -> HashSet<RunId> {
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        lines.remove(&agent).map(|(_, runs)| runs).unwrap_or_default()
    }
}
