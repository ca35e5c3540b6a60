//! Which checks agents should run: a row of results for each.

use std::collections::{BTreeMap, HashMap};

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult, Value};

use super::counts::recount;
use crate::ids::AgentKey;
use crate::storage::sql;

/// A check as an agent should run it.
#[derive(Clone, Debug, PartialEq, Eq, FromQueryResult)]
pub struct WantedCheck {
    pub agent: AgentKey,
    pub check: i64,
    /// Names the definition; empty when the agent is not given it.
    pub version: String,
    /// Why the agent cannot be given it; empty when it can.
    pub problem: String,
}

/// Records that an agent should run a check.
pub async fn insert_result(
    write: &impl ConnectionTrait,
    agent: AgentKey,
    check: i64,
) -> Result<(), DbErr> {
    let text = "insert into check_results (agent_id, check_id) values ($1, $2)
                on conflict (agent_id, check_id) do nothing";
    sql::execute(write, text, [agent.into(), check.into()]).await?;
    recount(write, &[agent]).await.map(|_| ())
}

/// Stores which checks these agents should run, with a fixed number of statements:
/// new ones are pending, and the results of others are deleted.
pub async fn store_wanted(
    write: &impl ConnectionTrait,
    agents: &[AgentKey],
    wanted: Vec<WantedCheck>,
) -> Result<(), DbErr> {
    let (among, ids) = sql::among(write, "agent_id", 1, agents);
    let text = format!(
        "select agent_id as agent, check_id as \"check\", version, problem
           from check_results where {among}"
    );
    let stored: Vec<WantedCheck> = sql::all(write, &text, [ids]).await?;
    let Difference { new, changed, gone } = compare(stored, wanted);
    let mut counted: Vec<AgentKey> = new.iter().map(|row| row.agent).collect();
    counted.extend(gone.iter().map(|(agent, _)| *agent));
    counted.sort_unstable();
    counted.dedup();
    // Short statements: SQLite takes time for the square of their placeholders.
    for chunk in sql::even_chunks(&new) {
        insert(write, chunk).await?;
    }
    for chunk in sql::even_chunks(&changed) {
        update(write, chunk).await?;
    }
    for chunk in sql::even_chunks(&gone) {
        delete(write, chunk).await?;
    }
    recount(write, &counted).await.map(|_| ())
}

/// What must be written.
#[derive(Debug, Default, PartialEq, Eq)]
struct Difference {
    new: Vec<WantedCheck>,
    changed: Vec<WantedCheck>,
    gone: Vec<(AgentKey, i64)>,
}

fn compare(stored: Vec<WantedCheck>, wanted: Vec<WantedCheck>) -> Difference {
    let mut difference = Difference::default();
    let key = |row: WantedCheck| ((row.agent, row.check), row);
    let mut stored: HashMap<(AgentKey, i64), WantedCheck> = stored.into_iter().map(key).collect();
    let wanted: BTreeMap<(AgentKey, i64), WantedCheck> = wanted.into_iter().map(key).collect();
    for (key, wanted) in wanted {
        match stored.remove(&key) {
            None => difference.new.push(wanted),
            Some(row) if row == wanted => {}
            Some(_) => difference.changed.push(wanted),
        }
    }
    difference.gone = stored.into_keys().collect();
    // In order, so that two transactions never wait for each other both at once.
    difference.gone.sort_unstable();
    difference
}

fn values(wanted: &[WantedCheck]) -> impl Iterator<Item = Value> {
    wanted.iter().flat_map(|WantedCheck { agent, check, version, problem }| {
        [(*agent).into(), (*check).into(), version.as_str().into(), problem.as_str().into()]
    })
}

/// Inserts rows, except those of checks and agents that were deleted meanwhile.
async fn insert(write: &impl ConnectionTrait, wanted: &[WantedCheck]) -> Result<(), DbErr> {
    let text = format!(
        "with v (agent_id, check_id, version, problem) as (values {})
         insert into check_results (agent_id, check_id, version, problem)
         select v.agent_id, v.check_id, v.version, v.problem
           from v join present_agents a on a.id = v.agent_id join checks k on k.id = v.check_id
          where 1 = 1
         on conflict (agent_id, check_id) do nothing",
        sql::rows(4, wanted.len())
    );
    sql::execute(write, &text, values(wanted)).await.map(|_| ())
}

async fn update(write: &impl ConnectionTrait, wanted: &[WantedCheck]) -> Result<(), DbErr> {
    let text = format!(
        "with v (agent_id, check_id, version, problem) as (values {})
         update check_results set version = v.version, problem = v.problem
           from v
          where check_results.agent_id = v.agent_id and check_results.check_id = v.check_id",
        sql::rows(4, wanted.len())
    );
    sql::execute(write, &text, values(wanted)).await.map(|_| ())
}

async fn delete(write: &impl ConnectionTrait, gone: &[(AgentKey, i64)]) -> Result<(), DbErr> {
    let text = format!(
        "with v (agent_id, check_id) as (values {})
         delete from check_results
          where id in (select r.id from v join check_results r
                           on r.agent_id = v.agent_id and r.check_id = v.check_id)",
        sql::rows(2, gone.len())
    );
    let values = gone.iter().flat_map(|(agent, check)| [(*agent).into(), (*check).into()]);
    sql::execute(write, &text, values).await.map(|_| ())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(check: i64, version: &str) -> WantedCheck {
        let (version, problem) = (version.to_owned(), String::new());
        WantedCheck { agent: AgentKey(1), check, version, problem }
    }

    #[test]
    fn only_what_differs_is_written() {
        let stored = vec![row(1, "a"), row(2, "b"), row(3, "c")];
        let difference = compare(stored.clone(), vec![row(4, "d"), row(1, "a"), row(2, "x")]);
        assert_eq!(difference.new, [row(4, "d")]);
        assert_eq!(difference.changed, [row(2, "x")]);
        assert_eq!(difference.gone, [(AgentKey(1), 3)]);
        assert_eq!(compare(stored.clone(), stored), Difference::default());
    }
}
