//! The rules that keep the structure, held against the source tree itself.

use std::path::{Path, PathBuf};

/// A second idea may live in a longer file.
const LONGEST_FILE: usize = 400;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().expect("the workspace")
}

/// Every Rust file below a folder, with its text.
fn sources(below: &Path) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(below).expect("a folder of the tree") {
        let path = entry.expect("an entry of the folder").path();
        if path.is_dir() && !path.ends_with("target") && !path.ends_with("node_modules") {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = std::fs::read_to_string(&path).expect("source is text");
            found.push((path, text));
        }
    }
    found
}

fn all_sources() -> Vec<(PathBuf, String)> {
    let crates = ["protocol", "schedule", "sim", "server", "agent", "end_to_end"];
    crates.iter().flat_map(|name| sources(&root().join(name).join("src"))).collect()
}

#[test]
fn every_file_says_what_it_is_for() {
    for (path, text) in all_sources() {
        assert!(text.starts_with("//! "), "{} begins with no //! line", path.display());
    }
}

#[test]
fn no_file_is_longer_than_one_idea() {
    for (path, text) in all_sources() {
        let lines = text.lines().count();
        assert!(lines <= LONGEST_FILE, "{} has {lines} lines: split it", path.display());
    }
}

#[test]
fn a_feature_keeps_its_queries_to_itself() {
    for (path, text) in sources(&root().join("server/src/features")) {
        assert!(!text.contains("pub mod queries"), "{}", path.display());
    }
}

/// Crates in the lock file that a package depends on, however far down.
fn dependencies(package: &str) -> Vec<String> {
    let lock = std::fs::read_to_string(root().join("Cargo.lock")).expect("Cargo.lock");
    let mut found: Vec<String> = vec![package.to_owned()];
    let mut next = 0;
    while let Some(name) = found.get(next).cloned() {
        next += 1;
        let head = format!("name = \"{name}\"\n");
        for block in lock.split("[[package]]").filter(|block| block.contains(&head)) {
            let list = block.split_once("dependencies = [").map_or("", |(_, list)| list);
            for line in list
                .lines()
                .map_while(|line| line.trim().strip_prefix('"').or(line.is_empty().then_some("")))
            {
                let dependency = line.split([' ', '"']).next().unwrap_or_default().to_owned();
                if !dependency.is_empty() && !found.contains(&dependency) {
                    found.push(dependency);
                }
            }
        }
    }
    found
}

#[test]
fn the_protocol_needs_serde_and_the_agent_no_database() {
    let protocol = dependencies("muster-protocol");
    for banned in ["tokio", "axum", "sqlx", "ring"] {
        assert!(!protocol.iter().any(|name| name == banned), "protocol depends on {banned}");
    }
    // Each of them would cost megabytes on every managed computer.
    let agent = dependencies("muster-agent");
    for banned in ["sqlx", "sea-orm", "axum", "utoipa", "muster-server"] {
        assert!(!agent.iter().any(|name| name == banned), "the agent depends on {banned}");
    }
    assert!(agent.iter().any(|name| name == "redb"), "the lock file was read");
}

#[test]
fn there_is_one_tls_stack_and_no_openssl() {
    let lock = std::fs::read_to_string(root().join("Cargo.lock")).expect("Cargo.lock");
    for banned in ["aws-lc-sys", "openssl-sys", "native-tls"] {
        assert!(!lock.contains(&format!("name = \"{banned}\"")), "{banned} is in the graph");
    }
}
