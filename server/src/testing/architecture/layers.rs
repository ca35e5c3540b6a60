//! Which part may import which: a part of the server imports what is below it, never
//! what is above.

use std::collections::BTreeSet;

use super::imports::{crate_paths, names_after};
use super::sources::{Source, sources};

/// The parts that assemble the others, and may name all of them.
const ROOTS: [&str; 5] = ["cli", "fuzz.rs", "router", "router.rs", "serve.rs"];

/// Foundations that name what is above them: the state of a running server
/// contains that of every layer.
const NAME_MORE: [(&str, &str); 3] =
    [("app.rs", "agent_link"), ("app.rs", "domain/fleet"), ("app.rs", "domain/runs")];

/// The rooms of the domain, from the lowest to the highest.
const ROOMS: &[&str] = &[
    "settings",
    "alert_events",
    "freeze",
    "key_store",
    "mail",
    "sms",
    "push",
    "watches",
    "ownership",
    "fleet",
    "exclusions",
    "remote",
    "recordings",
    "policies",
    "references",
    "custom_fields",
    "placeholders",
    "webhooks",
    "collections",
    "metrics",
    "definitions",
    "alert_templates",
    "maintenance_windows",
    "dependencies",
    "runs",
    "enrolment",
    "check_points",
    "alerts",
    "checks",
];

/// The height of a part of the server: foundations, the agent link, the rooms
/// of the domain, features.
fn height(module: &str) -> usize {
    let room = module.strip_prefix("domain/");
    match module {
        "agent_link" => 1,
        _ if module.starts_with("features") => 2 + ROOMS.len(),
        "domain" => 1 + ROOMS.len(),
        _ => match room.map(|room| ROOMS.iter().position(|name| *name == room)) {
            None => 0,
            Some(Some(position)) => 2 + position,
            Some(None) => panic!("{module} is in no list of rooms"),
        },
    }
}

#[test]
fn nothing_names_a_higher_layer() {
    let mut found = BTreeSet::new();
    for source in sources().iter().filter(|source| !is_root(source)) {
        let module = source.module();
        for named in crate_paths(&source.code) {
            if height(&named) > height(&module) {
                found.insert((module.clone(), named));
            }
        }
    }

    let allowed = NAME_MORE.map(|(module, named)| (module.to_owned(), named.to_owned()));
    let allowed = BTreeSet::from(allowed);
    let more: Vec<_> = found.difference(&allowed).collect();
    assert!(more.is_empty(), "(part of the server, what is above it): {more:?}");
    let fewer: Vec<_> = allowed.difference(&found).collect();
    assert!(fewer.is_empty(), "take this off NAME_MORE: {fewer:?}");
}

fn is_root(source: &Source) -> bool {
    ROOTS.contains(&source.module().as_str())
}

#[test]
fn every_room_of_the_domain_has_its_height() {
    let rooms: BTreeSet<String> = sources()
        .iter()
        .filter_map(|source| source.module().strip_prefix("domain/").map(str::to_owned))
        .collect();
    assert_eq!(rooms, ROOMS.iter().map(|room| (*room).to_owned()).collect());
    assert!(height("audit") < height("agent_link"));
    assert!(height("agent_link") < height("domain/settings"));
    assert!(height("domain/runs") < height("features/runs"));
    assert_eq!(names_after("crate::domain::runs::X", "domain::"), ["runs".to_owned()].into());
}
