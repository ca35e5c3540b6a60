//! Which names follow a text in the code of a file.

use std::collections::BTreeSet;

/// The parts of the server that a file names: `audit`, `agent_link`,
/// `domain/runs`, `features/agents`.
pub fn crate_paths(code: &str) -> BTreeSet<String> {
    let mut parts = BTreeSet::new();
    for first in names_after(code, "crate::") {
        if first != "domain" && first != "features" {
            parts.insert(first);
        }
    }
    for folder in ["domain", "features"] {
        let below = names_after(code, &format!("{folder}::"));
        parts.extend(below.into_iter().map(|name| format!("{folder}/{name}")));
    }
    parts
}

/// The names that follow a text, alone or in braces: after `features::`,
/// `{runs, tasks::{self, X}}` yields `runs` and `tasks`.
pub fn names_after(code: &str, word: &str) -> BTreeSet<String> {
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

#[test]
fn parts_of_the_server_are_named_with_their_folder() {
    let code = "use crate::app::App;\nuse crate::domain::{fleet, runs::Launch};\n\
                use crate::features::agents::Agent;";
    let paths: Vec<String> = crate_paths(code).into_iter().collect();
    assert_eq!(paths, ["app", "domain/fleet", "domain/runs", "features/agents"]);
}
