//! Which checks an agent runs: its own and those of its policies, of each key one.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use sea_orm::{ConnectionTrait, DbErr};
use serde::Serialize;

use super::stored::{StoredCheck, list_owned};
use crate::domain::policies::Reaches;
use crate::ids::AgentKey;

/// What becomes of a check on an agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum CheckState {
    /// The agent runs it.
    Active,
    /// Another check with the same key wins.
    Overridden,
    /// It is for other platforms.
    WrongPlatform,
}

/// A check that could run on an agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    pub id: i64,
    /// The policy that owns it; none for the agent's own.
    pub policy: Option<i64>,
    /// Type and key.
    pub key: (&'static str, String),
    /// Whether it is for the platform of the agent.
    pub fits: bool,
}

/// A policy that reaches the agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReachingPolicy {
    pub id: i64,
    /// Whether its checks win over the agent's own.
    pub is_enforced: bool,
}

/// What becomes of each candidate, in their order. The policies come with the most
/// specific first.
///
/// The first with a key wins: those of enforced policies, then the agent's own, then
/// those of other policies.
pub fn resolve(candidates: &[Candidate], policies: &[ReachingPolicy]) -> Vec<CheckState> {
    let rank = |candidate: &Candidate| {
        let Some(policy) = candidate.policy else { return (1, 0) };
        let level = policies.iter().position(|own| own.id == policy);
        let is_enforced = level.is_some_and(|level| policies[level].is_enforced);
        (if is_enforced { 0 } else { 2 }, level.unwrap_or(usize::MAX))
    };
    let mut order: Vec<usize> = (0..candidates.len()).collect();
    order.sort_by_key(|index| (rank(&candidates[*index]), candidates[*index].id));
    let mut states = vec![CheckState::WrongPlatform; candidates.len()];
    let mut taken: HashSet<&(&str, String)> = HashSet::new();
    for index in order {
        let candidate = &candidates[index];
        if candidate.fits {
            states[index] = match taken.insert(&candidate.key) {
                true => CheckState::Active,
                false => CheckState::Overridden,
            };
        }
    }
    states
}

/// A check of an agent, its own or that of a policy that reaches it.
#[derive(Clone, Debug)]
pub struct EffectiveCheck {
    pub check: Arc<StoredCheck>,
    pub state: CheckState,
}

/// The checks of agents, given with their platforms: their own by name, then those
/// of their policies, the most specific policy first. One query.
pub async fn effective_checks(
    db: &impl ConnectionTrait,
    agents: &[(AgentKey, &str)],
    reaches: &Reaches,
) -> Result<HashMap<AgentKey, Vec<EffectiveCheck>>, DbErr> {
    let keys: Vec<AgentKey> = agents.iter().map(|(agent, _)| *agent).collect();
    let mut own: HashMap<AgentKey, Vec<Arc<StoredCheck>>> = HashMap::new();
    let mut of_policies: HashMap<i64, Vec<Arc<StoredCheck>>> = HashMap::new();
    for check in list_owned(db, &keys, &reaches.policies()).await? {
        let check = Arc::new(check);
        match (check.agent, check.policy) {
            (Some(agent), _) => own.entry(agent).or_default().push(check),
            (None, Some(policy)) => of_policies.entry(policy).or_default().push(check),
            (None, None) => {}
        }
    }
    let mut all = HashMap::new();
    for (agent, plat) in agents {
        let policies: Vec<ReachingPolicy> = policies_of(*agent, reaches);
        let mut checks = own.remove(agent).unwrap_or_default();
        let inherited = policies.iter().filter_map(|policy| of_policies.get(&policy.id));
        checks.extend(inherited.flatten().cloned());
        let candidates: Vec<Candidate> =
            checks.iter().map(|check| Candidate::new(check, plat)).collect();
        let states = resolve(&candidates, &policies);
        let effective = checks.into_iter().zip(states);
        let effective = effective.map(|(check, state)| EffectiveCheck { check, state }).collect();
        all.insert(*agent, effective);
    }
    Ok(all)
}

fn policies_of(agent: AgentKey, reaches: &Reaches) -> Vec<ReachingPolicy> {
    let is_enforced = |policy| reaches.facts(policy).is_some_and(|facts| facts.enforced);
    reaches
        .applied(agent)
        .map(|reach| ReachingPolicy { id: reach.policy, is_enforced: is_enforced(reach.policy) })
        .collect()
}

impl Candidate {
    fn new(check: &StoredCheck, plat: &str) -> Self {
        let settings = &check.settings;
        Self {
            id: check.id,
            policy: check.policy,
            key: (settings.kind.as_str(), settings.key()),
            fits: settings.runs_on(plat),
        }
    }
}
