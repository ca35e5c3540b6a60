//! The rules of inheritance, by example and for random policies.

use std::collections::HashSet;

use proptest::prelude::*;

use super::effective::{Candidate, CheckState, ReachingPolicy, resolve};

fn candidate(id: i64, policy: Option<i64>, key: &str) -> Candidate {
    Candidate { id, policy, key: ("diskspace", key.to_owned()), fits: true }
}

fn policy(id: i64, is_enforced: bool) -> ReachingPolicy {
    ReachingPolicy { id, is_enforced }
}

fn active(candidates: &[Candidate], policies: &[ReachingPolicy]) -> Vec<i64> {
    let states = resolve(candidates, policies);
    let active = candidates.iter().zip(states).filter(|(_, state)| *state == CheckState::Active);
    active.map(|(candidate, _)| candidate.id).collect()
}

#[test]
fn an_enforced_policy_wins_over_an_own_check_and_that_over_other_policies() {
    let all = [candidate(1, None, "/"), candidate(2, Some(7), "/"), candidate(3, Some(8), "/")];
    assert_eq!(active(&all, &[policy(7, false), policy(8, false)]), [1]);
    assert_eq!(active(&all, &[policy(7, false), policy(8, true)]), [3]);
    assert_eq!(active(&all, &[policy(7, true), policy(8, true)]), [2], "the more specific one");
    assert_eq!(active(&all[1..], &[policy(8, false), policy(7, false)]), [3], "by level, not key");
}

#[test]
fn checks_for_other_platforms_do_not_take_part() {
    let foreign = Candidate { fits: false, ..candidate(1, Some(7), "/") };
    let all = [foreign, candidate(2, None, "/")];
    let states = resolve(&all, &[policy(7, true)]);
    assert_eq!(states, [CheckState::WrongPlatform, CheckState::Active]);
}

fn candidates() -> impl Strategy<Value = Vec<Candidate>> {
    let one = (prop::option::of(1..=4_i64), 0..5_u8, prop::bool::weighted(0.8), any::<bool>());
    prop::collection::vec(one, 0..24).prop_map(|all| {
        let make = |(index, (policy, key, fits, is_memory)): (usize, (_, u8, bool, bool))| {
            let kind = if is_memory { "memory" } else { "ping" };
            let id = i64::try_from(index).unwrap_or_default();
            Candidate { id, policy, key: (kind, key.to_string()), fits }
        };
        all.into_iter().enumerate().map(make).collect()
    })
}

fn policies() -> impl Strategy<Value = Vec<ReachingPolicy>> {
    let flags = prop::collection::vec(any::<bool>(), 4);
    (Just(vec![1_i64, 2, 3, 4]).prop_shuffle(), flags).prop_map(|(ids, flags)| {
        ids.into_iter().zip(flags).map(|(id, enforced)| policy(id, enforced)).collect()
    })
}

/// The lists of the specification: lower ones win.
fn list_number(candidate: &Candidate, policies: &[ReachingPolicy]) -> usize {
    let level = |id| policies.iter().position(|own| own.id == id).unwrap_or_default();
    match candidate.policy {
        None => 4,
        Some(id) if policies[level(id)].is_enforced => level(id),
        Some(id) => 5 + level(id),
    }
}

proptest! {
    #[test]
    fn exactly_one_check_of_each_key_is_active(all in candidates(), policies in policies()) {
        let states = resolve(&all, &policies);
        prop_assert_eq!(states.len(), all.len());
        let keys: HashSet<_> = all.iter().filter(|one| one.fits).map(|one| &one.key).collect();
        let active: Vec<_> = all.iter().zip(&states).filter(|(_, state)| **state == CheckState::Active).collect();
        prop_assert_eq!(active.len(), keys.len());
        for (winner, _) in &active {
            let same = all.iter().filter(|one| one.fits && one.key == winner.key);
            let best = same.map(|one| list_number(one, &policies)).min();
            prop_assert_eq!(Some(list_number(winner, &policies)), best);
        }
        for (one, state) in all.iter().zip(&states) {
            prop_assert_eq!(one.fits, *state != CheckState::WrongPlatform);
        }
    }

    #[test]
    fn the_order_in_which_checks_are_read_does_not_matter(all in candidates(), policies in policies()) {
        let forth: HashSet<i64> = active(&all, &policies).into_iter().collect();
        let reversed: Vec<Candidate> = all.into_iter().rev().collect();
        let back: HashSet<i64> = active(&reversed, &policies).into_iter().collect();
        prop_assert_eq!(forth, back);
    }

    #[test]
    fn what_is_not_for_the_platform_changes_nothing_for_the_others(all in candidates(), policies in policies()) {
        let fitting: Vec<Candidate> = all.iter().filter(|one| one.fits).cloned().collect();
        prop_assert_eq!(active(&all, &policies), active(&fitting, &policies));
    }
}
