//! The server's side of the ledger: every run, from order to outcome.
//!
//! A run is stored before its order goes out, its output before it is
//! acknowledged, and its outcome once. The text id is what agents know; it is
//! random, so that an agent of a restored backup cannot confuse two runs.

use std::time::Duration;

use muster_protocol::{End, Order, Outcome, Stream, WelcomeRun};
use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};

use super::run_subject;
use crate::app::App;
use crate::storage::sql;
use crate::time::{self, Timestamp};

/// An order that was on its way when the server died: after this long nobody
/// is still delivering it.
const DELIVERY_LIMIT: Duration = Duration::from_secs(30);

/// A run to be stored.
pub struct NewRun<'a> {
    /// The id agents know it by.
    pub run_id: &'a str,
    /// Row of the agent.
    pub agent: i64,
    /// `cmd_run`, ….
    pub kind: &'a str,
    /// Who asked for it.
    pub username: &'a str,
    /// Who asked for it, by key.
    pub user_id: i64,
    /// What was asked, for people.
    pub command: &'a str,
    /// In which shell.
    pub shell: &'a str,
    /// The order itself.
    pub order: &'a Order,
    /// The order's time limit.
    pub timeout_seconds: i64,
}

/// Stores a run whose order is about to go out, and gives its key.
pub async fn insert(write: &impl ConnectionTrait, run: &NewRun<'_>) -> Result<i64, DbErr> {
    sql::number(
        write,
        "insert into runs (run_id, agent_id, type, status, username, user_id, time, command, shell,
                order_name, order_body, timeout_seconds)
         values ($1, $2, $3, 'queued', $4, $5, $6, $7, $8, $9, $10, $11)
         returning id",
        [
            run.run_id.into(),
            run.agent.into(),
            run.kind.into(),
            run.username.into(),
            run.user_id.into(),
            Timestamp::now().into(),
            run.command.into(),
            run.shell.into(),
            run.order.name.clone().into(),
            run.order.body.clone().into(),
            run.timeout_seconds.into(),
        ],
    )
    .await
}

/// How far a run's output is stored.
#[derive(Debug, FromQueryResult)]
pub struct Progress {
    id: i64,
    stdout_bytes: i64,
    stderr_bytes: i64,
}

impl Progress {
    /// Bytes of stdout and stderr.
    pub fn stored(&self) -> (u64, u64) {
        let bytes = |count: i64| u64::try_from(count).unwrap_or(0);
        (bytes(self.stdout_bytes), bytes(self.stderr_bytes))
    }
}

/// The run of this agent, if it is not over.
pub async fn find_open(
    write: &impl ConnectionTrait,
    agent: i64,
    run_id: &str,
) -> Result<Option<Progress>, DbErr> {
    sql::one(
        write,
        "select id, stdout_bytes, stderr_bytes from runs
          where run_id = $1 and agent_id = $2 and status in ('queued', 'running')",
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
        "update runs set status = 'running', started = $1 where id = $2 and status = 'queued'",
        [now.into(), run.id.into()],
    )
    .await?;
    Ok(touched > 0)
}

/// Stores a piece of output. What is stored already is not stored again, and
/// nothing is stored after a gap or past the limit.
pub async fn append(
    write: &impl ConnectionTrait,
    run: &mut Progress,
    stream: Stream,
    offset: u64,
    mut data: Vec<u8>,
    limit: u64,
) -> Result<(), DbErr> {
    let (name, stored) = match stream {
        Stream::Stdout => ("stdout", &mut run.stdout_bytes),
        Stream::Stderr => ("stderr", &mut run.stderr_bytes),
    };
    let have = u64::try_from(*stored).unwrap_or(0);
    if offset > have {
        tracing::warn!(run.row = run.id, offset, have, "output came with a gap");
        return Ok(());
    }
    let known = usize::try_from(have - offset).unwrap_or(usize::MAX).min(data.len());
    data.drain(..known);
    data.truncate(usize::try_from(limit.saturating_sub(have)).unwrap_or(usize::MAX));
    if data.is_empty() {
        return Ok(());
    }
    let start = *stored;
    *stored += i64::try_from(data.len()).unwrap_or(0);
    sql::execute(
        write,
        "insert into run_output (run_id, stream, start_offset, data) values ($1, $2, $3, $4)",
        [run.id.into(), name.into(), start.into(), data.into()],
    )
    .await?;
    Ok(())
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

/// Stores how a run ended, once.
pub async fn finish(
    write: &impl ConnectionTrait,
    run_id: &str,
    outcome: &Outcome,
    now: Timestamp,
) -> Result<(), DbErr> {
    let status = match &outcome.end {
        End::Exited { code: 0 } => "passed",
        End::Exited { .. } | End::CouldNotStart { .. } => "failed",
        End::TimedOut => "timed_out",
        End::Cancelled => "cancelled",
        End::Interrupted => "interrupted",
    };
    let problem = match &outcome.end {
        End::CouldNotStart { reason } => reason.replace('\0', ""),
        End::Interrupted => "the agent or its machine died under the run".to_owned(),
        _ => String::new(),
    };
    sql::execute(
        write,
        "update runs set status = $1, retcode = $2, timed_out = $3, truncated = $4,
                execution_time = $5, problem = $6, started = $7, finished = $8
          where run_id = $9 and status in ('queued', 'running')",
        [
            status.into(),
            outcome.end.retcode().map(i64::from).into(),
            (outcome.end == End::TimedOut).into(),
            outcome.truncated.into(),
            outcome.seconds.into(),
            problem.into(),
            time::optional(Some(Timestamp::from_micros(outcome.started))),
            now.into(),
            run_id.into(),
        ],
    )
    .await?;
    Ok(())
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
        "update runs set status = 'failed', problem = $1, finished = $2
          where run_id = $3 and status in ('queued', 'running')",
        [problem.into(), now.into(), run_id.into()],
    )
    .await?;
    Ok(())
}

/// How far the server is with the runs an agent still holds, in their order.
pub async fn progress(
    write: &impl ConnectionTrait,
    agent: i64,
    known: &[&str],
) -> Result<Vec<WelcomeRun>, DbErr> {
    let mut runs = Vec::with_capacity(known.len());
    for run_id in known {
        let open = find_open(write, agent, run_id).await?;
        let closed = open.is_none();
        let (stdout, stderr) = open.map_or((0, 0), |run| run.stored());
        runs.push(WelcomeRun { run_id: (*run_id).to_owned(), stdout, stderr, closed });
    }
    Ok(runs)
}

#[derive(FromQueryResult)]
struct OpenRun {
    run_id: String,
    status: String,
    time: Timestamp,
    order_name: String,
    order_body: Vec<u8>,
}

/// What became of open runs that an agent knew nothing of.
#[derive(Debug, Default)]
pub struct Settled {
    /// Runs that are over now.
    pub ended: Vec<String>,
    /// Orders that nobody else will give to the agent.
    pub orphaned: Vec<Order>,
}

/// Settles the runs that are open here and that the agent knows nothing of: it
/// lost its memory under them, or their order never reached it.
///
/// An order from before `orphaned_before` has lost the server that was to
/// deliver it.
pub async fn settle_forgotten(
    write: &impl ConnectionTrait,
    agent: i64,
    known: &[&str],
    orphaned_before: Option<Timestamp>,
    now: Timestamp,
) -> Result<Settled, DbErr> {
    let open: Vec<OpenRun> = sql::all(
        write,
        "select run_id, status, time, order_name, order_body from runs
          where agent_id = $1 and status in ('queued', 'running') order by id",
        [agent.into()],
    )
    .await?;
    let mut settled = Settled::default();
    for run in open {
        if known.contains(&run.run_id.as_str()) {
            continue;
        }
        if run.status == "running" {
            interrupt(write, &run.run_id, now).await?;
        } else if now.since(run.time) > DELIVERY_LIMIT {
            fail(write, &run.run_id, "the order never reached the agent", now).await?;
        } else {
            // Otherwise whoever asked for it is delivering it right now.
            if orphaned_before.is_some_and(|start| run.time < start) {
                let (run_id, name, body) = (run.run_id, run.order_name, run.order_body);
                settled.orphaned.push(Order { run_id, name, body });
            }
            continue;
        }
        settled.ended.push(run.run_id);
    }
    Ok(settled)
}

async fn interrupt(
    write: &impl ConnectionTrait,
    run_id: &str,
    now: Timestamp,
) -> Result<(), DbErr> {
    sql::execute(
        write,
        "update runs set status = 'interrupted', finished = $1,
                problem = 'the agent lost its memory of the run'
          where run_id = $2 and status = 'running'",
        [now.into(), run_id.into()],
    )
    .await?;
    Ok(())
}

/// Wakes whoever waits for a run.
pub async fn announce(app: &App, run_id: &str) {
    // A lost word costs a moment: whoever waits also looks by themselves.
    if app.bus.publish(&run_subject(run_id), Vec::new()).await.is_err() {
        tracing::warn!(run.id = run_id, "the end of a run could not be announced");
    }
}
