//! The server's side of the ledger: every run, from order to outcome.
//!
//! A run is stored before its order goes out, its output before it is
//! acknowledged, and its outcome once. The text id is what agents know; it is
//! random, so that an agent of a restored backup cannot confuse two runs.
//!
//! A run that may wait (`expires` is set) stays `queued` until the agent says
//! that it has the order. Until then the order may go out any number of times:
//! the agent runs it once. What the agent says wins over the clock: a run that
//! expired while its order was on the way is `running` again.

mod memory;
mod new_run;
mod new_runs;
mod task_run;

use muster_protocol::{End, Outcome, Stream};
use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};

pub use memory::{Adrift, Resumed, Settled, interrupt, resume, settle_forgotten};
pub use new_run::{Keep, NewRun, insert};
pub use new_runs::{NewMember, Own, insert_many};
pub use task_run::{TaskEnd, insert_started, note_task_end};

use super::ended;
use super::follow_up::Sequel;
use crate::app::App;
use crate::events::Event;
use crate::storage::sql;
use crate::time::{self, Timestamp};

/// Runs with the bulk action they belong to, for [`ORDER_BODY`].
pub const RUNS_WITH_BULK: &str = "runs r left join bulk_actions b on b.id = r.bulk_id";

/// The body of a run's order: its own, or the one it shares with all others of
/// its bulk action.
pub const ORDER_BODY: &str = "case when length(r.order_body) > 0 then r.order_body else coalesce(b.order_body, r.order_body) end";

/// How far a run is, and how far its output is stored.
#[derive(Debug, FromQueryResult)]
pub struct Progress {
    /// Key of the run.
    pub id: i64,
    agent_id: i64,
    status: String,
    task_id: Option<i64>,
    expires: Option<Timestamp>,
    cancel_asked: Option<Timestamp>,
    stdout_bytes: i64,
    stderr_bytes: i64,
    /// What follows once it is over.
    #[sea_orm(nested)]
    pub(super) sequel: Sequel,
}

impl Progress {
    /// Bytes of stdout and stderr.
    pub fn stored(&self) -> (u64, u64) {
        let bytes = |count: i64| u64::try_from(count).unwrap_or(0);
        (bytes(self.stdout_bytes), bytes(self.stderr_bytes))
    }

    /// Bytes of one stream.
    pub fn stored_of(&self, stream: Stream) -> u64 {
        let (stdout, stderr) = self.stored();
        match stream {
            Stream::Stdout => stdout,
            Stream::Stderr => stderr,
        }
    }

    /// Whether it was one of those that wait for their agent.
    pub fn may_wait(&self) -> bool {
        self.expires.is_some()
    }

    /// Whether it is a run of a task.
    pub fn has_task(&self) -> bool {
        self.task_id.is_some()
    }

    /// Whether nobody has heard yet that the agent has it.
    pub fn is_unheard(&self) -> bool {
        matches!(self.status.as_str(), "queued" | "expired")
    }

    /// Whether the agent's word on it is still wanted.
    fn is_open(&self) -> bool {
        matches!(self.status.as_str(), "queued" | "running" | "expired")
    }

    /// Whether somebody wants it ended.
    fn is_unwanted(&self) -> bool {
        self.status == "cancelled" || self.cancel_asked.is_some()
    }
}

/// The run of this agent, if its word on it is still wanted.
pub async fn find_open(
    write: &impl ConnectionTrait,
    agent: i64,
    run_id: &str,
) -> Result<Option<Progress>, DbErr> {
    Ok(find(write, agent, run_id).await?.filter(Progress::is_open))
}

async fn find(
    write: &impl ConnectionTrait,
    agent: i64,
    run_id: &str,
) -> Result<Option<Progress>, DbErr> {
    sql::one(
        write,
        "select id, agent_id, status, task_id, expires, cancel_asked, stdout_bytes, stderr_bytes,
                order_name, type as kind, save_to_agent_note, custom_field, mail_to
           from runs where run_id = $1 and agent_id = $2",
        [run_id.into(), agent.into()],
    )
    .await
}

/// The agent has the order for good. Tells whether that is new.
pub async fn mark_running(
    write: &impl ConnectionTrait,
    run: &Progress,
    now: Timestamp,
) -> Result<bool, DbErr> {
    let touched = sql::execute(
        write,
        "update runs set status = 'running', started = $1, finished = null, problem = ''
          where id = $2 and status in ('queued', 'expired')",
        [now.into(), run.id.into()],
    )
    .await?;
    if let Some(task) = run.task_id
        && touched > 0
    {
        task_run::note_running(write, run.agent_id, task).await?;
    }
    Ok(touched > 0)
}

/// Stores a piece of output, and gives the part of it that was new with the
/// place where that begins. What is stored already is not stored again, and
/// nothing is stored after a gap or past the limit.
pub async fn append(
    write: &impl ConnectionTrait,
    run: &mut Progress,
    stream: Stream,
    offset: u64,
    mut data: Vec<u8>,
    limit: u64,
) -> Result<Option<(i64, Vec<u8>)>, DbErr> {
    let stored = match stream {
        Stream::Stdout => &mut run.stdout_bytes,
        Stream::Stderr => &mut run.stderr_bytes,
    };
    let have = u64::try_from(*stored).unwrap_or(0);
    if offset > have {
        tracing::warn!(run.row = run.id, offset, have, "output came with a gap");
        return Ok(None);
    }
    let known = usize::try_from(have - offset).unwrap_or(usize::MAX).min(data.len());
    data.drain(..known);
    data.truncate(usize::try_from(limit.saturating_sub(have)).unwrap_or(usize::MAX));
    if data.is_empty() {
        return Ok(None);
    }
    let start = *stored;
    *stored += i64::try_from(data.len()).unwrap_or(0);
    sql::execute(
        write,
        "insert into run_output (run_id, stream, start_offset, data) values ($1, $2, $3, $4)",
        [run.id.into(), stream_name(stream).into(), start.into(), data.clone().into()],
    )
    .await?;
    Ok(Some((start, data)))
}

/// The stream's name, in the database and in events.
pub fn stream_name(stream: Stream) -> &'static str {
    match stream {
        Stream::Stdout => "stdout",
        Stream::Stderr => "stderr",
    }
}

/// Writes down how far the output is stored.
pub async fn note_progress(write: &impl ConnectionTrait, run: &Progress) -> Result<(), DbErr> {
    sql::execute(
        write,
        "update runs set stdout_bytes = $1, stderr_bytes = $2 where id = $3",
        [run.stdout_bytes.into(), run.stderr_bytes.into(), run.id.into()],
    )
    .await?;
    Ok(())
}

/// Stores how a run ended and how much it printed, once. The order goes: it may
/// hold what only the agent was to know.
pub async fn finish(
    write: &impl ConnectionTrait,
    run: &Progress,
    outcome: &Outcome,
    now: Timestamp,
) -> Result<(), DbErr> {
    let (status, problem) = verdict(&outcome.end);
    sql::execute(
        write,
        "update runs set status = $1, retcode = $2, timed_out = $3, truncated = $4,
                execution_time = $5, problem = $6, started = $7, finished = $8, order_body = $9,
                actions = $10, stdout_bytes = $11, stderr_bytes = $12
          where id = $13 and status in ('queued', 'running', 'expired')",
        [
            status.into(),
            outcome.end.retcode().map(i64::from).into(),
            (outcome.end == End::TimedOut).into(),
            outcome.truncated.into(),
            outcome.seconds.into(),
            problem.into(),
            time::optional(Some(Timestamp::from_micros(outcome.started))),
            now.into(),
            Vec::<u8>::new().into(),
            serde_json::json!(outcome.actions).to_string().into(),
            run.stdout_bytes.into(),
            run.stderr_bytes.into(),
            run.id.into(),
        ],
    )
    .await?;
    Ok(())
}

/// The status an end leads to, and what stood in the way.
fn verdict(end: &End) -> (&'static str, String) {
    match end {
        End::Exited { code: 0 } => ("passed", String::new()),
        End::Exited { .. } => ("failed", String::new()),
        End::CouldNotStart { reason } => ("failed", reason.replace('\0', "")),
        End::TimedOut => ("timed_out", String::new()),
        End::Cancelled => ("cancelled", String::new()),
        End::Interrupted => {
            ("interrupted", "the agent or its machine died under the run".to_owned())
        }
    }
}

/// Ends a run that never started.
pub async fn fail(
    write: &impl ConnectionTrait,
    run_id: &str,
    problem: &str,
    now: Timestamp,
) -> Result<(), DbErr> {
    sql::execute(
        write,
        "update runs set status = 'failed', problem = $1, finished = $2, order_body = $3
          where run_id = $4 and status in ('queued', 'running')",
        [problem.into(), now.into(), Vec::<u8>::new().into(), run_id.into()],
    )
    .await?;
    Ok(())
}

/// A run that is over, as those are told who watch.
#[derive(Debug)]
pub struct Over {
    /// Key of the run.
    pub id: i64,
    /// The id agents know it by.
    pub run_id: String,
    /// How it ended.
    pub status: &'static str,
    /// Its return code, if it ran.
    pub retcode: Option<i64>,
}

impl Over {
    /// A run that never started.
    pub fn failed(id: i64, run_id: impl Into<String>) -> Self {
        Self { id, run_id: run_id.into(), status: "failed", retcode: None }
    }

    /// A run that ended by itself or was ended.
    pub fn by(end: &End, id: i64, run_id: impl Into<String>) -> Self {
        let retcode = end.retcode().map(i64::from);
        Self { id, run_id: run_id.into(), status: verdict(end).0, retcode }
    }

    /// The event `run.finished`.
    pub fn event(&self, agent_id: &str) -> Event {
        let data = serde_json::json!({
            "id": self.id, "agent_id": agent_id, "status": self.status, "retcode": self.retcode,
        });
        Event::new("runs", "run.finished", data)
    }
}

/// Wakes whoever waits for a run, and lets its bulk action go on.
pub async fn announce(app: &App, run_id: &str) {
    ended::note(app, run_id);
    // A lost word costs a moment: whoever waits also looks by themselves.
    if app.agent_link.tell_ended(run_id).await.is_err() {
        tracing::warn!(run.id = run_id, "the end of a run could not be announced");
    }
}
