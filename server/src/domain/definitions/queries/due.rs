//! Marking agents whose definitions must be rebuilt.

use sea_orm::{ConnectionTrait, DbErr};

use crate::domain::fleet::AffectedAgents;
use crate::storage::sql;

/// Marks the agents that match a condition on `agents a`, `sites s`, `clients
/// c` and `core_settings g`; returns how many.
async fn mark(write: &impl ConnectionTrait, condition: &str) -> Result<u64, DbErr> {
    // In order, so that two concurrent changes never wait for each other both
    // at once. SQLite needs the `where` before `on conflict` anyway.
    let text = format!(
        "insert into agent_definitions (agent_id, wanted)
         select a.id, 1
           from present_agents a
           join sites s on s.id = a.site_id
           join clients c on c.id = s.client_id
           cross join core_settings g
          where {condition}
          order by a.id
         on conflict (agent_id) do update set wanted = agent_definitions.wanted + 1"
    );
    sql::execute(write, &text, []).await
}

/// Marks the agents there.
pub async fn mark_affected(
    write: &impl ConnectionTrait,
    touched: &AffectedAgents,
) -> Result<u64, DbErr> {
    let everything = if touched.everything { "1 = 1" } else { "1 = 0" };
    let condition = format!(
        "({everything} or s.client_id in ({}) or s.id in ({}) or a.id in ({}))",
        sql::list(&touched.clients),
        sql::list(&touched.sites),
        sql::list(&touched.agents)
    );
    mark(write, &condition).await
}

/// Does the same, if values of theirs are inserted into any task at all.
pub async fn mark_if_values_count(
    write: &impl ConnectionTrait,
    touched: &AffectedAgents,
) -> Result<u64, DbErr> {
    let counts: Option<i64> =
        sql::value(write, "select id from tasks where has_placeholders limit 1", []).await?;
    match counts {
        Some(_) => mark_affected(write, touched).await,
        None => Ok(0),
    }
}

/// Marks the agents that these tasks may reach: their owners, and the agents to
/// which a policy that owns one is assigned.
pub async fn mark_holders(write: &impl ConnectionTrait, tasks: &str) -> Result<u64, DbErr> {
    let policies = format!("(select t.policy_id from tasks t where not t.deleted and {tasks})");
    let kind = |kind: &str| {
        format!(
            "(a.monitoring_type = '{kind}' and (s.{kind}_policy in {policies}
              or c.{kind}_policy in {policies} or g.{kind}_policy in {policies}))"
        )
    };
    let condition = format!(
        "(a.id in (select t.agent_id from tasks t where not t.deleted and {tasks})
          or a.policy in {policies} or {} or {})",
        kind("server"),
        kind("workstation")
    );
    mark(write, &condition).await
}

/// For [`mark_holders`]: tasks that run one of these scripts.
pub fn running_scripts(scripts: &[i64]) -> String {
    let list = sql::list(scripts);
    format!("t.id in (select u.task_id from task_scripts u where u.script_id in ({list}))")
}

/// For [`mark_holders`]: tasks that run a script with a change that waits for a
/// second person.
pub const RUNNING_UNAPPROVED: &str = "t.id in (select u.task_id
          from task_scripts u join scripts x on x.id = u.script_id
         where x.unapproved_since is not null)";

/// For [`mark_holders`]: tasks into which values of the key store are inserted, or
/// that have the mask of a value of their script, where one may be inserted.
pub const USING_KEY_STORE: &str = "t.has_placeholders
    and (t.actions like '%global.%' or t.actions like '%=********%')";
