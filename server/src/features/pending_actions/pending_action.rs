//! A pending action as the API shows it.

use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::queries::{CHOCO, Row, SCHEDULED_REBOOT};
use crate::domain::fleet::reboot_name;
use crate::domain::runs::RunKind;
use crate::ids::RunKey;
use crate::storage::TextEnum;
use crate::time::Timestamp;

/// Something that waits for an agent.
#[derive(Serialize, ToSchema)]
pub struct PendingAction {
    /// Key, the same as that of the run.
    #[schema(value_type = i64)]
    pub id: RunKey,
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
    #[schema(extensions(("x-enum-values" = json!(TYPES))))]
    pub action_type: String,
    /// `pending`, `completed`, `failed`, `cancelled` or `expired`.
    #[schema(extensions(("x-enum-values" = json!(names(STATES)))))]
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

/// Types of actions. Two differ from their runs by more than the kind: see
/// [`type_of`].
pub const TYPES: &[&str] = &[
    "runcmd",
    "runscript",
    "runpatchscan",
    "runpatchinstall",
    "pkginstall",
    "chocoinstall",
    "agentupdate",
    "schedreboot",
];

/// The type of an action, by the kind of its row.
fn type_of(kind: &str) -> &'static str {
    match kind {
        CHOCO => "chocoinstall",
        SCHEDULED_REBOOT => "schedreboot",
        _ => RunKind::from_name(kind).map_or("runcmd", RunKind::pending_name),
    }
}

/// The kinds of rows with this type.
pub fn kinds_of(wanted: &str) -> Vec<&'static str> {
    let all = RunKind::NAMES.iter().copied().chain([CHOCO, SCHEDULED_REBOOT]);
    all.filter(|kind| type_of(kind) == wanted).collect()
}

/// States of actions, and the corresponding states of runs.
pub const STATES: &[(&str, &[&str])] = &[
    ("pending", &["queued"]),
    ("completed", &["passed"]),
    ("failed", &["failed", "timed_out", "interrupted"]),
    ("cancelled", &["cancelled"]),
    ("expired", &["expired"]),
];

/// The names in the API.
pub fn names(list: &[(&'static str, &[&str])]) -> Vec<&'static str> {
    list.iter().map(|(word, _)| *word).collect()
}

impl From<Row> for PendingAction {
    fn from(row: Row) -> Self {
        let details = details(&row);
        Self {
            details,
            id: row.id,
            agent: row.agent.into(),
            agent_id: row.agent_id.into(),
            hostname: row.hostname,
            client: row.client,
            site: row.site,
            entry_time: row.time,
            action_type: type_of(&row.kind).to_owned(),
            // A running one is only listed if it is a scheduled reboot.
            status: match row.status.as_str() {
                "running" => "pending".to_owned(),
                status => name_for(STATES, status, "failed"),
            },
            run: Some(row.id.0),
            due: row.expires.filter(|_| row.kind == SCHEDULED_REBOOT),
            expires: row.expires,
            description: description(&row.kind, &row.script_name, &row.command),
        }
    }
}

/// Of an installation: what, its output, whether it succeeded.
fn details(row: &Row) -> Value {
    let package = row.command.strip_prefix("install ").and_then(|rest| rest.split(' ').next());
    match (row.kind.as_str(), package) {
        ("software_install" | CHOCO, Some(name)) => json!({
            "name": name, "output": row.output, "installed": row.status == "passed",
        }),
        ("agent_update", _) => {
            // In the format in which it was stored.
            let words: Vec<&str> = row.command.split(' ').collect();
            let word = |index: usize| words.get(index).copied().unwrap_or_default();
            json!({ "url": word(5), "version": word(3) })
        }
        (SCHEDULED_REBOOT, _) => {
            json!({ "taskname": reboot_name(row.id), "time": row.expires })
        }
        _ => json!({}),
    }
}

fn name_for(words: &[(&str, &[&str])], stored: &str, otherwise: &str) -> String {
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
