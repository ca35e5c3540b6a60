//! A run that is about to be stored.

use std::collections::HashMap;

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult, Value};
use serde::{Deserialize, Serialize};

use super::order_body::seal_body;
use crate::auth::Vault;
use crate::domain::runs::kind::RunKind;
use crate::domain::runs::status::RunStatus;
use crate::ids::{AgentKey, RunId, RunKey};
use crate::storage::sql;
use crate::time::{self, Timestamp};

/// What is stored of a run, or of many that are alike.
pub struct NewRun<'a> {
    pub kind: RunKind,
    /// Who requested it.
    pub username: &'a str,
    /// Who requested it, by key.
    pub user_id: i64,
    /// The API key it was requested with, if it was one.
    pub api_key: Option<i64>,
    /// What was requested, as text for people.
    pub command: &'a str,
    /// In which shell.
    pub shell: &'a str,
    /// The library script, if it is one.
    pub script: Option<i64>,
    /// The script's name.
    pub script_name: &'a str,
    /// Which version of the script it is.
    pub script_version: Option<i64>,
    /// Which order it is.
    pub order_name: &'a str,
    /// The order's own fields, encoded.
    pub order_body: &'a [u8],
    /// The order's time limit.
    pub timeout_seconds: i64,
    /// Until when it may wait for its agent; none if it must run now.
    pub expires: Option<Timestamp>,
    /// What is done with its output.
    pub keep: &'a Keep,
    /// The server that runs it instead of the agent; empty if the agent does.
    pub server: &'a str,
    /// The request for it, sealed; none if it cannot be repeated.
    pub sealed_request: Option<&'a [u8]>,
}

/// What is done with the output of a run that has ended.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Keep {
    /// The custom field that receives it.
    pub custom_field: Option<i64>,
    /// All of it instead of the last line.
    pub all_output: bool,
    /// Whether it becomes a note on the agent.
    pub note: bool,
    /// Who gets it by mail.
    pub mail_to: Vec<String>,
    /// The task that it is a result of.
    #[serde(default)]
    pub task: Option<i64>,
}

/// The row of a run whose order is about to be sent, in the order of
/// [`COLUMNS`].
pub struct RunRow {
    run_id: RunId,
    values: [Value; COLUMN_COUNT],
}

const COLUMN_COUNT: usize = 24;
const COLUMNS: &str = "run_id, agent_id, type, status, username, user_id, time, command, shell,
    script_id, script_name, order_name, order_body, timeout_seconds, expires, custom_field,
    collector_all_output, save_to_agent_note, mail_to, task_id, server, sealed_request,
    api_key, script_version";

impl RunRow {
    pub fn new(vault: &Vault, agent: AgentKey, run_id: &RunId, run: &NewRun<'_>) -> Self {
        let values = [
            run_id.into(),
            agent.into(),
            run.kind.into(),
            RunStatus::Queued.into(),
            run.username.into(),
            run.user_id.into(),
            Timestamp::now().into(),
            run.command.into(),
            run.shell.into(),
            run.script.into(),
            run.script_name.into(),
            run.order_name.into(),
            seal_body(vault, run.order_body).into(),
            run.timeout_seconds.into(),
            time::optional(run.expires),
            run.keep.custom_field.into(),
            run.keep.all_output.into(),
            run.keep.note.into(),
            serde_json::json!(run.keep.mail_to).to_string().into(),
            run.keep.task.into(),
            run.server.into(),
            run.sealed_request.map(<[u8]>::to_vec).into(),
            run.api_key.into(),
            run.script_version.into(),
        ];
        Self { run_id: run_id.clone(), values }
    }
}

/// Stores a run whose order is about to be sent, and returns its key.
pub async fn insert(
    write: &impl ConnectionTrait,
    vault: &Vault,
    agent: AgentKey,
    run_id: &RunId,
    run: &NewRun<'_>,
) -> Result<RunKey, DbErr> {
    let row = RunRow::new(vault, agent, run_id, run);
    let keys = insert_rows(write, &[&row]).await?;
    keys.first().copied().ok_or_else(not_returned)
}

/// Stores runs that have nothing in common, and returns their keys in the same
/// order.
pub async fn insert_rows(
    write: &impl ConnectionTrait,
    rows: &[&RunRow],
) -> Result<Vec<RunKey>, DbErr> {
    let mut keys = HashMap::with_capacity(rows.len());
    for rows in sql::even_chunks(rows) {
        let text = format!(
            "insert into runs ({COLUMNS}) values {} returning id, run_id",
            sql::rows(COLUMN_COUNT, rows.len())
        );
        let values = rows.iter().flat_map(|row| row.values.iter().cloned());
        // Engines may return the rows in any order.
        let inserted: Vec<InsertedRun> = sql::all(write, &text, values).await?;
        keys.extend(inserted.into_iter().map(|run| (run.run_id, run.id)));
    }
    rows.iter().map(|row| keys.get(&row.run_id).copied().ok_or_else(not_returned)).collect()
}

#[derive(FromQueryResult)]
struct InsertedRun {
    id: RunKey,
    run_id: RunId,
}

fn not_returned() -> DbErr {
    DbErr::RecordNotInserted
}
