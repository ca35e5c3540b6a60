//! The SQL of dependencies.

use sea_orm::{ConnectionTrait, DbBackend, DbErr};

use super::link::{Child, Link};
use crate::ids::AgentKey;
use crate::storage::sql;

const COLUMNS: &str = "d.child_agent_id, d.child_check_id, d.agent_id, d.check_id";

/// The longest chain. Where alerts are decided, a longer one would be cut off.
pub const MOST_STEPS: i64 = 16;

/// Whether anything depends on anything.
pub async fn is_any(db: &impl ConnectionTrait) -> Result<bool, DbErr> {
    let found: Option<i64> = sql::value(db, "select id from dependencies limit 1", []).await?;
    Ok(found.is_some())
}

/// Everything above and below these agents and checks, in one query.
///
/// From a check the way goes on to its agent, too: see [`super::forest()`].
pub async fn list_related(
    db: &impl ConnectionTrait,
    agents: &[AgentKey],
    checks: &[i64],
) -> Result<Vec<Link>, DbErr> {
    let (agents, checks) = (sql::list(agents), sql::list(checks));
    let text = format!(
        "with recursive up (id, step) as (
             select d.id, 1 from dependencies d
              where d.child_agent_id in ({agents}) or d.child_check_id in ({checks})
             union
             select d.id, u.step + 1 from up u join dependencies p on p.id = u.id
               join dependencies d
                 on d.child_agent_id = p.agent_id or d.child_check_id = p.check_id
              where u.step < {MOST_STEPS}
         ), down (id, step) as (
             select d.id, 1 from dependencies d
              where d.agent_id in ({agents}) or d.check_id in ({checks})
             union
             select d.id, w.step + 1 from down w join dependencies p on p.id = w.id
               join dependencies d
                 on d.agent_id = p.child_agent_id or d.check_id = p.child_check_id
              where w.step < {MOST_STEPS}
         )
         select {COLUMNS} from dependencies d
          where d.id in (select id from up union select id from down) order by d.id"
    );
    sql::all(db, &text, []).await
}

/// Everything above an agent and one of its checks, however far.
pub async fn list_above(
    db: &impl ConnectionTrait,
    agent: AgentKey,
    check: Option<i64>,
) -> Result<Vec<Link>, DbErr> {
    let text = format!(
        "with recursive up (id) as (
             select d.id from dependencies d where d.child_agent_id = $1 or d.child_check_id = $2
             union
             select d.id from up u join dependencies p on p.id = u.id
               join dependencies d
                 on d.child_agent_id = p.agent_id or d.child_check_id = p.check_id
         )
         select {COLUMNS} from dependencies d where d.id in (select id from up) order by d.id"
    );
    sql::all(db, &text, [agent.into(), check.unwrap_or(0).into()]).await
}

/// How many steps it is from a child down to the furthest that depends on it.
pub async fn steps_below(db: &impl ConnectionTrait, child: Child) -> Result<i64, DbErr> {
    let (agent, check) = keys(child);
    let text = format!(
        "with recursive down (id, step) as (
             select d.id, 1 from dependencies d where d.agent_id = $1 or d.check_id = $2
             union
             select d.id, w.step + 1 from down w join dependencies p on p.id = w.id
               join dependencies d
                 on d.agent_id = p.child_agent_id or d.check_id = p.child_check_id
              where w.step < {MOST_STEPS}
         )
         select cast(coalesce(max(step), 0) as bigint) from down"
    );
    sql::number(db, &text, [agent.into(), check.into()]).await
}

/// Nobody else changes dependencies until the transaction ends: two changes at once
/// could close a circle that neither of them sees.
pub async fn lock(write: &impl ConnectionTrait) -> Result<(), DbErr> {
    if write.get_database_backend() == DbBackend::Postgres {
        sql::execute(write, "lock table dependencies in share row exclusive mode", []).await?;
    }
    Ok(())
}

/// Stores what a child depends on, instead of what it depended on; none removes it.
pub async fn store_link(
    write: &impl ConnectionTrait,
    child: Child,
    link: Option<Link>,
) -> Result<(), DbErr> {
    let (agent, check) = keys(child);
    let text = "delete from dependencies where child_agent_id = $1 or child_check_id = $2";
    sql::execute(write, text, [agent.into(), check.into()]).await?;
    let Some(link) = link else { return Ok(()) };
    let text = "insert into dependencies (child_agent_id, child_check_id, agent_id, check_id)
                values ($1, $2, $3, $4)";
    let values = [
        link.child_agent_id.map(|agent| agent.0).into(),
        link.child_check_id.into(),
        link.agent_id.into(),
        link.check_id.into(),
    ];
    sql::execute(write, text, values).await.map(|_| ())
}

/// The agents on which a child fails now: alerts about it are to be decided again.
pub async fn list_failing_agents(
    db: &impl ConnectionTrait,
    child: Child,
) -> Result<Vec<AgentKey>, DbErr> {
    let (agent, check) = keys(child);
    let text = "select distinct agent_id from alert_causes
                 where (phase <> 'clear' or covered)
                   and ((kind = 'availability' and agent_id = $1)
                        or (kind = 'check' and check_id = $2))
                 order by agent_id";
    sql::values(db, text, [agent.into(), check.into()]).await
}

/// The key of an agent and that of a check; nothing has the key 0.
fn keys(child: Child) -> (i64, i64) {
    match child {
        Child::Agent(agent) => (agent.0, 0),
        Child::Check(check) => (0, check),
    }
}
