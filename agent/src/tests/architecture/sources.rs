//! The sources of the agent.

use std::fs;
use std::path::Path;

/// One file below `src`.
pub struct Source {
    /// With slashes: `os/linux/power.rs`.
    pub path: String,
    /// Its lines, tests and comments included.
    pub lines: usize,
    /// Its code, without comments and without the tests at its end.
    pub code: String,
    /// Whether it is compiled for tests only.
    pub is_test: bool,
}

impl Source {
    /// The path of its module: `["os", "linux", "power"]`, and `["os"]` for
    /// `os/mod.rs`.
    pub fn module(&self) -> Vec<String> {
        let path = self.path.strip_suffix(".rs").unwrap_or(&self.path);
        let steps = path.split('/').filter(|step| !matches!(*step, "mod" | "lib"));
        steps.map(str::to_owned).collect()
    }
}

/// All files, in the order of their paths.
pub fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    collect(&root, "", &mut found);
    found.sort_by(|one, other| one.path.cmp(&other.path));
    assert!(found.len() > 150, "the sources are there");
    found
}

fn collect(folder: &Path, below: &str, found: &mut Vec<Source>) {
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        let path = if below.is_empty() { name } else { format!("{below}/{name}") };
        if entry.path().is_dir() {
            collect(&entry.path(), &path, found);
        } else if path.ends_with(".rs") {
            let text = fs::read_to_string(entry.path()).unwrap();
            let is_test = path.starts_with("tests/") || path.ends_with("tests.rs");
            found.push(Source { path, lines: text.lines().count(), code: code_of(&text), is_test });
        }
    }
}

/// The code without comments on lines of their own and without tests at its end.
fn code_of(text: &str) -> String {
    let until = text.find("#[cfg(test)]\nmod tests {").unwrap_or(text.len());
    let is_code = |line: &&str| !line.trim_start().starts_with("//");
    text[..until].lines().filter(is_code).flat_map(|line| [line, "\n"]).collect()
}

#[test]
fn comments_and_tests_are_not_code() {
    let text = "//! nix::a\nuse b;\n    // nix::c\n#[cfg(test)]\nmod tests {\n}\n";
    assert_eq!(code_of(text), "use b;\n");
}
