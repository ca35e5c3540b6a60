//! Owners of tasks, and what tasks refer to.

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult, Value};

use crate::auth::Scope;
use crate::domain::fleet::{Target, target_columns};
use crate::ids::{AgentId, AgentKey};
use crate::storage::sql;

/// An agent that will own a task, and the time zone it reports.
#[derive(Clone, Debug, FromQueryResult)]
pub struct AgentOwner {
    #[sea_orm(nested)]
    pub target: Target,
    pub agent_time_zone: String,
}

/// Names an agent.
pub enum AgentReference<'a> {
    /// By its identifier.
    Id(&'a AgentId),
    /// By its key.
    Key(AgentKey),
}

/// An agent in scope.
pub async fn find_agent(
    db: &impl ConnectionTrait,
    scope: &Scope,
    agent: AgentReference<'_>,
) -> Result<Option<AgentOwner>, DbErr> {
    let (column, value): (_, Value) = match agent {
        AgentReference::Id(agent_id) => ("agent_id", agent_id.into()),
        AgentReference::Key(key) => ("id", key.into()),
    };
    let text = format!(
        "select {}, a.agent_time_zone from present_agents a join sites s on s.id = a.site_id
          where a.{column} = $1 and {}",
        target_columns(),
        scope.site_condition("s.client_id", "s.id")
    );
    sql::one(db, &text, [value]).await
}

/// A task that refers to something.
#[derive(Debug, FromQueryResult)]
pub struct ReferringTask {
    pub id: i64,
    pub name: String,
}

/// Whether `tasks t` has an owner that was not removed.
const HAS_OWNER: &str = "(t.agent_id is null or t.agent_id in (select a.id from present_agents a))";

/// Tasks that run a script, by name; also those of removed agents.
pub async fn list_running_script(
    db: &impl ConnectionTrait,
    script: i64,
) -> Result<Vec<ReferringTask>, DbErr> {
    list_with_script(db, script, "(1 = 1)").await
}

/// Tasks that run a script, by name.
pub async fn list_script_users(
    db: &impl ConnectionTrait,
    script: i64,
) -> Result<Vec<ReferringTask>, DbErr> {
    list_with_script(db, script, HAS_OWNER).await
}

async fn list_with_script(
    db: &impl ConnectionTrait,
    script: i64,
    condition: &str,
) -> Result<Vec<ReferringTask>, DbErr> {
    let text = format!(
        "select t.id, t.name
           from tasks t join task_scripts u on u.task_id = t.id
          where u.script_id = $1 and not t.deleted and {condition}
          order by lower(t.name), t.id"
    );
    sql::all(db, &text, [script.into()]).await
}

/// Tasks that fill a custom field, by name.
pub async fn list_collectors(
    db: &impl ConnectionTrait,
    field: i64,
) -> Result<Vec<ReferringTask>, DbErr> {
    let text = format!(
        "select t.id, t.name from tasks t
          where t.custom_field = $1 and not t.deleted and {HAS_OWNER}
          order by lower(t.name), t.id"
    );
    sql::all(db, &text, [field.into()]).await
}

/// A site where the task of a policy or an agent acts.
#[derive(Debug, FromQueryResult)]
pub struct TaskSite {
    pub task: i64,
    pub client_id: i64,
    pub site_id: i64,
}

/// Where tasks act: the sites of the agents that have a result of them, or
/// own them.
pub async fn list_task_sites(
    db: &impl ConnectionTrait,
    tasks: &[i64],
) -> Result<Vec<TaskSite>, DbErr> {
    let list = sql::list(tasks);
    let text = format!(
        "select distinct x.task, s.client_id, s.id as site_id
           from (select task_id as task, agent_id from task_results where task_id in ({list})
                 union
                 select id as task, agent_id from tasks where id in ({list}) and agent_id is not null) x
           join present_agents a on a.id = x.agent_id
           join sites s on s.id = a.site_id
          order by x.task, s.client_id, s.id"
    );
    sql::all(db, &text, []).await
}
