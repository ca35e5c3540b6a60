//! A pending action as the API shows it.

use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::queries::Row;
use crate::domain::fleet::reboot_name;
use crate::time::Timestamp;

/// Something that waits for an agent.
#[derive(Serialize, ToSchema)]
pub struct PendingAction {
    /// Key, the same as that of the run.
    pub id: i64,
    /// Key of the agent.
    pub agent: i64,
    /// Identifier of the agent.
    pub agent_id: String,
    /// Host name of the agent.
    pub hostname: String,
    /// Name of the client.
    pub client: String,
    /// Name of the site.
    pub site: String,
    /// When it was asked for.
    #[schema(value_type = String, format = DateTime)]
    pub entry_time: Timestamp,
    /// `runcmd`, `runscript`, `runpatchscan`, ….
    pub action_type: String,
    /// `pending`, `completed`, `failed`, `cancelled` or `expired`.
    pub status: String,
    /// More about it, by type.
    #[schema(value_type = Object)]
    pub details: Value,
    /// Key of the run.
    pub run: Option<i64>,
    /// When it is due; null if that is when the agent is back.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub due: Option<Timestamp>,
    /// Until when it waits.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub expires: Option<Timestamp>,
    /// What it is, in a sentence.
    pub description: String,
}

/// Types of actions, and the kinds of run behind them.
pub const TYPES: &[(&str, &[&str])] = &[
    ("runcmd", &["cmd_run", "power", "recover", "check_run"]),
    ("runscript", &["script_run", "task_run"]),
    ("runpatchscan", &["patch_scan"]),
    ("runpatchinstall", &["patch_install"]),
    ("pkginstall", &["software_install", "software_uninstall"]),
    ("chocoinstall", &["choco"]),
    ("agentupdate", &["agent_update"]),
    ("schedreboot", &["schedreboot"]),
];

/// States of actions, and the states of runs behind them.
pub const STATES: &[(&str, &[&str])] = &[
    ("pending", &["queued"]),
    ("completed", &["passed"]),
    ("failed", &["failed", "timed_out", "interrupted"]),
    ("cancelled", &["cancelled"]),
    ("expired", &["expired"]),
];

impl From<Row> for PendingAction {
    fn from(row: Row) -> Self {
        let details = details(&row);
        Self {
            details,
            id: row.id,
            agent: row.agent,
            agent_id: row.agent_id,
            hostname: row.hostname,
            client: row.client,
            site: row.site,
            entry_time: row.time,
            action_type: word(TYPES, &row.kind, "runcmd"),
            // Only a reboot that its agent keeps is listed while it runs.
            status: match row.status.as_str() {
                "running" => "pending".to_owned(),
                status => word(STATES, status, "failed"),
            },
            run: Some(row.id),
            due: row.expires.filter(|_| row.kind == "schedreboot"),
            expires: row.expires,
            description: description(&row.kind, &row.script_name, &row.command),
        }
    }
}

/// Of an installation: what, what it printed, whether it worked.
fn details(row: &Row) -> Value {
    let package = row.command.strip_prefix("install ").and_then(|rest| rest.split(' ').next());
    match (row.kind.as_str(), package) {
        ("software_install" | "choco", Some(name)) => json!({
            "name": name, "output": row.output, "installed": row.status == "passed",
        }),
        ("agent_update", _) => {
            // In the words with which it was stored.
            let words: Vec<&str> = row.command.split(' ').collect();
            let word = |index: usize| words.get(index).copied().unwrap_or_default();
            json!({ "url": word(5), "version": word(3) })
        }
        ("schedreboot", _) => {
            json!({ "taskname": reboot_name(row.id), "time": row.expires })
        }
        _ => json!({}),
    }
}

fn word(words: &[(&str, &[&str])], stored: &str, otherwise: &str) -> String {
    let found = words.iter().find(|(_, behind)| behind.contains(&stored));
    found.map_or(otherwise, |(word, _)| word).to_owned()
}

fn description(kind: &str, script: &str, command: &str) -> String {
    const LONGEST: usize = 100;
    if !script.is_empty() {
        return format!("run the script {script}");
    }
    let line: String = command.lines().next().unwrap_or_default().chars().take(LONGEST).collect();
    match kind {
        "cmd_run" => format!("run the command {line}"),
        _ if line.is_empty() => kind.replace('_', " "),
        _ => line,
    }
}
