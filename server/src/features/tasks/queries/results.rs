//! Reading the results of tasks.

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};
use serde::Serialize;
use utoipa::ToSchema;

use super::super::result::TaskResult;
use crate::auth::Scope;
use crate::ids::AgentKey;
use crate::storage::sql;

const COLUMNS: &str = "r.id, r.agent_id as agent, r.task_id as task, r.status, r.sync_status,
        r.run_status, r.last_run, r.retcode, r.execution_time, r.stdout, r.stderr, r.problem";

/// The results of one agent.
pub async fn list_results_of_agent(
    db: &impl ConnectionTrait,
    agent: AgentKey,
) -> Result<Vec<TaskResult>, DbErr> {
    let text = format!("select {COLUMNS} from task_results r where r.agent_id = $1 order by r.id");
    sql::all(db, &text, [agent.into()]).await
}

/// The results of tasks that agents in scope own.
pub async fn list_results_of_owners(
    db: &impl ConnectionTrait,
    scope: &Scope,
) -> Result<Vec<TaskResult>, DbErr> {
    let text = format!(
        "select {COLUMNS}
           from task_results r
           join tasks t on t.id = r.task_id and t.agent_id = r.agent_id
           join present_agents a on a.id = r.agent_id join sites s on s.id = a.site_id
          where {}",
        scope.site_condition("s.client_id", "s.id")
    );
    sql::all(db, &text, []).await
}

/// The result of a task on the agent that owns it.
pub async fn find_result_of_owner(
    db: &impl ConnectionTrait,
    task: i64,
) -> Result<Option<TaskResult>, DbErr> {
    let text = format!(
        "select {COLUMNS}
           from task_results r join tasks t on t.id = r.task_id and t.agent_id = r.agent_id
          where r.task_id = $1"
    );
    sql::one(db, &text, [task.into()]).await
}

/// What became of a task on one agent, and which agent that is.
#[derive(Debug, Serialize, ToSchema, FromQueryResult)]
pub struct TaskStatus {
    #[serde(flatten)]
    #[sea_orm(nested)]
    pub result: TaskResult,
    /// Host name of the agent.
    pub hostname: String,
    /// Identifier of the agent.
    pub agent_id: String,
    /// Name of the agent's client.
    pub client: String,
    /// Name of the agent's site.
    pub site: String,
}

/// The result of a task on each agent in scope, by client, site and host.
pub async fn list_statuses(
    db: &impl ConnectionTrait,
    scope: &Scope,
    task: i64,
) -> Result<Vec<TaskStatus>, DbErr> {
    let text = format!(
        "select {COLUMNS}, a.hostname, a.agent_id, c.name as client, s.name as site
           from task_results r
           join present_agents a on a.id = r.agent_id
           join sites s on s.id = a.site_id
           join clients c on c.id = s.client_id
          where r.task_id = $1 and {}
          order by lower(c.name), lower(s.name), lower(a.hostname), a.id",
        scope.site_condition("s.client_id", "s.id")
    );
    sql::all(db, &text, [task.into()]).await
}

/// Those of these agents on which a task may be started by itself: it does not wait
/// or run there, and they are not in maintenance.
pub async fn list_ready_agents(
    db: &impl ConnectionTrait,
    task: i64,
    agents: &[AgentKey],
) -> Result<Vec<AgentKey>, DbErr> {
    let text = format!(
        "select a.id from present_agents a
          where a.id in ({}) and not a.maintenance_mode
            and not exists (select 1 from runs r
                             where r.agent_id = a.id and r.task_id = $1
                               and r.status in ('queued', 'running'))
          order by a.id",
        sql::list(agents)
    );
    let ids: Vec<i64> = sql::values(db, &text, [task.into()]).await?;
    Ok(ids.into_iter().map(AgentKey).collect())
}
