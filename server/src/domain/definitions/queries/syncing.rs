//! The sync state of agents and their tasks.

use std::collections::HashMap;

use sea_orm::{ConnectionTrait, DbBackend, DbErr, FromQueryResult};

use super::super::kept::KeptDocument;
use super::super::sync_state::SyncState;
use super::wanted::CHUNK;
use crate::domain::fleet::{Target, target_columns};
use crate::domain::freeze::IS_FROZEN;
use crate::ids::AgentKey;
use crate::storage::sql;

/// Records that an agent should have a task.
pub async fn insert_result(
    write: &impl ConnectionTrait,
    agent: AgentKey,
    task: i64,
) -> Result<(), DbErr> {
    sql::execute(
        write,
        "insert into task_results (agent_id, task_id) values ($1, $2)
         on conflict (agent_id, task_id) do nothing",
        [agent.into(), task.into()],
    )
    .await
    .map(|_| ())
}

/// Records that agents should have a task, in the order of their keys: so does what stores
/// whole documents at the same time, and neither waits for the other in a circle.
pub async fn insert_results(
    write: &impl ConnectionTrait,
    agents: &[AgentKey],
    task: i64,
) -> Result<(), DbErr> {
    let mut sorted = agents.to_vec();
    sorted.sort_unstable();
    for chunk in sorted.chunks(CHUNK) {
        let text = format!(
            "insert into task_results (agent_id, task_id)
             select a.id, t.id from present_agents a cross join tasks t
              where a.id in ({}) and t.id = $1
              order by a.id
             on conflict (agent_id, task_id) do nothing",
            sql::list(chunk)
        );
        sql::execute(write, &text, [task.into()]).await?;
    }
    Ok(())
}

/// Records that agents have an outdated version of a task.
pub async fn mark_unsynced(write: &impl ConnectionTrait, task: i64) -> Result<(), DbErr> {
    sql::execute(
        write,
        "update task_results set sync_status = 'notsynced'
          where task_id = $1 and sync_status = 'synced'",
        [task.into()],
    )
    .await
    .map(|_| ())
}

/// An agent whose document must be built.
#[derive(Clone, Debug, FromQueryResult)]
pub struct DueAgent {
    #[sea_orm(nested)]
    pub target: Target,
    /// The version of the wanted state that the document will have.
    pub wanted: i64,
    /// Digest of the document it has.
    pub kept: String,
    /// Whether it runs checks; none if it did not connect since servers ask.
    pub takes_checks: Option<bool>,
    /// Seconds between two runs of its checks, unless a check says otherwise.
    pub check_interval: i64,
}

/// Agents that were marked, by key; frozen ones when they are thawed.
pub async fn list_due(db: &impl ConnectionTrait, limit: i64) -> Result<Vec<DueAgent>, DbErr> {
    let text = format!(
        "select {}, d.wanted, d.kept, d.takes_checks, a.check_interval
           from agent_definitions d
           join present_agents a on a.id = d.agent_id
           join sites s on s.id = a.site_id
          where d.wanted > d.built and not {IS_FROZEN} order by d.agent_id limit $1",
        target_columns()
    );
    sql::all(db, &text, [limit.into()]).await
}

/// The wanted version of each agent, and the document it has. No other
/// transaction changes them until this one ends; SQLite has one writer anyway.
pub async fn lock_wanted(
    write: &impl ConnectionTrait,
    agents: &[AgentKey],
) -> Result<HashMap<AgentKey, (i64, String)>, DbErr> {
    #[derive(FromQueryResult)]
    struct WantedRow {
        agent_id: AgentKey,
        wanted: i64,
        kept: String,
    }
    let lock = match write.get_database_backend() {
        DbBackend::Postgres => "for update",
        _ => "",
    };
    let text = format!(
        "select agent_id, wanted, kept from agent_definitions where agent_id in ({})
          order by agent_id {lock}",
        sql::list(agents)
    );
    let found: Vec<WantedRow> = sql::all(write, &text, []).await?;
    Ok(found.into_iter().map(|row| (row.agent_id, (row.wanted, row.kept))).collect())
}

/// Records which documents agents have, and returns which ones they should have.
pub async fn store_kept(
    write: &impl ConnectionTrait,
    all: &[KeptDocument],
) -> Result<HashMap<AgentKey, SyncState>, DbErr> {
    let mut states = HashMap::new();
    for chunk in sql::even_chunks(all) {
        let text = format!(
            "with v (agent_id, kept) as (values {})
             update agent_definitions set kept = v.kept
               from v where agent_definitions.agent_id = v.agent_id returning {}",
            sql::rows(2, chunk.len()),
            SyncState::COLUMNS
        );
        let values = chunk.iter().flat_map(|kept| [kept.agent.into(), kept.digest.as_str().into()]);
        let stored: Vec<SyncState> = sql::all(write, &text, values).await?;
        states.extend(stored.into_iter().map(|state| (state.agent_id, state)));
    }
    Ok(states)
}

/// Marks agents, whatever they have.
pub async fn mark_agents(write: &impl ConnectionTrait, agents: &[AgentKey]) -> Result<(), DbErr> {
    if agents.is_empty() {
        return Ok(());
    }
    let list = sql::list(agents);
    let text =
        format!("update agent_definitions set wanted = wanted + 1 where agent_id in ({list})");
    sql::execute(write, &text, []).await.map(|_| ())
}

/// Records which documents were built: agent, wanted version, digest.
pub async fn store_built(
    write: &impl ConnectionTrait,
    built: &[(AgentKey, i64, String)],
) -> Result<(), DbErr> {
    if built.is_empty() {
        return Ok(());
    }
    // Digests only contain letters and digits.
    let rows: Vec<String> = built
        .iter()
        .map(|(agent, wanted, digest)| format!("({agent}, {wanted}, '{digest}')"))
        .collect();
    let text = format!(
        "with v (agent_id, built, digest) as (values {})
         update agent_definitions set built = v.built, digest = v.digest
           from v where agent_definitions.agent_id = v.agent_id",
        rows.join(", ")
    );
    sql::execute(write, &text, []).await.map(|_| ())
}
