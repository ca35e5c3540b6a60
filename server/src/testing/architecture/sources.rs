//! The sources of the server, without its tests.

use std::fs;
use std::path::Path;

/// A file that becomes a part of the program.
pub struct Source {
    /// Below `src`, with slashes: `features/runs/start.rs`.
    pub path: String,
    /// Its lines, tests and comments included.
    pub lines: usize,
    /// Its code, without comments and without the tests at its end.
    pub code: String,
}

impl Source {
    /// The part of the server it belongs to: `features/runs`, `domain/runs`, `audit`, `router.rs`.
    pub fn module(&self) -> String {
        let mut steps = self.path.split('/');
        match (steps.next(), steps.next()) {
            (Some(folder @ ("features" | "domain")), Some(part)) if part != "mod.rs" => {
                format!("{folder}/{part}")
            }
            (Some(first), _) => first.to_owned(),
            (None, _) => unreachable!("a path has a first step"),
        }
    }

    /// The feature it belongs to, if it belongs to one.
    pub fn feature(&self) -> Option<String> {
        let module = self.module();
        module.strip_prefix("features/").filter(|name| !name.ends_with(".rs")).map(str::to_owned)
    }
}

/// All files of the program, in the order of their paths.
pub fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    collect(&root, "", &mut found);
    found.sort_by(|one, other| one.path.cmp(&other.path));
    assert!(found.len() > 400, "the sources are there");
    found
}

fn collect(folder: &Path, below: &str, found: &mut Vec<Source>) {
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let entry = entry.expect("the entry can be read");
        let name = entry.file_name().into_string().expect("a name in UTF-8");
        let path = if below.is_empty() { name.clone() } else { format!("{below}/{name}") };
        if is_test(&path, &name) {
            continue;
        }
        if entry.path().is_dir() {
            collect(&entry.path(), &path, found);
        } else if name.ends_with(".rs") {
            let text = fs::read_to_string(entry.path()).expect("a file in UTF-8");
            found.push(Source { path, lines: text.lines().count(), code: code_of(&text) });
        }
    }
}

fn is_test(path: &str, name: &str) -> bool {
    path == "testing" || matches!(name, "tests" | "tests.rs") || name.ends_with("_tests.rs")
}

/// The code without comment lines and without the tests at its end.
fn code_of(text: &str) -> String {
    let until = text.find("#[cfg(test)]\nmod tests {").unwrap_or(text.len());
    let is_code = |line: &&str| !line.trim_start().starts_with("//");
    text[..until].lines().filter(is_code).flat_map(|line| [line, "\n"]).collect()
}

#[test]
fn comments_and_tests_are_no_code() {
    let text = "//! features::a\nuse b;\n    // features::c\n#[cfg(test)]\nmod tests {\n}\n";
    assert_eq!(code_of(text), "use b;\n");
}
