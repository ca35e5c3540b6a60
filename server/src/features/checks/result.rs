//! What a check found on one agent.

use sea_orm::FromQueryResult;
use serde::Serialize;
use serde_json::{Number, Value};
use utoipa::ToSchema;

use crate::time::Timestamp;

/// What a check found on one agent.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CheckResult {
    /// Key of the result.
    pub id: i64,
    /// Key of the agent.
    pub agent: i64,
    /// Identifier of the agent.
    pub agent_id: String,
    /// Key of the check.
    pub assigned_check: i64,
    /// `pending`, `passing` or `failing`.
    #[schema(extensions(("x-enum-values" = json!(["pending", "passing", "failing"]))))]
    pub status: String,
    /// `info`, `warning` or `error`; null while it does not fail.
    #[schema(extensions(("x-enum-values" = json!(["info", "warning", "error"]))))]
    pub alert_severity: Option<String>,
    /// What was found, in words.
    pub more_info: String,
    /// When it last ran.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub last_run: Option<Timestamp>,
    /// Failing results in a row.
    pub fail_count: i64,
    /// `{"log": […]}` of an event log check.
    #[schema(value_type = Object)]
    pub extra_details: Value,
    /// Standard output of a script.
    pub stdout: String,
    /// Standard error of a script.
    pub stderr: String,
    /// Return code of a script.
    pub retcode: Option<i64>,
    /// Seconds that it took.
    pub execution_time: Option<f64>,
    /// The newest values, at most 15, the newest last.
    #[schema(value_type = Vec<f64>)]
    pub history: Vec<Number>,
    /// Why the agent cannot be given the check; empty when it can.
    pub problem: String,
}

/// A result as it is read from the database.
#[derive(Debug, FromQueryResult)]
pub struct ResultRow {
    id: i64,
    agent: i64,
    agent_id: String,
    assigned_check: i64,
    status: String,
    alert_severity: Option<String>,
    more_info: String,
    last_run: Option<Timestamp>,
    fail_count: i64,
    extra_details: String,
    stdout: String,
    stderr: String,
    retcode: Option<i64>,
    execution_time: Option<f64>,
    samples: String,
    problem: String,
}

impl From<ResultRow> for CheckResult {
    fn from(row: ResultRow) -> Self {
        let empty = || Value::Object(serde_json::Map::new());
        Self {
            id: row.id,
            agent: row.agent,
            agent_id: row.agent_id,
            assigned_check: row.assigned_check,
            status: row.status,
            alert_severity: row.alert_severity,
            more_info: row.more_info,
            last_run: row.last_run,
            fail_count: row.fail_count,
            // Written by the server: what cannot be parsed is shown as nothing.
            extra_details: serde_json::from_str(&row.extra_details).unwrap_or_else(|_| empty()),
            stdout: row.stdout,
            stderr: row.stderr,
            retcode: row.retcode,
            execution_time: row.execution_time,
            history: serde_json::from_str(&row.samples).unwrap_or_default(),
            problem: row.problem,
        }
    }
}

/// A result, or `{}` where there is none.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(untagged)]
#[schema(as = CheckResultOrNone)]
pub enum ResultOrNone {
    /// There is one.
    Result(Box<CheckResult>),
    /// There is none.
    None {},
}

impl From<Option<CheckResult>> for ResultOrNone {
    fn from(result: Option<CheckResult>) -> Self {
        result.map_or(Self::None {}, |result| Self::Result(Box::new(result)))
    }
}

/// What a check found on one agent, and which agent that is.
#[derive(Debug, Serialize, ToSchema)]
pub struct CheckStatus {
    #[serde(flatten)]
    pub result: CheckResult,
    /// Host name of the agent.
    pub hostname: String,
    /// Name of the agent's client.
    pub client: String,
    /// Name of the agent's site.
    pub site: String,
}
