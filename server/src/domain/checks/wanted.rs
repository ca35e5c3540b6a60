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

/// Rows per statement: each has two values, and a database accepts some 32,000.
const CHUNK: usize = 2000;

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
    for chunk in new.chunks(CHUNK) {
        insert(write, chunk).await?;
    }
    for chunk in changed.chunks(CHUNK) {
        update(write, chunk).await?;
    }
    for chunk in gone.chunks(CHUNK) {
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

/// `(1, 2, $1, $2), …`: keys are our own integers, texts are bound.
fn rows(wanted: &[WantedCheck]) -> (String, Vec<Value>) {
    let mut values: Vec<Value> = Vec::with_capacity(wanted.len() * 2);
    let mut rows = Vec::with_capacity(wanted.len());
    for WantedCheck { agent, check, version, problem } in wanted {
        values.push(version.as_str().into());
        values.push(problem.as_str().into());
        rows.push(format!("({agent}, {check}, ${}, ${})", values.len() - 1, values.len()));
    }
    (rows.join(", "), values)
}

/// Inserts rows, except those of checks and agents that were deleted meanwhile.
async fn insert(write: &impl ConnectionTrait, wanted: &[WantedCheck]) -> Result<(), DbErr> {
    let (rows, values) = rows(wanted);
    let text = format!(
        "with v (agent_id, check_id, version, problem) as (values {rows})
         insert into check_results (agent_id, check_id, version, problem)
         select v.agent_id, v.check_id, v.version, v.problem
           from v join present_agents a on a.id = v.agent_id join checks k on k.id = v.check_id
          where 1 = 1
         on conflict (agent_id, check_id) do nothing"
    );
    sql::execute(write, &text, values).await.map(|_| ())
}

async fn update(write: &impl ConnectionTrait, wanted: &[WantedCheck]) -> Result<(), DbErr> {
    let (rows, values) = rows(wanted);
    let text = format!(
        "with v (agent_id, check_id, version, problem) as (values {rows})
         update check_results set version = v.version, problem = v.problem
           from v
          where check_results.agent_id = v.agent_id and check_results.check_id = v.check_id"
    );
    sql::execute(write, &text, values).await.map(|_| ())
}

async fn delete(write: &impl ConnectionTrait, gone: &[(AgentKey, i64)]) -> Result<(), DbErr> {
    let pairs: Vec<String> =
        gone.iter().map(|(agent, check)| format!("({agent}, {check})")).collect();
    let text = format!(
        "with v (agent_id, check_id) as (values {})
         delete from check_results
          where exists (select 1 from v where v.agent_id = check_results.agent_id
                           and v.check_id = check_results.check_id)",
        pairs.join(", ")
    );
    sql::execute(write, &text, []).await.map(|_| ())
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
