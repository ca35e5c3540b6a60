//! Which file uses which, as the paths in their code say.

use std::collections::{BTreeMap, BTreeSet};

use super::sources::Source;

/// Files, and the files each of them uses.
pub type Graph = BTreeMap<String, BTreeSet<String>>;

type Path = Vec<String>;

/// A file with what its module re-exports.
struct Module {
    file: String,
    code: String,
    /// Names that others may use from here, and where they come from.
    exports: BTreeMap<String, Path>,
}

/// Finds what each file uses. What a module only re-exports (`pub use`) counts as
/// used where it comes from.
pub fn graph(sources: &[Source]) -> Graph {
    let mut modules: BTreeMap<Path, Module> = BTreeMap::new();
    for source in sources.iter().filter(|source| !source.is_test && source.path != "main.rs") {
        let (path, file) = (source.module(), source.path.clone());
        // The system whose folder is compiled here.
        let code = match source.path.as_str() {
            "os/mod.rs" => source.code.replace("system::", "linux::"),
            _ => source.code.clone(),
        };
        let (exporting, code) = split_exports(&code);
        let found = paths_in(&exporting, &path, &children(&code));
        let exports = found.into_iter().filter_map(|path| Some((path.last()?.clone(), path)));
        modules.insert(path, Module { file, exports: exports.collect(), code });
    }
    let uses = |(path, module): (&Path, &Module)| {
        let mut used: BTreeSet<String> = BTreeSet::new();
        for target in targets(path, module, &modules) {
            used.insert(resolve(&target, &modules, 0));
        }
        used.remove(&module.file);
        (module.file.clone(), used)
    };
    modules.iter().map(uses).collect()
}

/// What a file names, by full paths: in its imports, through modules it
/// imported, and through modules below it.
fn targets(path: &Path, module: &Module, modules: &BTreeMap<Path, Module>) -> Vec<Path> {
    let below = children(&module.code);
    let mut found = paths_in(&module.code, path, &below);
    let imported: Vec<Path> =
        found.iter().filter(|path| modules.contains_key(*path)).cloned().collect();
    for module_path in imported {
        let Some(name) = module_path.last() else { continue };
        for rest in after(&module.code, &format!("{name}::")) {
            found.extend(expand(rest).into_iter().map(|rest| [&module_path[..], &rest].concat()));
        }
    }
    found
}

/// The file in which a path ends, through all modules that re-export it.
fn resolve(path: &[String], modules: &BTreeMap<Path, Module>, depth: usize) -> String {
    assert!(depth < 20, "{path:?} leads in a circle");
    let mut length = 0;
    while length < path.len() && modules.contains_key(&path[..=length]) {
        length += 1;
    }
    let module = &modules[&path[..length]];
    match path.get(length).and_then(|name| module.exports.get(name)) {
        Some(origin) => {
            let further = [&origin[..], &path[length + 1..]].concat();
            resolve(&further, modules, depth + 1)
        }
        None => module.file.clone(),
    }
}

/// The statements that re-export something, and the rest of the code.
fn split_exports(code: &str) -> (String, String) {
    let (mut exporting, mut rest, mut is_within) = (String::new(), String::new(), false);
    for line in code.lines() {
        is_within |= line.starts_with("pub use ");
        let part = if is_within { &mut exporting } else { &mut rest };
        part.push_str(line);
        part.push('\n');
        is_within &= !line.ends_with(';');
    }
    (exporting, rest)
}

/// The modules that a file declares.
fn children(code: &str) -> Vec<String> {
    let declared = code.lines().filter_map(|line| {
        let line = line.strip_prefix("pub ").unwrap_or(line);
        line.strip_prefix("mod ")?.strip_suffix(';')
    });
    declared.map(str::to_owned).collect()
}

/// All paths from `crate`, from modules above, and from modules below.
fn paths_in(code: &str, module: &[String], below: &[String]) -> Vec<Path> {
    let mut found: Vec<Path> = after(code, "crate::").into_iter().flat_map(expand).collect();
    for rest in after(code, "super::") {
        let steps = rest.matches("super::").take_while(|_| rest.starts_with("super::")).count();
        let above = module.len().saturating_sub(1 + steps);
        let rest = rest.trim_start_matches("super::");
        found.extend(expand(rest).into_iter().map(|rest| [&module[..above], &rest].concat()));
    }
    for child in below {
        for rest in after(code, &format!("{child}::")) {
            let child = [module, std::slice::from_ref(child)].concat();
            found.extend(expand(rest).into_iter().map(|rest| [&child[..], &rest].concat()));
        }
    }
    found
}

/// What follows each place where a path begins with this word.
fn after<'a>(code: &'a str, word: &str) -> Vec<&'a str> {
    let begins = |at: usize| {
        let before = code[..at].chars().next_back();
        before.is_none_or(|letter| !is_part_of_name(letter) && letter != ':')
    };
    let places = code.match_indices(word).filter(|(at, _)| begins(*at));
    places.map(|(at, word)| &code[at + word.len()..]).collect()
}

/// The paths a text begins with: `a::{b, c::d}` is `a::b` and `a::c::d`, and
/// `self` is what stands before it.
fn expand(text: &str) -> Vec<Path> {
    let Some(group) = text.strip_prefix('{') else {
        let name: String = text.chars().take_while(|letter| is_part_of_name(*letter)).collect();
        return match text[name.len()..].strip_prefix("::") {
            _ if name.is_empty() || name == "self" => vec![Vec::new()],
            Some(rest) => expand(rest)
                .into_iter()
                .map(|rest| [std::slice::from_ref(&name), &rest].concat())
                .collect(),
            None => vec![vec![name]],
        };
    };
    let (mut depth, mut start, mut found) = (0, 0, Vec::new());
    for (at, letter) in group.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            ',' | '}' if depth == 0 => {
                let part = group[start..at].trim();
                found.extend(Some(part).filter(|part| !part.is_empty()).map(expand));
                start = at + 1;
                if letter == '}' {
                    break;
                }
            }
            _ => {}
        }
    }
    found.concat()
}

fn is_part_of_name(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}

#[test]
fn groups_are_expanded() {
    let joined = |text: &str| -> Vec<String> {
        expand(text).into_iter().map(|path| path.join("::")).collect()
    };
    assert_eq!(joined("a::{self, b, c::{d, e}};"), ["a", "a::b", "a::c::d", "a::c::e"]);
    assert_eq!(joined("run::finish(x)"), ["run::finish"]);
}
