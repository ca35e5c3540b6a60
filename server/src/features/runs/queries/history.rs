//! Runs as the history shows them.

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult, Value};

use crate::auth::Scope;
use crate::domain::runs::{RunKind, RunStatus};
use crate::ids::{AgentId, AgentKey, RunKey};
use crate::listing::Page;
use crate::storage::sql;
use crate::time::Timestamp;

/// A run with everything but its output.
#[derive(Debug, FromQueryResult)]
pub struct RunRow {
    pub id: RunKey,
    pub agent: AgentKey,
    pub agent_id: AgentId,
    pub hostname: String,
    pub time: Timestamp,
    pub kind: RunKind,
    pub status: RunStatus,
    pub username: String,
    pub user_id: Option<i64>,
    pub api_key: Option<i64>,
    pub command: String,
    pub shell: String,
    pub script_id: Option<i64>,
    pub script_name: String,
    pub script_version: Option<i64>,
    pub timeout_seconds: i64,
    pub retcode: Option<i64>,
    pub execution_time: Option<f64>,
    pub truncated: bool,
    pub problem: String,
    pub custom_field: Option<i64>,
    pub collector_all_output: bool,
    pub save_to_agent_note: bool,
    pub started: Option<Timestamp>,
    pub finished: Option<Timestamp>,
    pub expires: Option<Timestamp>,
    pub bulk_id: Option<i64>,
    pub task_id: Option<i64>,
    pub actions: String,
    pub server: String,
}

const COLUMNS: &str = "r.id, r.agent_id as agent, a.agent_id, a.hostname, r.time, r.type as kind,
       r.status, r.username, r.user_id, r.api_key, r.command, r.shell, r.script_id,
       r.script_name, r.script_version, r.timeout_seconds, r.retcode, r.execution_time,
       r.truncated, r.problem, r.custom_field, r.collector_all_output, r.save_to_agent_note,
       r.started, r.finished, r.expires, r.bulk_id, r.task_id, r.actions, r.server";
const FROM: &str =
    "from runs r join present_agents a on a.id = r.agent_id join sites s on s.id = a.site_id";

/// Which runs, in which order, which page.
#[derive(Debug)]
pub struct Selection {
    /// Conditions on `runs r`, `agents a`, `sites s`.
    pub condition: String,
    /// The values of `$1` and the following.
    pub values: Vec<Value>,
    /// Columns to order by.
    pub order: String,
    pub page: Page,
}

/// One page of the matching runs.
pub async fn list_runs(
    db: &impl ConnectionTrait,
    selection: &Selection,
) -> Result<Vec<RunRow>, DbErr> {
    let Selection { condition, order, page, .. } = selection;
    let text = format!(
        "select {COLUMNS} {FROM} where {condition} order by {order} limit {} offset {}",
        page.size,
        page.offset()
    );
    sql::all(db, &text, selection.values.clone()).await
}

/// The number of matching runs.
pub async fn count_runs(db: &impl ConnectionTrait, selection: &Selection) -> Result<i64, DbErr> {
    let text = format!("select count(*) {FROM} where {}", selection.condition);
    sql::number(db, &text, selection.values.clone()).await
}

/// The runs with these keys, whatever their scope.
pub async fn list_by_keys(
    db: &impl ConnectionTrait,
    keys: &[RunKey],
) -> Result<Vec<RunRow>, DbErr> {
    let (among, keys) = sql::among(db, "r.id", 1, keys);
    sql::all(db, &format!("select {COLUMNS} {FROM} where {among}"), [keys]).await
}

/// One run in scope.
pub async fn find_in_history(
    db: &impl ConnectionTrait,
    scope: &Scope,
    id: RunKey,
) -> Result<Option<RunRow>, DbErr> {
    let scope = scope.site_condition("s.client_id", "s.id");
    let text = format!("select {COLUMNS} {FROM} where r.id = $1 and {scope}");
    sql::one(db, &text, [id.into()]).await
}
