//! How long a file may be.

use super::sources::{Source, sources};

/// Lines of a file, its tests included. Longer ones hold more than one thing.
const MAX_LINES: usize = 250;

/// Files that are longer, and their own limit. This list may only get shorter.
const LONGER: [(&str, usize); 1] = [("tests/fake_server.rs", 295)];

#[test]
fn no_file_outgrows_its_limit() {
    assert_eq!(problems(&sources()), Vec::<String>::new());
}

fn problems(sources: &[Source]) -> Vec<String> {
    let mut problems = Vec::new();
    for Source { path, lines, .. } in sources {
        let listed = LONGER.iter().find(|(listed, _)| listed == path);
        let limit = listed.map_or(MAX_LINES, |(_, limit)| *limit);
        if *lines > limit {
            problems.push(format!("{path} has {lines} lines, more than {limit}"));
        }
        if listed.is_some() && *lines <= MAX_LINES {
            problems.push(format!("{path} is short enough: take it off LONGER"));
        }
    }
    problems
}

#[test]
fn a_file_that_is_too_long_is_named() {
    let (path, code) = ("agent.rs".to_owned(), String::new());
    let long = Source { path, lines: 251, code, is_test: false };
    assert_eq!(problems(&[long]), ["agent.rs has 251 lines, more than 250"]);
}
