//! Tasks that start when a check fails: a job starts them, above the domain.

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::app::App;
use crate::domain::runs::new_run_id;
use crate::ids::{AgentKey, RunId};
use crate::jobs::NewJob;
use crate::storage::sql;

/// Kind of the jobs that start tasks. Payload: [`FailureTasks`].
pub const FAILURE_TASKS_KIND: &str = "check_failure_tasks";

/// The payload of a job.
#[derive(Debug, Serialize, Deserialize)]
pub struct FailureTasks {
    pub starts: Vec<FailureTask>,
}

/// A task to be started on an agent.
#[derive(Debug, Serialize, Deserialize)]
pub struct FailureTask {
    pub agent: AgentKey,
    pub task: i64,
    /// Names the run: a job that is done again does not start it again.
    pub run_id: RunId,
}

#[derive(FromQueryResult)]
struct AssignedTask {
    agent: AgentKey,
    task: i64,
}

/// Has the tasks started that belong to failing checks on agents. Returns whether
/// there are any. Whether one still runs, and whether its agent is in maintenance,
/// is decided when it starts.
pub async fn enqueue(
    app: &App,
    write: &impl ConnectionTrait,
    failures: &[(AgentKey, i64)],
) -> Result<bool, DbErr> {
    let mut starts: Vec<FailureTask> = Vec::new();
    for chunk in sql::even_chunks(failures) {
        let text = format!(
            "with v (agent_id, check_id) as (values {})
             select v.agent_id as agent, t.id as task
               from v join tasks t on t.assigned_check = v.check_id
              where t.task_type = 'checkfailure' and t.enabled and not t.deleted
              order by v.agent_id, t.id",
            sql::rows(2, chunk.len())
        );
        let values = chunk.iter().flat_map(|(agent, check)| [(*agent).into(), (*check).into()]);
        let found: Vec<AssignedTask> = sql::all(write, &text, values).await?;
        starts.extend(found.into_iter().map(|AssignedTask { agent, task }| FailureTask {
            agent,
            task,
            run_id: new_run_id(),
        }));
    }
    if starts.is_empty() {
        return Ok(false);
    }
    let payload = json!(FailureTasks { starts });
    app.jobs.enqueue(write, NewJob::now(FAILURE_TASKS_KIND, payload)).await?;
    Ok(true)
}
