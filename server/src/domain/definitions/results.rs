//! The results of tasks on agents.

use muster_alerting::Severity;
use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};

use crate::domain::alert_events::{AlertEvent, Happening, Source};
use crate::events::catalogue::TaskResult;
use crate::ids::{AgentId, AgentKey, RunKey};
use crate::storage::sql;
use crate::text::whole_characters;
use crate::time::{self, Timestamp};

/// Bytes of each stream that are stored with the task itself.
const STORED_BYTES: usize = 64 * 1024;

/// Records that a task is running on an agent.
pub async fn record_running(
    write: &impl ConnectionTrait,
    agent: AgentKey,
    task: i64,
) -> Result<(), DbErr> {
    let text = "update task_results set run_status = 'running'
                 where agent_id = $1 and task_id = $2";
    sql::execute(write, text, [agent.into(), task.into()]).await.map(|_| ())
}

/// The result of a task on an agent.
#[derive(Debug, FromQueryResult)]
pub struct TaskEnd {
    /// Key of the task.
    pub task: i64,
    agent: AgentKey,
    /// `passed`, ….
    end: String,
    /// Return code.
    pub retcode: Option<i64>,
    /// Seconds it ran.
    pub execution_time: Option<f64>,
    /// When it began.
    pub last_run: Option<Timestamp>,
    /// What alerts are to learn of it; the caller records it.
    #[sea_orm(skip)]
    pub alert: Option<AlertEvent>,
}

impl TaskEnd {
    /// `passing` or `failing`.
    pub fn status(&self) -> &'static str {
        if self.end == "passed" { "passing" } else { "failing" }
    }

    /// The contents of the event `task.result`.
    pub fn result(&self, agent_id: &AgentId) -> TaskResult {
        TaskResult {
            task: self.task,
            agent_id: agent_id.into(),
            status: self.status(),
            retcode: self.retcode,
            execution_time: self.execution_time,
            last_run: self.last_run,
        }
    }
}

/// Stores the result of a run for its task, if it has one. An older run never
/// overwrites the result of a newer one.
pub async fn record_task_end(
    write: &impl ConnectionTrait,
    run: RunKey,
) -> Result<Option<TaskEnd>, DbErr> {
    let ended: Option<TaskEnd> = sql::one(
        write,
        "select task_id as task, agent_id as agent, status as \"end\", retcode, execution_time,
                started as last_run
           from runs where id = $1 and task_id is not null",
        [run.into()],
    )
    .await?;
    let Some(mut ended) = ended else { return Ok(None) };
    let (agent, task) = (ended.agent, ended.task);
    let before: Option<BeforeEnd> = sql::one(
        write,
        "select r.status, t.name, t.alert_severity
           from task_results r join tasks t on t.id = r.task_id
          where r.agent_id = $1 and r.task_id = $2",
        [agent.into(), task.into()],
    )
    .await?;
    let stored = sql::execute(
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
            time::optional(ended.last_run),
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
    if stored > 0 {
        ended.alert = before.and_then(|before| before.event(&ended));
    }
    Ok(Some(ended))
}

/// A task on an agent, before its run ended.
#[derive(FromQueryResult)]
struct BeforeEnd {
    status: String,
    name: String,
    alert_severity: String,
}

impl BeforeEnd {
    /// Each failure is one; of what passes only the first after a failure.
    fn event(&self, ended: &TaskEnd) -> Option<AlertEvent> {
        let what = match (ended.status(), self.status.as_str()) {
            ("failing", _) => {
                let code = ended.retcode.map(|code| format!(" with code {code}"));
                let message = format!("task {} failed{}", self.name, code.unwrap_or_default());
                let severity = Severity::parse(&self.alert_severity).unwrap_or_default();
                Happening::failed(severity, message)
            }
            (_, "failing") => Happening::recovered(format!("task {} works again", self.name)),
            _ => return None,
        };
        let time = ended.last_run.unwrap_or_else(Timestamp::now).micros();
        let source = Source::Task { task: ended.task };
        Some(AlertEvent { agent: ended.agent, source, time, what })
    }
}

/// The first bytes of a stream as text that every database accepts.
async fn beginning(
    write: &impl ConnectionTrait,
    run: RunKey,
    stream: &str,
) -> Result<String, DbErr> {
    let chunks: Vec<Vec<u8>> = sql::values(
        write,
        "select data from run_output where run_id = $1 and stream = $2 and start_offset < $3
          order by start_offset",
        [run.into(), stream.into(), i64::try_from(STORED_BYTES).unwrap_or(i64::MAX).into()],
    )
    .await?;
    let mut bytes = chunks.concat();
    let is_cut = bytes.len() > STORED_BYTES;
    bytes.truncate(STORED_BYTES);
    if is_cut {
        bytes.truncate(whole_characters(&bytes));
    }
    Ok(String::from_utf8_lossy(&bytes).replace('\0', ""))
}
