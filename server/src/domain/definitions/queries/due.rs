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

/// Does the same, if values of theirs are inserted into any task or check at all.
pub async fn mark_if_values_count(
    write: &impl ConnectionTrait,
    touched: &AffectedAgents,
) -> Result<u64, DbErr> {
    let text = "select id from tasks where has_placeholders
                union all select id from checks where has_placeholders limit 1";
    let counts: Option<i64> = sql::value(write, text, []).await?;
    match counts {
        Some(_) => mark_affected(write, touched).await,
        None => Ok(0),
    }
}

/// Conditions on `tasks t` and on `checks k`.
pub struct Holders {
    pub tasks: String,
    pub checks: String,
}

/// Marks the agents that these tasks and checks may reach: their owners, and the
/// agents to which a policy that owns one is assigned.
pub async fn mark_holders(write: &impl ConnectionTrait, holders: &Holders) -> Result<u64, DbErr> {
    let Holders { tasks, checks } = holders;
    let owners = |column: &str| {
        format!(
            "(select t.{column} from tasks t where not t.deleted and {tasks}
              union select k.{column} from checks k where {checks})"
        )
    };
    let (agents, policies) = (owners("agent_id"), owners("policy_id"));
    let kind = |kind: &str| {
        format!(
            "(a.monitoring_type = '{kind}' and (s.{kind}_policy in {policies}
              or c.{kind}_policy in {policies} or g.{kind}_policy in {policies}))"
        )
    };
    let condition = format!(
        "(a.id in {agents} or a.policy in {policies} or {} or {})",
        kind("server"),
        kind("workstation")
    );
    mark(write, &condition).await
}

/// What runs one of these scripts.
pub fn running_scripts(scripts: &[i64]) -> Holders {
    let list = sql::list(scripts);
    Holders {
        tasks: format!(
            "t.id in (select u.task_id from task_scripts u where u.script_id in ({list}))"
        ),
        checks: format!("k.script_id in ({list})"),
    }
}

/// What runs a script with a change that waits for a second person.
pub fn running_unapproved() -> Holders {
    let tasks = "t.id in (select u.task_id
          from task_scripts u join scripts x on x.id = u.script_id
         where x.unapproved_since is not null)";
    let checks = "k.script_id in (select x.id from scripts x where x.unapproved_since is not null)";
    Holders { tasks: tasks.to_owned(), checks: checks.to_owned() }
}

/// That into which values of the key store are inserted, or that has the mask of a
/// value of its script, where one may be inserted.
pub fn using_key_store() -> Holders {
    let condition = |of: &str, column: &str| {
        format!(
            "{of}.has_placeholders
             and ({of}.{column} like '%global.%' or {of}.{column} like '%=********%')"
        )
    };
    Holders { tasks: condition("t", "actions"), checks: condition("k", "settings") }
}
