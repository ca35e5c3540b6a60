//! Which policies reach which agents: a fixed number of queries for any number
//! of agents, and the rules of [`resolve()`] on their results.

use std::collections::{BTreeSet, HashMap};

use sea_orm::{ConnectionTrait, DbErr};

use super::queries::{self, AgentSelection};
use super::resolution::{PolicyFacts, Reach, State, resolve};
use crate::auth::Scope;
use crate::domain::fleet::AffectedAgents;
use crate::ids::AgentKey;

/// What is set for a number of agents.
#[derive(Debug, Default)]
pub struct Reaches {
    of_agents: HashMap<AgentKey, Vec<Reach>>,
    facts: HashMap<i64, PolicyFacts>,
}

impl Reaches {
    /// Every policy set for an agent, the most specific first, and its state.
    /// Empty for an agent that was not requested.
    pub fn of(&self, agent: AgentKey) -> &[Reach] {
        self.of_agents.get(&agent).map(Vec::as_slice).unwrap_or_default()
    }

    /// The policies that reach an agent, the most specific first.
    pub fn applied(&self, agent: AgentKey) -> impl Iterator<Item = Reach> + '_ {
        self.of(agent).iter().copied().filter(|reach| reach.state == State::Applied)
    }

    /// The policies that reach any of the agents.
    pub fn policies(&self) -> Vec<i64> {
        let agents = self.of_agents.keys();
        let reaching = agents.flat_map(|agent| self.applied(*agent)).map(|reach| reach.policy);
        reaching.collect::<BTreeSet<i64>>().into_iter().collect()
    }

    /// The facts about a policy.
    pub fn facts(&self, policy: i64) -> Option<&PolicyFacts> {
        self.facts.get(&policy)
    }

    /// The agents a policy reaches, by key.
    pub fn agents_of(&self, policy: i64) -> Vec<AgentKey> {
        let reached = |agent: &AgentKey| self.applied(*agent).any(|reach| reach.policy == policy);
        let mut agents: Vec<AgentKey> = self.of_agents.keys().copied().filter(reached).collect();
        agents.sort_unstable();
        agents
    }

    /// How many agents each policy reaches.
    pub fn counts(&self) -> HashMap<i64, i64> {
        let mut counts = HashMap::new();
        for agent in self.of_agents.keys() {
            for reach in self.applied(*agent) {
                *counts.entry(reach.policy).or_insert(0) += 1;
            }
        }
        counts
    }
}

/// The policies of these agents, in scope or not.
pub async fn policies_of(db: &impl ConnectionTrait, agents: &[AgentKey]) -> Result<Reaches, DbErr> {
    load(db, &Scope::everything(), &AgentSelection::Agents(agents)).await
}

/// The policies of all agents in scope.
pub async fn policies_in(db: &impl ConnectionTrait, scope: &Scope) -> Result<Reaches, DbErr> {
    load(db, scope, &AgentSelection::All).await
}

/// The facts about every policy, including exclusions of these agents, or of all.
pub async fn facts_about(
    db: &impl ConnectionTrait,
    agents: Option<&[AgentKey]>,
) -> Result<HashMap<i64, PolicyFacts>, DbErr> {
    let chosen = agents.map_or(AgentSelection::All, AgentSelection::Agents);
    queries::list_facts(db, &Scope::everything(), &chosen).await
}

/// The agents in scope that a policy reaches, by key.
pub async fn agents_of(
    db: &impl ConnectionTrait,
    scope: &Scope,
    policy: i64,
) -> Result<Vec<AgentKey>, DbErr> {
    Ok(load(db, scope, &AgentSelection::SetFor(policy)).await?.agents_of(policy))
}

/// The agents that a change may affect, by key.
pub async fn agents_touched(
    db: &impl ConnectionTrait,
    touched: &AffectedAgents,
) -> Result<Vec<AgentKey>, DbErr> {
    queries::list_touched(db, touched).await
}

async fn load(
    db: &impl ConnectionTrait,
    scope: &Scope,
    chosen: &AgentSelection<'_>,
) -> Result<Reaches, DbErr> {
    let candidates = queries::list_candidates(db, scope, chosen).await?;
    let is_any_set = candidates.iter().any(|one| one.policies.iter().any(Option::is_some));
    let facts = match is_any_set {
        true => queries::list_facts(db, scope, chosen).await?,
        false => HashMap::new(),
    };
    let of_agents = candidates.iter().map(|one| (one.agent, resolve(one, &facts))).collect();
    Ok(Reaches { of_agents, facts })
}
