//! Which agents a change of policies may affect: stated once, by the change
//! itself, and passed on to everything that depends on policies.

use serde::{Deserialize, Serialize};

use crate::ids::AgentKey;
use crate::jobs::NewJob;

/// Where agents may now have other policies, or policies that have changed.
/// Small, however many agents there are.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct AffectedAgents {
    /// All agents.
    pub everything: bool,
    /// All agents of these clients.
    pub clients: Vec<i64>,
    /// All agents of these sites.
    pub sites: Vec<i64>,
    /// These agents.
    pub agents: Vec<AgentKey>,
}

impl AffectedAgents {
    /// All agents.
    pub fn everything() -> Self {
        Self { everything: true, ..Self::default() }
    }

    /// All agents of a client.
    pub fn client(id: i64) -> Self {
        Self { clients: vec![id], ..Self::default() }
    }

    /// All agents of a site.
    pub fn site(id: i64) -> Self {
        Self { sites: vec![id], ..Self::default() }
    }

    /// These agents.
    pub fn agents(ids: impl Into<Vec<AgentKey>>) -> Self {
        Self { agents: ids.into(), ..Self::default() }
    }

    /// Whether no agent is affected.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// A job with the affected agents as its payload.
pub fn job_about(kind: &'static str, touched: &AffectedAgents) -> NewJob {
    let payload = serde_json::to_value(touched).expect("lists of numbers are plain JSON");
    let job = NewJob::now(kind, payload);
    // A job about everything needs no second one.
    if touched.everything { job.keyed("everything") } else { job }
}
