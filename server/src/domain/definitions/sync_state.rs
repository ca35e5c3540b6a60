//! The document an agent should have, and the one it has.
//!
//! When they are the same, the agent's tasks are in sync with the server's.

use muster_protocol::{Hello, capability};
use sea_orm::{ConnectionTrait, DbBackend, DbErr, FromQueryResult};
use serde_json::json;

use crate::app::App;
use crate::ids::AgentKey;
use crate::jobs::NewJob;
use crate::storage::sql;

/// Kind of the job that builds and sends the documents of all marked agents.
pub const DEFINITIONS_KIND: &str = "definitions_push";

/// The job that handles all marked agents.
pub fn push_job() -> NewJob {
    NewJob::now(DEFINITIONS_KIND, json!({})).keyed("push")
}

/// A task that is now in sync with the server's.
#[derive(Clone, Debug, PartialEq, Eq, FromQueryResult)]
pub struct SyncedTask {
    pub agent: AgentKey,
    /// Key of the task.
    pub task: i64,
}

#[derive(FromQueryResult)]
pub struct SyncState {
    pub agent_id: AgentKey,
    wanted: i64,
    built: i64,
    digest: String,
    kept: String,
    takes_checks: Option<bool>,
}

impl SyncState {
    /// The columns of a statement that returns it.
    pub const COLUMNS: &str = "agent_definitions.agent_id, agent_definitions.wanted,
        agent_definitions.built, agent_definitions.digest, agent_definitions.kept,
        agent_definitions.takes_checks";

    /// Whether a document will be built by the job of the change that marked the agent.
    pub fn is_due(&self) -> bool {
        self.wanted > self.built
    }

    /// Whether this is the document that the agent should have.
    pub fn is_current(&self, digest: &str) -> bool {
        self.wanted == self.built && self.digest == digest
    }
}

/// Records which document an agent has when it connects. Returns the tasks that
/// are in sync now, and whether to wake the job that sends it another one.
pub async fn record_hello(
    app: &App,
    write: &impl ConnectionTrait,
    agent: AgentKey,
    hello: &Hello,
) -> Result<(Vec<SyncedTask>, bool), DbErr> {
    if !hello.capabilities.iter().any(|name| name == capability::DEFINITIONS) {
        return Ok((Vec::new(), false));
    }
    let digest = hello.definitions_digest.as_str();
    let takes_checks = hello.capabilities.iter().any(|name| name == capability::CHECKS);
    match lock_checks(write, agent, takes_checks).await? {
        Some(state) if state.kept == digest => {
            apply_kept(app, write, agent, digest, Some(state)).await
        }
        Some(_) => {
            // Not the document it last reported: nothing is certain then.
            let text = "update task_results set sync_status = 'notsynced'
                         where agent_id = $1 and sync_status = 'synced'";
            sql::execute(write, text, [agent.into()]).await?;
            record_kept(app, write, agent, digest).await
        }
        None => {
            let followed = apply_kept(app, write, agent, digest, None).await?;
            lock_checks(write, agent, takes_checks).await?;
            Ok(followed)
        }
    }
}

/// Locks the state of an agent's document and records whether it runs checks: if
/// that changed, it needs another document.
async fn lock_checks(
    write: &impl ConnectionTrait,
    agent: AgentKey,
    takes_checks: bool,
) -> Result<Option<SyncState>, DbErr> {
    let Some(state) = lock_state(write, agent).await? else { return Ok(None) };
    if state.takes_checks == Some(takes_checks) {
        return Ok(Some(state));
    }
    let text = format!(
        "update agent_definitions set takes_checks = $2, wanted = wanted + 1
          where agent_id = $1 returning {}",
        SyncState::COLUMNS
    );
    sql::one(write, &text, [agent.into(), takes_checks.into()]).await
}

/// Locks the state of agents' documents until the transaction ends. A transaction that writes
/// the rows of the agents, too, does it before: the job that stores documents has locked
/// theirs when it counts the checks of agents.
pub async fn lock_documents(
    write: &impl ConnectionTrait,
    agents: &[AgentKey],
) -> Result<(), DbErr> {
    // SQLite has one writer: nobody waits for somebody who waits.
    if write.get_database_backend() == DbBackend::Postgres && !agents.is_empty() {
        let text = format!(
            "select 1 from agent_definitions where agent_id in ({})
              order by agent_id for update",
            sql::list(agents)
        );
        sql::execute(write, &text, []).await?;
    }
    Ok(())
}

/// Locks the state of an agent's document until the transaction ends, and
/// returns it. Taken before anything of its tasks is written: see `due.rs`.
async fn lock_state(
    write: &impl ConnectionTrait,
    agent: AgentKey,
) -> Result<Option<SyncState>, DbErr> {
    let columns = SyncState::COLUMNS;
    let text =
        format!("update agent_definitions set kept = kept where agent_id = $1 returning {columns}");
    sql::one(write, &text, [agent.into()]).await
}

/// Records which document an agent has. Returns the tasks that are in sync now,
/// and whether to wake the job that sends it another one.
async fn record_kept(
    app: &App,
    write: &impl ConnectionTrait,
    agent: AgentKey,
    digest: &str,
) -> Result<(Vec<SyncedTask>, bool), DbErr> {
    // One statement: between two, a job could store a document that it has not
    // sent.
    let columns = SyncState::COLUMNS;
    let text =
        format!("update agent_definitions set kept = $2 where agent_id = $1 returning {columns}");
    let state: Option<SyncState> = sql::one(write, &text, [agent.into(), digest.into()]).await?;
    apply_kept(app, write, agent, digest, state).await
}

/// What follows from the document that an agent has.
async fn apply_kept(
    app: &App,
    write: &impl ConnectionTrait,
    agent: AgentKey,
    digest: &str,
    state: Option<SyncState>,
) -> Result<(Vec<SyncedTask>, bool), DbErr> {
    match state {
        Some(state) if state.is_current(digest) => Ok((mark_synced(write, &[agent]).await?, false)),
        // The change that marked it enqueued a job, which reads what the agent
        // has.
        Some(state) if state.is_due() => {
            app.jobs.enqueue(write, push_job()).await?;
            Ok((Vec::new(), true))
        }
        _ => request_rebuild(app, write, agent, digest).await.map(|()| (Vec::new(), true)),
    }
}

/// Has the document rebuilt and sent instead of this one.
pub async fn request_rebuild(
    app: &App,
    write: &impl ConnectionTrait,
    agent: AgentKey,
    digest: &str,
) -> Result<(), DbErr> {
    sql::execute(
        write,
        "insert into agent_definitions (agent_id, wanted, kept) values ($1, 1, $2)
         on conflict (agent_id) do update set wanted = agent_definitions.wanted + 1",
        [agent.into(), digest.into()],
    )
    .await?;
    app.jobs.enqueue(write, push_job()).await
}

/// Marks the tasks of those agents as in sync that have the document they
/// should have, and returns these tasks.
pub async fn mark_synced(
    write: &impl ConnectionTrait,
    agents: &[AgentKey],
) -> Result<Vec<SyncedTask>, DbErr> {
    let current = format!(
        "(select d.agent_id from agent_definitions d
           where d.agent_id in ({}) and d.wanted = d.built and d.kept = d.digest)",
        sql::list(agents)
    );
    let synced = format!(
        "update task_results set sync_status = 'synced'
          where agent_id in {current} and problem = '' and sync_status in ('initial', 'notsynced')
         returning agent_id as agent, task_id as task"
    );
    let synced = sql::all(write, &synced, []).await?;
    let forgotten = format!(
        "delete from task_results
          where agent_id in {current} and sync_status = 'pendingdeletion'"
    );
    if sql::execute(write, &forgotten, []).await? > 0 {
        delete_unused_tasks(write).await?;
    }
    Ok(synced)
}

/// Removes deleted tasks that no agent has any more.
pub async fn delete_unused_tasks(write: &impl ConnectionTrait) -> Result<(), DbErr> {
    let text = "delete from tasks where deleted
                   and not exists (select 1 from task_results r where r.task_id = tasks.id)";
    sql::execute(write, text, []).await.map(|_| ())
}
