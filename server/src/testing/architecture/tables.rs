//! Which feature writes which table.

use std::collections::{BTreeMap, BTreeSet};

use super::sources::sources;
use crate::migrations::table_names;

/// Tables and the modules that write them: each its owner. Five have a second
/// writer, which lies below the owner and cannot ask it: `auth` stamps the use
/// of keys and sessions and widens the scope of those who create something,
/// `app.rs` adds the row of the installation before there is an account, and
/// `definitions` drops a deleted task once its last agent has forgotten it.
const WRITERS: &[(&str, &[&str])] = &[
    ("agent_capabilities", &["domain/fleet"]),
    ("agent_definitions", &["domain/definitions"]),
    ("agents", &["domain/fleet"]),
    ("agents_away", &["domain/fleet"]),
    ("alert_templates", &["domain/alert_templates"]),
    ("alert_causes", &["domain/alerts"]),
    ("alerts", &["domain/alerts"]),
    ("api_keys", &["features/accounts", "auth"]),
    ("audit_code", &["audit"]),
    ("audit_head", &["audit"]),
    ("audit_log", &["audit"]),
    ("bulk_actions", &["features/bulk"]),
    ("bulk_members", &["features/bulk"]),
    ("check_history", &["domain/checks"]),
    ("check_results", &["domain/checks"]),
    ("checks", &["domain/checks"]),
    ("clients", &["features/clients"]),
    ("collections", &["domain/collections"]),
    ("core_settings", &["domain/settings"]),
    ("custom_field_values", &["domain/custom_fields"]),
    ("custom_fields", &["domain/custom_fields"]),
    ("debug_logs", &["debug_log"]),
    ("dependencies", &["domain/dependencies"]),
    ("deployments", &["features/deployments"]),
    ("former_usernames", &["features/accounts"]),
    ("freeze_serial", &["domain/freeze"]),
    ("freezes", &["domain/freeze"]),
    ("idempotent_requests", &["idempotency"]),
    ("installation", &["features/accounts", "app.rs"]),
    ("jobs", &["jobs"]),
    ("key_store", &["domain/key_store"]),
    ("login_attempts", &["auth"]),
    ("login_pauses", &["features/accounts"]),
    ("maintenance_members", &["domain/maintenance_windows"]),
    ("maintenance_windows", &["domain/maintenance_windows"]),
    ("metric_blocks", &["domain/metrics"]),
    ("metric_parts", &["domain/metrics"]),
    ("notes", &["features/notes"]),
    ("patch_policies", &["features/policies"]),
    ("pending_enrolments", &["domain/fleet"]),
    ("policies", &["features/policies"]),
    ("push_keys", &["domain/push"]),
    ("push_subscriptions", &["domain/push"]),
    ("recording_parts", &["domain/recordings"]),
    ("recovery_codes", &["features/accounts"]),
    ("remote_policies", &["domain/remote"]),
    ("remote_recordings", &["domain/recordings"]),
    ("remote_sessions", &["domain/remote"]),
    ("remote_tickets", &["domain/remote"]),
    ("remote_viewers", &["domain/remote"]),
    ("removed_agents", &["domain/fleet"]),
    ("replicas", &["jobs"]),
    ("roles", &["features/accounts", "auth"]),
    ("rollout_agents", &["features/agents"]),
    ("rollouts", &["features/agents"]),
    ("run_keys", &["domain/runs"]),
    ("run_output", &["domain/runs"]),
    ("runs", &["domain/runs"]),
    ("saved_views", &["features/views"]),
    ("schedules", &["jobs"]),
    ("script_versions", &["features/scripts"]),
    ("scripts", &["features/scripts"]),
    ("sessions", &["features/accounts", "auth"]),
    ("site_departures", &["domain/alerts"]),
    ("sites", &["features/clients"]),
    ("sms_messages", &["domain/sms"]),
    ("snippets", &["features/scripts"]),
    ("socket_tickets", &["sockets"]),
    ("software", &["features/software"]),
    ("software_changes", &["features/software"]),
    ("software_inventories", &["features/software"]),
    ("task_results", &["domain/definitions"]),
    ("task_scripts", &["features/tasks"]),
    ("tasks", &["features/tasks", "domain/definitions"]),
    ("update_scans", &["features/winupdate"]),
    ("url_actions", &["domain/webhooks"]),
    ("users", &["features/accounts"]),
    ("watches", &["domain/watches"]),
    ("webhook_deliveries", &["domain/webhooks"]),
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

/// The table that a statement beginning with these tokens writes.
fn written<'a>(words: &[&'a str]) -> Option<&'a str> {
    // A statement begins a text in the code, so a quote may precede it.
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
fn statements_that_write_are_distinguished_from_sentences() {
    let written = |text: &str| written(&text.split(' ').collect::<Vec<_>>()).map(str::to_owned);
    assert_eq!(written(r#""insert into runs (id)"#).as_deref(), Some("runs"));
    assert_eq!(written(r#""delete from notes""#).as_deref(), Some("notes"));
    assert_eq!(written("update agents as a set x").as_deref(), Some("agents"));
    assert_eq!(written("update agents by hand or leave"), None);
    assert_eq!(written("select * from runs"), None);
}
