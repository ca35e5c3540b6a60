//! Owners of checks, and checks that refer to scripts.

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult, Value};

use crate::auth::Scope;
use crate::domain::fleet::{Target, target_columns};
use crate::ids::{AgentId, AgentKey};
use crate::storage::sql;

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
) -> Result<Option<Target>, DbErr> {
    let (column, value): (_, Value) = match agent {
        AgentReference::Id(agent_id) => ("agent_id", agent_id.into()),
        AgentReference::Key(key) => ("id", key.into()),
    };
    let text = format!(
        "select {} from present_agents a join sites s on s.id = a.site_id
          where a.{column} = $1 and {}",
        target_columns(),
        scope.site_condition("s.client_id", "s.id")
    );
    sql::one(db, &text, [value]).await
}

/// Keys of the checks that run a script; of removed agents only if asked for.
pub async fn list_running_script(
    db: &impl ConnectionTrait,
    script: i64,
    with_removed: bool,
) -> Result<Vec<i64>, DbErr> {
    let owned = match with_removed {
        true => "1 = 1",
        false => "(k.agent_id is null or k.agent_id in (select a.id from present_agents a))",
    };
    let text =
        format!("select k.id from checks k where k.script_id = $1 and {owned} order by k.id");
    sql::values(db, &text, [script.into()]).await
}

/// A site where a check acts.
#[derive(Debug, FromQueryResult)]
pub struct CheckSite {
    pub check_id: i64,
    pub client_id: i64,
    pub site_id: i64,
}

/// Where checks act: the sites of the agents that have a result of them, or own
/// them.
pub async fn list_check_sites(
    db: &impl ConnectionTrait,
    checks: &[i64],
) -> Result<Vec<CheckSite>, DbErr> {
    let list = sql::list(checks);
    let text = format!(
        "select distinct x.check_id, s.client_id, s.id as site_id
           from (select check_id, agent_id from check_results where check_id in ({list})
                 union
                 select id, agent_id from checks where id in ({list}) and agent_id is not null) x
           join present_agents a on a.id = x.agent_id
           join sites s on s.id = a.site_id
          order by x.check_id, s.client_id, s.id"
    );
    sql::all(db, &text, []).await
}
