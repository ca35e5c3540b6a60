//! Who writes which table.

use std::collections::{BTreeMap, BTreeSet};

use super::sources::sources;
use crate::migrations::table_names;

/// Tables and the modules that write them. The first owns the table; the
/// others still write it and should ask the owner.
const WRITERS: [(&str, &[&str]); 45] = [
    ("agent_definitions", &["features/tasks", "agent_link"]),
    (
        "agents",
        &[
            "features/agents",
            "agent_link",
            "features/clients",
            "features/software",
            "features/winupdate",
        ],
    ),
    ("agents_away", &["agent_link"]),
    ("api_keys", &["features/accounts", "auth"]),
    ("audit_head", &["audit"]),
    ("audit_log", &["audit"]),
    ("bulk_actions", &["features/bulk"]),
    ("bulk_members", &["features/bulk"]),
    ("clients", &["features/clients"]),
    ("collections", &["features/collection", "agent_link"]),
    ("core_settings", &["features/settings"]),
    ("custom_field_values", &["features/custom_fields"]),
    ("custom_fields", &["features/custom_fields"]),
    ("deployments", &["features/deployments", "agent_link", "jobs"]),
    ("idempotency_keys", &["features/runs", "jobs"]),
    ("idempotent_requests", &["idempotency", "jobs"]),
    ("installation", &["features/accounts", "app.rs"]),
    ("jobs", &["jobs"]),
    ("key_store", &["features/key_store"]),
    ("login_failures", &["features/accounts", "jobs"]),
    ("notes", &["features/notes"]),
    ("patch_policies", &["features/policies"]),
    ("policies", &["features/policies", "features/tasks"]),
    ("recovery_codes", &["features/accounts"]),
    ("removed_agents", &["agent_link"]),
    ("replicas", &["jobs"]),
    ("roles", &["features/accounts", "auth"]),
    ("run_output", &["features/runs", "agent_link", "features/winupdate"]),
    (
        "runs",
        &[
            "features/runs",
            "agent_link",
            "features/bulk",
            "features/collection",
            "features/winupdate",
        ],
    ),
    ("saved_views", &["features/views"]),
    ("schedules", &["jobs"]),
    ("script_versions", &["features/scripts"]),
    ("scripts", &["features/scripts"]),
    ("sessions", &["features/accounts", "auth", "jobs"]),
    ("sites", &["features/clients"]),
    ("snippets", &["features/scripts"]),
    ("socket_tickets", &["sockets"]),
    ("software", &["features/software"]),
    ("software_inventories", &["features/software"]),
    ("task_results", &["features/tasks", "agent_link"]),
    ("task_scripts", &["features/tasks"]),
    ("tasks", &["features/tasks", "agent_link"]),
    ("update_scans", &["features/winupdate"]),
    ("users", &["features/accounts"]),
    ("winupdates", &["features/winupdate"]),
];

#[test]
fn a_table_is_written_by_its_owner() {
    let found = writers();
    let listed: BTreeMap<&str, BTreeSet<String>> = WRITERS
        .iter()
        .map(|(table, modules)| (*table, modules.iter().map(|name| (*name).to_owned()).collect()))
        .collect();

    let mut problems = Vec::new();
    for (table, modules) in &found {
        let allowed = listed.get(table).cloned().unwrap_or_default();
        for module in modules.difference(&allowed) {
            problems.push(format!("{module} may not write {table}: ask its owner"));
        }
    }
    for (table, modules) in &listed {
        let written = found.get(table).cloned().unwrap_or_default();
        for module in modules.difference(&written) {
            problems.push(format!("{module} does not write {table}: take it off WRITERS"));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

fn writers() -> BTreeMap<&'static str, BTreeSet<String>> {
    let tables = table_names();
    let mut found: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for source in sources() {
        let words: Vec<&str> = source.code.split_whitespace().collect();
        for at in 0..words.len() {
            let Some(name) = written(&words[at..]) else { continue };
            if let Some(table) = tables.iter().find(|table| **table == name) {
                found.entry(table).or_default().insert(source.module());
            }
        }
    }
    found
}

/// The table that a statement beginning with these words writes.
fn written<'a>(words: &[&'a str]) -> Option<&'a str> {
    // A statement begins a text in the code, so a quote may stand before it.
    let verb = words.first()?.rsplit(['"', '(']).next()?;
    let name = |at: usize| {
        let word = words.get(at)?;
        word.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_').next()
    };
    match (verb, *words.get(1)?) {
        ("insert", "into") | ("delete", "from") => name(2),
        // With an alias or without.
        ("update", _) if words.iter().skip(2).take(3).any(|word| *word == "set") => name(1),
        _ => None,
    }
}

#[test]
fn statements_that_write_are_told_from_sentences() {
    let written = |text: &str| written(&text.split(' ').collect::<Vec<_>>()).map(str::to_owned);
    assert_eq!(written(r#""insert into runs (id)"#).as_deref(), Some("runs"));
    assert_eq!(written(r#""delete from notes""#).as_deref(), Some("notes"));
    assert_eq!(written("update agents as a set x").as_deref(), Some("agents"));
    assert_eq!(written("update agents by hand or leave"), None);
    assert_eq!(written("select * from runs"), None);
}
