//! The tasks that agents have, and how far each is in step.

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult, Value};

use crate::ids::AgentKey;
use crate::storage::sql;

/// A task of an agent, as it is stored.
#[derive(Clone, Debug, FromQueryResult)]
pub struct TaskRow {
    pub agent: AgentKey,
    pub task: i64,
    pub sync_status: String,
    pub version: String,
    pub problem: String,
}

/// A task as an agent should have it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WantedTask {
    pub agent: AgentKey,
    pub task: i64,
    pub version: String,
    pub problem: String,
}

impl TaskRow {
    /// Whether nothing must be written.
    pub fn matches(&self, wanted: &WantedTask) -> bool {
        self.version == wanted.version
            && self.problem == wanted.problem
            && self.sync_status != "pendingdeletion"
    }
}

/// The tasks of these agents.
pub async fn list_task_rows(
    db: &impl ConnectionTrait,
    agents: &[AgentKey],
) -> Result<Vec<TaskRow>, DbErr> {
    let text = format!(
        "select agent_id as agent, task_id as task, sync_status, version, problem
           from task_results where agent_id in ({}) order by agent_id, task_id",
        sql::list(agents)
    );
    sql::all(db, &text, []).await
}

/// Keys per statement, which are written into its text.
pub(super) const CHUNK: usize = 2000;

fn values(wanted: &[WantedTask]) -> impl Iterator<Item = Value> {
    wanted.iter().flat_map(|WantedTask { agent, task, version, problem }| {
        [(*agent).into(), (*task).into(), version.as_str().into(), problem.as_str().into()]
    })
}

/// Records tasks that agents did not have, except those deleted meanwhile.
pub async fn insert_wanted(
    write: &impl ConnectionTrait,
    wanted: &[WantedTask],
) -> Result<(), DbErr> {
    for chunk in sql::even_chunks(wanted) {
        let text = format!(
            "with v (agent_id, task_id, version, problem) as (values {})
             insert into task_results (agent_id, task_id, version, problem)
             select v.agent_id, v.task_id, v.version, v.problem
               from v join present_agents a on a.id = v.agent_id join tasks t on t.id = v.task_id
              where not t.deleted
              order by v.agent_id, v.task_id
             on conflict (agent_id, task_id) do nothing",
            sql::rows(4, chunk.len())
        );
        sql::execute(write, &text, values(chunk)).await?;
    }
    Ok(())
}

/// Records another state of tasks that agents have.
pub async fn update_wanted(
    write: &impl ConnectionTrait,
    wanted: &[WantedTask],
) -> Result<(), DbErr> {
    for chunk in sql::even_chunks(wanted) {
        let text = format!(
            "with v (agent_id, task_id, version, problem) as (values {})
             update task_results
                set version = v.version, problem = v.problem,
                    sync_status = case when sync_status = 'initial' then 'initial'
                                       else 'notsynced' end
               from v
              where task_results.agent_id = v.agent_id and task_results.task_id = v.task_id",
            sql::rows(4, chunk.len())
        );
        sql::execute(write, &text, values(chunk)).await?;
    }
    Ok(())
}

/// Marks tasks that every agent must forget.
pub async fn mark_tasks_leaving(write: &impl ConnectionTrait, tasks: &[i64]) -> Result<(), DbErr> {
    let text = format!(
        "update task_results set sync_status = 'pendingdeletion' where task_id in ({})",
        sql::list(tasks)
    );
    sql::execute(write, &text, []).await.map(|_| ())
}

/// Records that agents should delete tasks.
pub async fn mark_leaving(
    write: &impl ConnectionTrait,
    gone: &[(AgentKey, i64)],
) -> Result<(), DbErr> {
    for chunk in gone.chunks(CHUNK) {
        let pairs: Vec<String> =
            chunk.iter().map(|(agent, task)| format!("({agent}, {task})")).collect();
        let text = format!(
            "with v (agent_id, task_id) as (values {})
             update task_results set sync_status = 'pendingdeletion'
               from v
              where task_results.agent_id = v.agent_id and task_results.task_id = v.task_id",
            pairs.join(", ")
        );
        sql::execute(write, &text, []).await?;
    }
    Ok(())
}
