//! Which policies reach an agent: the rules, without the database.

use std::collections::{HashMap, HashSet};

use crate::ids::AgentKey;
use serde::Serialize;
use utoipa::ToSchema;

/// Where a policy is set, the most specific level first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// On the agent itself.
    Agent,
    /// On its site, for its kind of machine.
    Site,
    /// On its client, for its kind of machine.
    Client,
    /// For all machines of its kind.
    Default,
}

impl Level {
    /// All levels, the most specific first.
    pub const ALL: [Self; 4] = [Self::Agent, Self::Site, Self::Client, Self::Default];

    /// 1 for the most specific to 4.
    pub fn number(self) -> i64 {
        match self {
            Self::Agent => 1,
            Self::Site => 2,
            Self::Client => 3,
            Self::Default => 4,
        }
    }
}

/// What becomes of a policy that is set for an agent. Where several reasons
/// keep it away, the first of this order is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// It reaches the agent.
    Applied,
    /// Agent, site or client blocks inheritance.
    Blocked,
    /// It leaves out the agent, its site or its client.
    Excluded,
    /// It is switched off.
    Inactive,
    /// It reaches the agent from a more specific level already.
    Duplicate,
}

/// What is set for one agent.
#[derive(Clone, Debug)]
pub struct Candidates {
    pub agent: AgentKey,
    pub site: i64,
    pub client: i64,
    /// The policy at each level.
    pub policies: [Option<i64>; 4],
    /// Whether the agent blocks inheritance.
    pub agent_blocks: bool,
    /// Whether its site blocks inheritance.
    pub site_blocks: bool,
    /// Whether its client blocks inheritance.
    pub client_blocks: bool,
}

/// The properties of a policy that decide where it applies.
#[derive(Clone, Debug, Default)]
pub struct PolicyFacts {
    /// What people call it.
    pub name: String,
    /// Whether it is switched on.
    pub active: bool,
    /// Whether its checks win over the agent's own.
    pub enforced: bool,
    /// The alert template set on it.
    pub alert_template: Option<i64>,
    /// Agents it leaves out.
    pub excluded_agents: HashSet<AgentKey>,
    /// Sites it leaves out.
    pub excluded_sites: HashSet<i64>,
    /// Clients it leaves out.
    pub excluded_clients: HashSet<i64>,
}

/// A policy that is set for an agent, and its state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// Where it is set.
    pub level: Level,
    pub policy: i64,
    /// What becomes of it.
    pub state: State,
}

/// The policies that are set for an agent, the most specific first.
pub fn resolve(candidates: &Candidates, facts: &HashMap<i64, PolicyFacts>) -> Vec<Reach> {
    let mut reaches: Vec<Reach> = Vec::new();
    for (level, policy) in Level::ALL.into_iter().zip(candidates.policies) {
        let Some(policy) = policy else { continue };
        let is_there_already = reaches
            .iter()
            .any(|earlier| earlier.policy == policy && earlier.state == State::Applied);
        let state = match facts.get(&policy) {
            _ if candidates.is_blocked(level) => State::Blocked,
            Some(facts) if candidates.is_excluded_by(facts) => State::Excluded,
            Some(facts) if facts.active && is_there_already => State::Duplicate,
            Some(facts) if facts.active => State::Applied,
            _ => State::Inactive,
        };
        reaches.push(Reach { level, policy, state });
    }
    reaches
}

impl Candidates {
    fn is_blocked(&self, level: Level) -> bool {
        (self.agent_blocks && level > Level::Agent)
            || (self.site_blocks && level > Level::Site)
            || (self.client_blocks && level > Level::Client)
    }

    fn is_excluded_by(&self, facts: &PolicyFacts) -> bool {
        facts.excluded_agents.contains(&self.agent)
            || facts.excluded_sites.contains(&self.site)
            || facts.excluded_clients.contains(&self.client)
    }
}
