//! The table of functions, and the names that hellos bring.

use std::collections::BTreeSet;

use muster_protocol::capability;

use super::functions::FUNCTIONS;
use super::names_to_store;

/// The constants with names of the protocol.
const SOURCES: [&str; 3] = [
    include_str!("../../../../../protocol/src/lib.rs"),
    include_str!("../../../../../protocol/src/order.rs"),
    include_str!("../../../../../protocol/src/question.rs"),
];

#[test]
fn every_order_question_and_capability_of_the_protocol_has_its_row() {
    let names = SOURCES.iter().flat_map(|source| source.lines()).filter_map(|line| {
        let (_, value) = line.trim().strip_prefix("pub const ")?.split_once(": &str = \"")?;
        let name = value.strip_suffix("\";")?;
        // Paths are no names, and what a program is made of is no function.
        (!name.contains('/') && name != capability::STATIC_PROGRAM).then_some(name)
    });
    let names: BTreeSet<&str> = names.collect();
    let known: BTreeSet<&str> = FUNCTIONS.iter().map(|function| function.name).collect();

    assert!(names.contains("run_command") && names.contains("ping") && names.contains("freeze"));
    assert_eq!(known, names, "each needs a row in functions.rs");
    assert_eq!(known.len(), FUNCTIONS.len(), "and only one");
}

#[test]
fn the_build_of_an_agent_is_read_by_the_names_that_the_protocol_has_for_it() {
    assert!(super::BUILD.contains(&format!("'% {} %'", capability::STATIC_PROGRAM)));
    assert!(super::BUILD.contains(&format!("'{}'", muster_protocol::STATIC_BUILD)));
}

#[test]
fn names_are_stored_in_order_each_once_and_only_what_could_be_one() {
    let names = ["ping", "", "cancel", "ping", "a b", "A", "new_function2", &"x".repeat(65)];
    assert_eq!(names_to_store(&names.map(str::to_owned)), "cancel new_function2 ping");
    assert_eq!(names_to_store(&[]), "");
}
