//! A run as the API shows it.

use std::collections::HashMap;

use serde::Serialize;
use utoipa::ToSchema;

use super::action_result::ActionResult;
use super::queries::{self, RunRow};
use crate::app::App;
use crate::domain::runs::answer::text;
use crate::domain::runs::queries::{self as stored, StoredOutput};
use crate::domain::runs::{RunKind, RunStatus};
use crate::error::ApiError;
use crate::ids::RunKey;
use crate::text::whole_characters;
use crate::time::Timestamp;

/// Bytes of each stream that a list shows.
const SHOWN_IN_LISTS: usize = 4096;

/// Something an agent was asked to do, and what came of it.
#[derive(Serialize, ToSchema)]
pub struct Run {
    /// Key of the run, the same as the header `X-Run-Id`.
    #[schema(value_type = i64)]
    pub id: RunKey,
    /// Key of the agent.
    pub agent: i64,
    /// Identifier of the agent.
    pub agent_id: String,
    /// Host name of the agent.
    pub hostname: String,
    /// The bulk action it belongs to.
    pub bulk: Option<i64>,
    /// When it was asked for.
    #[schema(value_type = String, format = DateTime)]
    pub time: Timestamp,
    /// `cmd_run`, `script_run`, ….
    #[serde(rename = "type")]
    #[schema(value_type = String, extensions(("x-enum-values" = json!(RunKind::NAMES))))]
    pub kind: RunKind,
    /// `queued`, `running`, `passed`, `failed`, `timed_out`, `cancelled` or `expired`.
    #[schema(value_type = String, extensions(("x-enum-values" = json!(RunStatus::NAMES))))]
    pub status: RunStatus,
    /// Who asked for it.
    pub username: String,
    /// The command, or a text in place of code that is not kept.
    pub command: String,
    /// What ran it.
    pub shell: String,
    /// Key of the script.
    pub script: Option<i64>,
    /// The script's name at the time.
    pub script_name: String,
    /// Which version of the script ran; null for what is no script of the
    /// library.
    pub script_version: Option<i64>,
    /// The task it belongs to.
    pub task: Option<i64>,
    /// Output of anything but a script, stdout followed by stderr. In lists
    /// the first 4096 bytes of each.
    pub results: String,
    /// Output of a script that has ended.
    pub script_results: Option<ScriptResults>,
    /// Return code: 98 when it ran out of time, 97 when it was cancelled.
    pub retcode: Option<i64>,
    /// Seconds it ran.
    pub execution_time: Option<f64>,
    /// What came of each action of a task.
    pub actions: Vec<ActionResult>,
    /// Whether output was cut at the limit.
    pub truncated: bool,
    /// Why it did not run to its end; empty when it did.
    pub problem: String,
    /// Its time limit in seconds.
    pub timeout: i64,
    /// The custom field that received its output.
    pub custom_field: Option<i64>,
    /// Whether that was all output, and not the last line.
    pub collector_all_output: bool,
    /// Whether its output became a note.
    pub save_to_agent_note: bool,
    /// When the agent began.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub started: Option<Timestamp>,
    /// When it was over.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub finished: Option<Timestamp>,
    /// Until when it waits for its agent.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub expires: Option<Timestamp>,
    /// Whether the server ran it in the agent's place.
    pub run_on_server: bool,
}

/// What a script printed and how it ended.
#[derive(Serialize, ToSchema)]
pub struct ScriptResults {
    /// Key of the run.
    #[schema(value_type = i64)]
    pub id: RunKey,
    /// Standard output. In lists the first 4096 bytes.
    pub stdout: String,
    /// Standard error. In lists the first 4096 bytes.
    pub stderr: String,
    /// Return code.
    pub retcode: Option<i64>,
    /// Seconds it ran.
    pub execution_time: Option<f64>,
}

impl Run {
    /// A run with all of its output.
    pub async fn whole(app: &App, row: RunRow) -> Result<Self, ApiError> {
        let db = app.db.read();
        let stdout = stored::read_output(db, row.id, "stdout").await?;
        let stderr = stored::read_output(db, row.id, "stderr").await?;
        Ok(Self::of(row, stdout, stderr, text))
    }

    /// Runs of a list, with the beginning of their output.
    pub async fn listed(app: &App, rows: Vec<RunRow>) -> Result<Vec<Self>, ApiError> {
        let ids: Vec<RunKey> = rows.iter().map(|row| row.id).collect();
        let mut outputs = stored::list_beginnings(app.db.read(), &ids, SHOWN_IN_LISTS).await?;
        let run = |row: RunRow| {
            let StoredOutput { stdout, stderr } = outputs.remove(&row.id).unwrap_or_default();
            Self::of(row, stdout, stderr, beginning)
        };
        Ok(rows.into_iter().map(run).collect())
    }

    fn of(row: RunRow, stdout: Vec<u8>, stderr: Vec<u8>, text: fn(Vec<u8>) -> String) -> Self {
        let actions = ActionResult::list(&row.actions, &stdout, &stderr);
        let (stdout, stderr) = (text(stdout), text(stderr));
        let is_finished = row.status.is_finished();
        let is_script = row.kind == RunKind::Script;
        let (results, script_results) = match (is_script, is_finished) {
            (false, _) => (stdout + &stderr, None),
            (true, false) => (String::new(), None),
            (true, true) => {
                let (retcode, execution_time) = (row.retcode, row.execution_time);
                let id = row.id;
                let results = ScriptResults { id, stdout, stderr, retcode, execution_time };
                (String::new(), Some(results))
            }
        };
        Self {
            results,
            script_results,
            id: row.id,
            agent: row.agent.into(),
            agent_id: row.agent_id.into(),
            hostname: row.hostname,
            bulk: row.bulk_id,
            time: row.time,
            kind: row.kind,
            status: row.status,
            username: row.username,
            command: row.command,
            shell: row.shell,
            script: row.script_id,
            script_name: row.script_name,
            script_version: row.script_version,
            task: row.task_id,
            retcode: row.retcode,
            execution_time: row.execution_time,
            actions,
            truncated: row.truncated,
            problem: row.problem,
            timeout: row.timeout_seconds,
            custom_field: row.custom_field,
            collector_all_output: row.collector_all_output,
            save_to_agent_note: row.save_to_agent_note,
            started: row.started,
            finished: row.finished,
            expires: row.expires,
            run_on_server: !row.server.is_empty(),
        }
    }
}

/// The output of a run; the first 4096 bytes of each stream.
#[derive(Default)]
pub struct Streams {
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
}

/// The runs with these keys, with the beginning of their output.
pub async fn list_by_keys(
    app: &App,
    keys: &[RunKey],
) -> Result<HashMap<RunKey, (Run, Streams)>, ApiError> {
    let rows = queries::list_by_keys(app.db.read(), keys).await?;
    let mut outputs = stored::list_beginnings(app.db.read(), keys, SHOWN_IN_LISTS).await?;
    let run = |row: RunRow| {
        let StoredOutput { stdout, stderr } = outputs.remove(&row.id).unwrap_or_default();
        let streams =
            Streams { stdout: beginning(stdout.clone()), stderr: beginning(stderr.clone()) };
        (row.id, (Run::of(row, stdout, stderr, beginning), streams))
    };
    Ok(rows.into_iter().map(run).collect())
}

/// The output of runs by key; the first 4096 bytes of each stream.
pub async fn list_streams(app: &App, ids: &[RunKey]) -> Result<HashMap<RunKey, Streams>, ApiError> {
    let outputs = stored::list_beginnings(app.db.read(), ids, SHOWN_IN_LISTS).await?;
    let streams = |StoredOutput { stdout, stderr }| Streams {
        stdout: beginning(stdout),
        stderr: beginning(stderr),
    };
    Ok(outputs.into_iter().map(|(id, output)| (id, streams(output))).collect())
}

/// The output of runs, stdout followed by stderr; of each the first 4096 bytes.
pub async fn list_outputs(app: &App, ids: &[RunKey]) -> Result<HashMap<RunKey, String>, ApiError> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let outputs = stored::list_beginnings(app.db.read(), ids, SHOWN_IN_LISTS).await?;
    let joined = |StoredOutput { stdout, stderr }| beginning(stdout) + &beginning(stderr);
    Ok(outputs.into_iter().map(|(id, output)| (id, joined(output))).collect())
}

/// The cut may have split a character.
fn beginning(mut bytes: Vec<u8>) -> String {
    if bytes.len() == SHOWN_IN_LISTS {
        bytes.truncate(whole_characters(&bytes));
    }
    text(bytes)
}
