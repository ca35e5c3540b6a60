//! What became of a task on one agent.

use sea_orm::FromQueryResult;
use serde::Serialize;
use utoipa::ToSchema;

use crate::time::Timestamp;

/// What became of a task on one agent.
#[derive(Clone, Debug, Serialize, ToSchema, FromQueryResult)]
pub struct TaskResult {
    /// Key of the result.
    pub id: i64,
    /// Key of the agent.
    pub agent: i64,
    /// Key of the task.
    pub task: i64,
    /// `pending`, `passing` or `failing`.
    #[schema(extensions(("x-enum-values" = json!(["pending", "passing", "failing"]))))]
    pub status: String,
    /// Whether the agent has it as it is: `initial`, `synced`, `notsynced` or
    /// `pendingdeletion`.
    #[schema(extensions(("x-enum-values" = json!(["initial", "synced", "notsynced", "pendingdeletion"]))))]
    pub sync_status: String,
    /// `running`, `completed`, or null if it never ran.
    #[schema(extensions(("x-enum-values" = json!(["running", "completed"]))))]
    pub run_status: Option<String>,
    /// When it last began.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub last_run: Option<Timestamp>,
    /// The first return code that is not 0, else 0.
    pub retcode: Option<i64>,
    /// Seconds it ran.
    pub execution_time: Option<f64>,
    /// The first 65536 bytes of standard output; its run has all.
    pub stdout: String,
    /// The first 65536 bytes of standard error; its run has all.
    pub stderr: String,
    /// Null: nothing keeps others from the result.
    #[schema(value_type = Option<String>, format = DateTime)]
    #[sea_orm(skip)]
    pub locked_at: Option<Timestamp>,
    /// Why the agent cannot be given the task; empty when it can.
    pub problem: String,
}

/// A result, or `{}` where there is none.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum ResultOrNone {
    /// There is one.
    Result(Box<TaskResult>),
    /// There is none.
    None {},
}

impl From<Option<TaskResult>> for ResultOrNone {
    fn from(result: Option<TaskResult>) -> Self {
        result.map_or(Self::None {}, |result| Self::Result(Box::new(result)))
    }
}
