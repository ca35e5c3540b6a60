//! Which modules may import which: foundations import no feature, and a feature
//! imports another one only where the list allows it.

use std::collections::{BTreeMap, BTreeSet};

use super::sources::{Source, sources};

/// What puts the parts together, and may name every feature.
const ROOTS: [&str; 4] = ["cli", "fuzz.rs", "router.rs", "serve.rs"];

/// Features that a foundation still names.
const NAMED_BY_FOUNDATIONS: [(&str, &str); 2] = [("app.rs", "accounts"), ("app.rs", "agents")];

/// Features, and the other features that each may use.
const ALLOWED: [(&str, &[&str]); 25] = [
    (
        "agents",
        &["custom_fields", "deployments", "policies", "runs", "settings", "tasks", "winupdate"],
    ),
    ("beta", &["agents"]),
    ("bulk", &["agents", "runs", "scripts", "settings", "software", "tasks", "winupdate"]),
    ("clients", &["agents", "custom_fields", "policies", "tasks"]),
    ("collection", &["agents", "runs", "software", "winupdate"]),
    ("custom_fields", &["policies", "tasks"]),
    ("dashboard", &["accounts", "agents", "health", "server_scripts", "settings"]),
    ("event_log", &["agents"]),
    ("health", &["deployments"]),
    ("key_store", &["settings", "tasks"]),
    ("live_events", &["agents", "bulk", "runs"]),
    ("mail", &["settings"]),
    ("maintenance", &["runs"]),
    ("notes", &["agents"]),
    ("pending_actions", &["agents", "runs"]),
    ("policies", &["agents", "tasks", "winupdate"]),
    ("processes", &["agents"]),
    (
        "runs",
        &[
            "agents",
            "custom_fields",
            "key_store",
            "mail",
            "notes",
            "scripts",
            "server_scripts",
            "settings",
            "tasks",
        ],
    ),
    ("scripts", &["tasks"]),
    ("server_scripts", &["runs", "scripts", "settings"]),
    ("services", &["agents"]),
    ("settings", &["policies", "tasks"]),
    ("software", &["agents", "runs"]),
    (
        "tasks",
        &["agents", "custom_fields", "key_store", "policies", "runs", "scripts", "winupdate"],
    ),
    ("winupdate", &["agents", "collection", "mail", "policies", "runs", "settings", "tasks"]),
];

/// Features that use each other in the largest circle.
const LARGEST_CIRCLE: usize = 14;

type Graph = BTreeMap<String, BTreeSet<String>>;

#[test]
fn no_foundation_names_a_feature() {
    let features = features();
    let mut named = BTreeSet::new();
    for source in sources() {
        let module = source.module();
        if module.starts_with("features/") || ROOTS.contains(&module.as_str()) {
            continue;
        }
        let of_file = names_after(&source.code, "features::");
        named.extend(of_file.intersection(&features).map(|name| (module.clone(), name.clone())));
    }

    let allowed = NAMED_BY_FOUNDATIONS.map(|(module, name)| (module.to_owned(), name.to_owned()));
    let allowed = BTreeSet::from(allowed);
    let more: Vec<_> = named.difference(&allowed).collect();
    assert!(more.is_empty(), "a foundation may not name a feature: {more:?}");
    let fewer: Vec<_> = allowed.difference(&named).collect();
    assert!(fewer.is_empty(), "take this off NAMED_BY_FOUNDATIONS: {fewer:?}");
}

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

/// What each feature reaches, over others as well.
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

/// The names that follow a word, alone or in braces: after `features::`,
/// `{runs, tasks::{self, X}}` gives `runs` and `tasks`.
fn names_after(code: &str, word: &str) -> BTreeSet<String> {
    let rests = code.match_indices(word).map(|(at, word)| &code[at + word.len()..]);
    rests.flat_map(first_names).map(str::to_owned).collect()
}

fn first_names(rest: &str) -> Vec<&str> {
    let Some(group) = rest.strip_prefix('{') else { return vec![name(rest)] };
    let (mut names, mut depth, mut begins) = (Vec::new(), 0, true);
    for (at, letter) in group.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => begins = true,
            _ if depth == 0 && begins && is_part_of_name(letter) => {
                names.push(name(&group[at..]));
                begins = false;
            }
            _ => {}
        }
    }
    names
}

fn name(text: &str) -> &str {
    let end = text.find(|letter| !is_part_of_name(letter)).unwrap_or(text.len());
    &text[..end]
}

fn is_part_of_name(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}

#[test]
fn names_are_found_alone_and_in_braces() {
    let code = "use crate::features::runs::Start;\n\
                use crate::features::{\n    agents, tasks::{self, X}, mail,\n};";
    let names = names_after(code, "features::");
    assert_eq!(
        names.iter().map(String::as_str).collect::<Vec<_>>(),
        ["agents", "mail", "runs", "tasks"]
    );
}
