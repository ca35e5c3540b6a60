//! The rules of inheritance, each switch alone and all of them together.

use std::collections::{HashMap, HashSet};

use proptest::prelude::*;

use super::resolution::{Candidates, Level, PolicyFacts, Reach, State, resolve};
use crate::ids::AgentKey;

const AGENT: AgentKey = AgentKey(100);
const SITE: i64 = 10;
const CLIENT: i64 = 1;

/// Policies 1 to 4 at their levels, all active, nothing blocked.
fn open_road() -> (Candidates, HashMap<i64, PolicyFacts>) {
    let candidates = Candidates {
        agent: AGENT,
        site: SITE,
        client: CLIENT,
        policies: [Some(1), Some(2), Some(3), Some(4)],
        agent_blocks: false,
        site_blocks: false,
        client_blocks: false,
    };
    let active = PolicyFacts { active: true, ..PolicyFacts::default() };
    (candidates, (1..=4).map(|id| (id, active.clone())).collect())
}

fn states(candidates: &Candidates, facts: &HashMap<i64, PolicyFacts>) -> Vec<State> {
    resolve(candidates, facts).into_iter().map(|reach| reach.state).collect()
}

#[test]
fn without_a_switch_every_level_applies_the_most_specific_first() {
    let (candidates, facts) = open_road();
    let expected: Vec<Reach> = Level::ALL
        .into_iter()
        .map(|level| Reach { level, policy: level.number(), state: State::Applied })
        .collect();
    assert_eq!(resolve(&candidates, &facts), expected);
}

#[test]
fn levels_without_a_policy_are_left_out() {
    let (mut candidates, facts) = open_road();
    candidates.policies = [None, Some(2), None, Some(4)];
    let found: Vec<Level> =
        resolve(&candidates, &facts).into_iter().map(|reach| reach.level).collect();
    assert_eq!(found, [Level::Site, Level::Default]);
    candidates.policies = [None; 4];
    assert_eq!(resolve(&candidates, &facts), []);
}

#[test]
fn each_block_switch_stops_policies_of_higher_levels() {
    use State::{Applied, Blocked};
    let (open, facts) = open_road();
    let agent = Candidates { agent_blocks: true, ..open };
    assert_eq!(states(&agent, &facts), [Applied, Blocked, Blocked, Blocked]);
    let site = Candidates { site_blocks: true, ..open };
    assert_eq!(states(&site, &facts), [Applied, Applied, Blocked, Blocked]);
    let client = Candidates { client_blocks: true, ..open };
    assert_eq!(states(&client, &facts), [Applied, Applied, Applied, Blocked]);
    let all = Candidates { agent_blocks: true, site_blocks: true, ..client };
    assert_eq!(states(&all, &facts), [Applied, Blocked, Blocked, Blocked]);
}

#[test]
fn a_policy_that_excludes_agent_site_or_client_drops_out_at_every_level() {
    for level in 0..4 {
        let (candidates, facts) = open_road();
        let mut expected = vec![State::Applied; 4];
        expected[level] = State::Excluded;
        let policy = level as i64 + 1;
        for kind in 0..3 {
            let mut facts = facts.clone();
            let excluding = facts.get_mut(&policy).unwrap();
            match kind {
                0 => excluding.excluded_agents.insert(AGENT),
                1 => excluding.excluded_sites.insert(SITE),
                _ => excluding.excluded_clients.insert(CLIENT),
            };
            assert_eq!(states(&candidates, &facts), expected, "{policy} {kind}");
            // The exclusion of another agent has no effect.
            let others = PolicyFacts {
                active: true,
                excluded_agents: HashSet::from([AgentKey(101)]),
                excluded_sites: HashSet::from([SITE + 1]),
                excluded_clients: HashSet::from([CLIENT + 1]),
                ..PolicyFacts::default()
            };
            facts.insert(policy, others);
            assert_eq!(states(&candidates, &facts), vec![State::Applied; 4]);
        }
    }
}

#[test]
fn an_inactive_policy_drops_out() {
    let (candidates, mut facts) = open_road();
    facts.get_mut(&2).unwrap().active = false;
    use State::{Applied, Inactive};
    assert_eq!(states(&candidates, &facts), [Applied, Inactive, Applied, Applied]);
}

#[test]
fn the_same_policy_counts_once_at_the_more_specific_level() {
    let (mut candidates, facts) = open_road();
    candidates.policies = [Some(1), Some(2), Some(1), Some(2)];
    use State::{Applied, Blocked, Duplicate};
    assert_eq!(states(&candidates, &facts), [Applied, Applied, Duplicate, Duplicate]);
    candidates.site_blocks = true;
    assert_eq!(states(&candidates, &facts), [Applied, Applied, Blocked, Blocked]);
}

/// The table of the specification, written differently: rows are dropped one
/// after the other, and each policy that is left counts once.
fn oracle(candidates: &Candidates, facts: &HashMap<i64, PolicyFacts>) -> Vec<(i64, i64)> {
    let mut left: Vec<(i64, i64)> = Vec::new();
    for number in 1..=4 {
        let Some(policy) = candidates.policies[number - 1] else { continue };
        left.push((number as i64, policy));
    }
    if candidates.agent_blocks {
        left.retain(|(level, _)| ![2, 3, 4].contains(level));
    }
    if candidates.site_blocks {
        left.retain(|(level, _)| ![3, 4].contains(level));
    }
    if candidates.client_blocks {
        left.retain(|(level, _)| *level != 4);
    }
    left.retain(|(_, policy)| !facts[policy].excluded_agents.contains(&candidates.agent));
    left.retain(|(_, policy)| !facts[policy].excluded_sites.contains(&candidates.site));
    left.retain(|(_, policy)| !facts[policy].excluded_clients.contains(&candidates.client));
    left.retain(|(_, policy)| facts[policy].active);
    let all = left.clone();
    left.retain(|(level, policy)| !all.iter().any(|(other, same)| same == policy && other < level));
    left
}

fn any_facts() -> impl Strategy<Value = PolicyFacts> {
    let few = || prop::collection::hash_set(0..3_i64, 0..2);
    (any::<bool>(), few(), few(), few()).prop_map(|(active, agents, sites, clients)| PolicyFacts {
        active,
        excluded_agents: agents.into_iter().map(AgentKey).collect(),
        excluded_sites: sites,
        excluded_clients: clients,
        ..PolicyFacts::default()
    })
}

fn any_candidates() -> impl Strategy<Value = Candidates> {
    let policies = prop::array::uniform4(prop::option::of(0..3_i64));
    (policies, any::<[bool; 3]>(), 0..3_i64, 0..3_i64, 0..3_i64).prop_map(
        |(policies, [agent_blocks, site_blocks, client_blocks], agent, site, client)| Candidates {
            agent: AgentKey(agent),
            site,
            client,
            policies,
            agent_blocks,
            site_blocks,
            client_blocks,
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn the_table_decides_which_policies_apply(
        candidates in any_candidates(),
        list in prop::collection::vec(any_facts(), 3),
    ) {
        let facts: HashMap<i64, PolicyFacts> = (0..).zip(list).collect();
        let reaches = resolve(&candidates, &facts);
        let applied: Vec<(i64, i64)> = reaches
            .iter()
            .filter(|reach| reach.state == State::Applied)
            .map(|reach| (reach.level.number(), reach.policy))
            .collect();
        prop_assert_eq!(applied, oracle(&candidates, &facts));
        // Every assigned policy is listed, and the order is that of levels.
        let named: Vec<Option<i64>> = Level::ALL
            .into_iter()
            .map(|level| reaches.iter().find(|reach| reach.level == level).map(|one| one.policy))
            .collect();
        prop_assert_eq!(&named[..], &candidates.policies[..]);
        prop_assert!(reaches.is_sorted_by_key(|reach| reach.level));
    }
}
