//! Runs of tasks: those that agents start by themselves, and what becomes of a
//! task on its agent.

use muster_protocol::{TaskStart, order_name};
use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};
use serde::Serialize;

use crate::storage::sql;
use crate::time::Timestamp;

/// Bytes of each stream that are kept with the task itself.
const KEPT_BYTES: usize = 64 * 1024;

/// Stores a run that an agent started by itself, once, however often it says
/// so. Tells whether it is new.
///
/// The run of a task that the agent was not given, or that is gone, is history
/// of the agent and nothing more. Below zero are windows for updates.
pub async fn insert_started(
    write: &impl ConnectionTrait,
    agent: i64,
    run_id: &str,
    start: &TaskStart,
    now: Timestamp,
) -> Result<bool, DbErr> {
    if !is_run_id(run_id) {
        tracing::warn!(agent.row = agent, "an agent named a run in a way no agent does");
        return Ok(false);
    }
    // An agent's clock may be ahead; nothing has happened in the future.
    let started = Timestamp::from_micros(start.started).min(now);
    let (kind, order) = match start.task < 0 {
        true => ("patch_install", order_name::INSTALL_UPDATES),
        false => ("task_run", order_name::RUN_TASK),
    };
    let inserted = sql::execute(
        write,
        "insert into runs (run_id, agent_id, type, status, username, time, command, order_name,
                order_body, timeout_seconds, started, task_id, custom_field, collector_all_output)
         select $1, a.id, $7, 'running', 'system', cast($3 as bigint), $4, $8, $5,
                coalesce(t.timeout_seconds, 0), cast($3 as bigint), t.id, t.custom_field,
                coalesce(t.collector_all_output, false)
           from agents a
           left join task_results r on r.agent_id = a.id and r.task_id = $6
           left join tasks t on t.id = r.task_id
          where a.id = $2
         on conflict (run_id) do nothing",
        [
            run_id.into(),
            agent.into(),
            started.into(),
            describe(start).into(),
            Vec::<u8>::new().into(),
            start.task.into(),
            kind.into(),
            order.into(),
        ],
    )
    .await?;
    if inserted > 0 {
        note_running(write, agent, start.task).await?;
    }
    Ok(inserted > 0)
}

/// Notes that a task runs on an agent.
pub async fn note_running(
    write: &impl ConnectionTrait,
    agent: i64,
    task: i64,
) -> Result<(), DbErr> {
    let text = "update task_results set run_status = 'running'
                 where agent_id = $1 and task_id = $2";
    sql::execute(write, text, [agent.into(), task.into()]).await.map(|_| ())
}

fn is_run_id(text: &str) -> bool {
    (16..=64).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// What ran, for people.
fn describe(start: &TaskStart) -> String {
    let name: String = start.name.replace('\0', "").chars().take(255).collect();
    match start.dropped {
        0 => name,
        1 => format!("{name} (one earlier run was not reported: too many waited)"),
        count => format!("{name} ({count} earlier runs were not reported: too many waited)"),
    }
}

/// What became of a task on an agent, as events tell it.
#[derive(Debug, Serialize, FromQueryResult)]
pub struct TaskEnd {
    /// Key of the task.
    pub task: i64,
    #[serde(skip)]
    agent: i64,
    /// `passed`, ….
    #[serde(skip)]
    end: String,
    /// Return code.
    pub retcode: Option<i64>,
    /// Seconds it ran.
    pub execution_time: Option<f64>,
    /// When it began.
    pub last_run: Option<Timestamp>,
}

impl TaskEnd {
    /// `passing` or `failing`.
    pub fn status(&self) -> &'static str {
        if self.end == "passed" { "passing" } else { "failing" }
    }
}

/// Writes what a run that is over means for its task, if it has one. An older
/// run never goes over the result of a newer one.
pub async fn note_task_end(
    write: &impl ConnectionTrait,
    run: i64,
) -> Result<Option<TaskEnd>, DbErr> {
    let ended: Option<TaskEnd> = sql::one(
        write,
        "select task_id as task, agent_id as agent, status as \"end\", retcode, execution_time,
                started as last_run
           from runs where id = $1 and task_id is not null",
        [run.into()],
    )
    .await?;
    let Some(ended) = ended else { return Ok(None) };
    let (agent, task) = (ended.agent, ended.task);
    sql::execute(
        write,
        "update task_results
            set status = $3, retcode = $4, execution_time = $5, last_run = $6, stdout = $7,
                stderr = $8
          where agent_id = $1 and task_id = $2 and (last_run is null or last_run <= $6)",
        [
            agent.into(),
            task.into(),
            ended.status().into(),
            ended.retcode.into(),
            ended.execution_time.into(),
            crate::time::optional(ended.last_run),
            beginning(write, run, "stdout").await?.into(),
            beginning(write, run, "stderr").await?.into(),
        ],
    )
    .await?;
    sql::execute(
        write,
        "update task_results
            set run_status = case when exists (select 1 from runs r
                                   where r.task_id = $2 and r.agent_id = $1 and r.status = 'running')
                                  then 'running' else 'completed' end
          where agent_id = $1 and task_id = $2",
        [agent.into(), task.into()],
    )
    .await?;
    Ok(Some(ended))
}

/// The first bytes of a stream as text that every database keeps.
async fn beginning(write: &impl ConnectionTrait, run: i64, stream: &str) -> Result<String, DbErr> {
    let pieces: Vec<Vec<u8>> = sql::values(
        write,
        "select data from run_output where run_id = $1 and stream = $2 and start_offset < $3
          order by start_offset",
        [run.into(), stream.into(), i64::try_from(KEPT_BYTES).unwrap_or(i64::MAX).into()],
    )
    .await?;
    let mut bytes = pieces.concat();
    let is_cut = bytes.len() > KEPT_BYTES;
    bytes.truncate(KEPT_BYTES);
    if is_cut {
        bytes.truncate(crate::agent_link::whole_characters(&bytes));
    }
    Ok(String::from_utf8_lossy(&bytes).replace('\0', ""))
}
