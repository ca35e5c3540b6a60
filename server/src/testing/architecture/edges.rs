//! Which feature may use which: another one only where the list allows it.

use std::collections::{BTreeMap, BTreeSet};

use super::imports::names_after;
use super::sources::{Source, sources};

/// Features, and the other features that each may use.
const ALLOWED: [(&str, &[&str]); 18] = [
    ("agents", &["deployments", "policies", "winupdate"]),
    ("alerts", &["scripts"]),
    ("beta", &["agents"]),
    ("bulk", &["agents", "runs", "software", "tasks", "winupdate"]),
    ("checks", &["policies", "scripts"]),
    ("collection", &["software", "winupdate"]),
    ("dashboard", &["accounts", "health"]),
    ("dependencies", &["policies"]),
    ("health", &["deployments"]),
    ("link", &["deployments"]),
    ("live_events", &["bulk", "runs"]),
    ("pending_actions", &["runs"]),
    ("policies", &["tasks"]),
    ("remote", &["accounts"]),
    ("runs", &["notes", "scripts"]),
    ("server_scripts", &["runs", "scripts"]),
    ("tasks", &["policies", "scripts", "winupdate"]),
    ("winupdate", &["policies"]),
];

/// The largest circle of features that use each other.
const LARGEST_CIRCLE: usize = 3;

type Graph = BTreeMap<String, BTreeSet<String>>;

#[test]
fn a_feature_uses_only_the_features_it_may() {
    let (used, allowed) = (used(), allowed());
    let (found, allowed) = (edges(&used), edges(&allowed));

    let more: Vec<_> = found.difference(&allowed).collect();
    assert!(more.is_empty(), "(feature, what it may not use): {more:?}");
    let fewer: Vec<_> = allowed.difference(&found).collect();
    assert!(fewer.is_empty(), "take this off ALLOWED: {fewer:?}");
}

#[test]
fn circles_of_features_do_not_grow() {
    let reached = closure(used());
    let in_circle_with =
        |one: &str| reached[one].iter().filter(|other| reached[*other].contains(one)).count();
    let largest = reached.keys().map(|feature| in_circle_with(feature)).max();

    assert_eq!(largest, Some(LARGEST_CIRCLE));
}

/// The folders below `features`.
fn features() -> BTreeSet<String> {
    sources().iter().filter_map(Source::feature).collect()
}

fn used() -> Graph {
    let features = features();
    let mut graph: Graph = features.iter().map(|name| (name.clone(), BTreeSet::new())).collect();
    for source in sources() {
        let Some(feature) = source.feature() else { continue };
        let named = names_after(&source.code, "features::");
        let others = named.intersection(&features).filter(|name| **name != feature).cloned();
        graph.entry(feature.clone()).or_default().extend(others);
    }
    graph
}

fn allowed() -> Graph {
    let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    ALLOWED.iter().map(|(feature, others)| ((*feature).to_owned(), owned(others))).collect()
}

fn edges(graph: &Graph) -> BTreeSet<(&str, &str)> {
    let mut all = BTreeSet::new();
    for (feature, others) in graph {
        all.extend(others.iter().map(|other| (feature.as_str(), other.as_str())));
    }
    all
}

/// Which features each feature reaches, also indirectly.
fn closure(mut graph: Graph) -> Graph {
    loop {
        let before = graph.clone();
        for reached in graph.values_mut() {
            let further = reached.iter().flat_map(|name| before[name].iter().cloned());
            let further: BTreeSet<String> = further.collect();
            reached.extend(further);
        }
        if graph == before {
            return graph;
        }
    }
}
