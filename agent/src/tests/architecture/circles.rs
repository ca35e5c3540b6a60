//! Files that use each other in a circle cannot be understood or moved apart.

use std::collections::BTreeSet;

use super::imports::{Graph, graph};
use super::sources::{Source, sources};

/// Circles there are. This list may only get shorter.
const CIRCLES: [&[&str]; 0] = [];

#[test]
fn files_use_each_other_in_one_direction() {
    let allowed: BTreeSet<Vec<String>> = CIRCLES
        .iter()
        .map(|circle| circle.iter().map(|file| (*file).to_owned()).collect())
        .collect();
    let graph = graph(&sources());
    assert!(graph.values().map(BTreeSet::len).sum::<usize>() > 300, "{graph:?}");
    assert_eq!(circles(&graph), allowed);
}

/// Groups of files that all reach each other, sorted by name.
fn circles(graph: &Graph) -> BTreeSet<Vec<String>> {
    let reached = closure(graph.clone());
    let circle_of = |file: &String| -> Vec<String> {
        let others = reached[file].iter().filter(|other| reached[*other].contains(file));
        others.cloned().collect()
    };
    graph.keys().map(circle_of).filter(|circle| circle.len() > 1).collect()
}

/// What each file uses, over others as well.
fn closure(mut graph: Graph) -> Graph {
    loop {
        let before = graph.clone();
        for reached in graph.values_mut() {
            let further: BTreeSet<String> =
                reached.iter().flat_map(|file| before[file].iter().cloned()).collect();
            reached.extend(further);
        }
        if graph == before {
            return graph;
        }
    }
}

fn source(path: &str, code: &str) -> Source {
    Source { path: path.to_owned(), lines: 1, code: code.to_owned(), is_test: false }
}

#[test]
fn a_circle_is_found_through_a_re_export() {
    let sources = [
        source("lib.rs", "mod a;\nmod b;\nmod c;\n"),
        source("a.rs", "use crate::b::{B, other};\n"),
        source("b/mod.rs", "mod inner;\npub use inner::B;\n"),
        source("b/inner.rs", "use crate::{c};\nfn f() { c::g(); }\n"),
        source("c.rs", "fn g() { crate::a::h(); }\n"),
    ];
    let found = circles(&graph(&sources));
    let expected = ["a.rs", "b/inner.rs", "c.rs"].map(str::to_owned).to_vec();
    assert_eq!(found, BTreeSet::from([expected]));
}

#[test]
fn a_module_above_is_found() {
    let sources = [
        source("lib.rs", "mod a;\n"),
        source("a/mod.rs", "mod b;\nmod c;\nfn f() { b::g(); }\n"),
        source("a/b.rs", "use super::f;\n"),
        source("a/c.rs", "use super::b::g;\n"),
    ];
    let found = circles(&graph(&sources));
    let expected = ["a/b.rs", "a/mod.rs"].map(str::to_owned).to_vec();
    assert_eq!(found, BTreeSet::from([expected]));
}
