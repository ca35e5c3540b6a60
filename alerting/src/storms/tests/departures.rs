//! Agents of a site that leave and return.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::super::{Departures, SiteDecision, site_recovered, site_unreachable};
use super::second;

/// Lets agents 1 to `count` leave, one each second.
fn leaving(count: i64) -> (Departures, SiteDecision) {
    let mut site = Departures::default();
    let mut last = SiteDecision::Nothing;
    for agent in 1..=count {
        last = site.left(agent, second(agent));
    }
    (site, last)
}

#[test]
fn five_agents_that_leave_together_wait_a_minute_and_alert_one_by_one() {
    let (mut site, last) = leaving(5);
    assert_eq!(last, SiteDecision::Wait { until: second(61) });
    assert_eq!(site.due(second(60)), SiteDecision::Wait { until: second(61) });
    let first = SiteDecision::Alone { agents: vec![1], again: Some(second(62)) };
    assert_eq!(site.due(second(61)), first);
    let others = SiteDecision::Alone { agents: vec![2, 3, 4, 5], again: None };
    assert_eq!(site.due(second(65)), others);
    assert_eq!(site.due(second(70)), SiteDecision::Nothing);
}

#[test]
fn the_sixth_within_a_minute_makes_it_one_alert_of_the_site() {
    let (mut site, last) = leaving(6);
    assert_eq!(last, SiteDecision::Open { agents: (1..=6).collect() });
    assert_eq!(site.left(7, second(500)), SiteDecision::Join { agent: 7 });
    assert_eq!(site.left(7, second(501)), SiteDecision::Nothing);
    assert_eq!(site.due(second(600)), SiteDecision::Nothing);
}

#[test]
fn the_sixth_after_a_minute_waits_by_itself() {
    let (mut site, _) = leaving(5);
    assert_eq!(site.left(6, second(62)), SiteDecision::Wait { until: second(61) });
}

#[test]
fn an_agent_that_returns_while_it_waits_is_forgotten() {
    let (mut site, _) = leaving(1);
    assert_eq!(site.returned(1), SiteDecision::Nothing);
    assert_eq!(site.due(second(100)), SiteDecision::Nothing);
}

#[test]
fn the_site_recovers_once_when_most_are_back() {
    let (mut site, _) = leaving(12);
    for agent in 1..=6 {
        assert_eq!(site.returned(agent), SiteDecision::Leave { agent });
    }
    let close = SiteDecision::Close { still_away: (8..=12).collect() };
    assert_eq!(site.returned(7), close);
    assert_eq!(site.alert(), None);
    assert_eq!(site.returned(8), SiteDecision::Nothing);
}

#[test]
fn a_small_site_recovers_when_half_of_it_is_back() {
    let (mut site, _) = leaving(6);
    assert_eq!(site.returned(1), SiteDecision::Leave { agent: 1 });
    assert_eq!(site.returned(2), SiteDecision::Leave { agent: 2 });
    assert_eq!(site.returned(3), SiteDecision::Close { still_away: (4..=6).collect() });
}

#[test]
fn closing_by_hand_releases_those_that_are_away() {
    let (mut site, _) = leaving(6);
    assert_eq!(site.close(), SiteDecision::Close { still_away: (1..=6).collect() });
    assert_eq!(site.close(), SiteDecision::Nothing);
}

#[test]
fn the_messages_have_the_counts_and_the_list() {
    let text = site_unreachable("Berlin", &["pc-1", "pc-2"], 14);
    assert_eq!(text, "site Berlin is unreachable (2 of 14): pc-1, pc-2");
    assert_eq!(site_recovered("Berlin", &[]), "site Berlin is reachable again");
    let text = site_recovered("Berlin", &["pc-2"]);
    assert_eq!(text, "site Berlin is reachable again, still away: pc-2");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) })]

    /// The server asks whenever a wait ends; agents leave and return at random.
    #[test]
    fn an_agent_alerts_alone_or_with_its_site_and_never_both(
        moves in prop::collection::vec((1..20i64, any::<bool>(), 0..40i64), 1..80),
    ) {
        let mut site = Departures::default();
        let mut now = 0;
        let mut alone = BTreeSet::new();
        let mut covered = BTreeSet::new();
        for (agent, leaves, later) in moves {
            now += later;
            let due = site.due(second(now));
            if let SiteDecision::Alone { agents, .. } = due {
                prop_assert!(agents.iter().all(|agent| !covered.contains(agent)));
                alone.extend(agents);
            }
            // An agent that is known to be away does not become overdue again.
            let decision = if leaves && !alone.contains(&agent) {
                site.left(agent, second(now))
            } else {
                alone.remove(&agent);
                covered.remove(&agent);
                site.returned(agent)
            };
            match decision {
                SiteDecision::Open { agents } => {
                    prop_assert!(agents.len() > 5 && covered.is_empty());
                    prop_assert!(agents.is_disjoint(&alone));
                    covered = agents;
                }
                SiteDecision::Join { agent } => prop_assert!(covered.insert(agent)),
                SiteDecision::Close { still_away } => {
                    prop_assert!(still_away.len() <= 5);
                    covered.clear();
                }
                _ => {}
            }
            let listed = site.alert().map(|(_, away)| away.clone()).unwrap_or_default();
            prop_assert_eq!(&listed, &covered);
        }
    }
}
