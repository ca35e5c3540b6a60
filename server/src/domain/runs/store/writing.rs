//! Stores what agents report about runs: for many at once, as thousands of them
//! may end in the same second.

use std::collections::HashSet;

use muster_protocol::{ActionOutcome, End, Outcome};
use sea_orm::{ConnectionTrait, DbErr, Value};

use super::{NewOutput, Progress, problem_of, stream_name};
use crate::agent_link::Undelivered;
use crate::domain::definitions::record_running;
use crate::domain::runs::status::RunStatus;
use crate::ids::{RunId, RunKey};
use crate::storage::sql;
use crate::text::cut;
use crate::time::{self, Timestamp};

/// More than a task can have.
const MOST_ACTIONS: usize = 200;
const LONGEST_NAME: usize = 255;

/// The agents have confirmed these orders. Returns the keys of the runs for
/// which that is new.
pub async fn mark_running(
    write: &impl ConnectionTrait,
    runs: &[&Progress],
    now: Timestamp,
) -> Result<HashSet<RunKey>, DbErr> {
    if runs.is_empty() {
        return Ok(HashSet::new());
    }
    let keys: Vec<RunKey> = runs.iter().map(|run| run.id).collect();
    let (among, keys) = sql::among(write, "id", 2, &keys);
    let text = format!(
        "update runs set status = 'running', finished = null, problem = '', abandoned = false,
                started = case when abandoned then started else $1 end
          where {among} and (status in ('queued', 'expired') or abandoned) returning id"
    );
    let begun: Vec<RunKey> = sql::values(write, &text, [now.into(), keys]).await?;
    let begun = HashSet::from_iter(begun);
    for run in runs.iter().filter(|run| begun.contains(&run.id)) {
        if let Some(task) = run.task_id {
            record_running(write, run.agent_id, task).await?;
        }
    }
    Ok(begun)
}

/// Stores output.
pub async fn insert_output(
    write: &impl ConnectionTrait,
    output: &[NewOutput],
) -> Result<(), DbErr> {
    for chunk in sql::even_chunks(output) {
        let row = |part: &NewOutput| {
            let stream = stream_name(part.stream);
            [part.run.into(), stream.into(), part.start.into(), part.data.clone().into()]
        };
        let text = format!(
            "insert into run_output (run_id, stream, start_offset, data) values {}",
            sql::rows(4, chunk.len())
        );
        sql::execute(write, &text, chunk.iter().flat_map(row)).await?;
    }
    Ok(())
}

/// Stores how much output of runs is stored.
pub async fn record_progress(
    write: &impl ConnectionTrait,
    runs: &[&Progress],
) -> Result<(), DbErr> {
    for chunk in sql::even_chunks(runs) {
        let row = |run: &&Progress| {
            [run.id.into(), run.stdout_bytes.into(), run.stderr_bytes.into()] as [Value; 3]
        };
        let text = format!(
            "with v (id, stdout_bytes, stderr_bytes) as (values {})
             update runs set stdout_bytes = v.stdout_bytes, stderr_bytes = v.stderr_bytes
               from v where runs.id = v.id",
            sql::rows(3, chunk.len())
        );
        sql::execute(write, &text, chunk.iter().flat_map(row)).await?;
    }
    Ok(())
}

/// Stores how runs ended and how much they printed, once. Their orders are
/// deleted: they may contain secrets for the agent.
pub async fn finish(
    write: &impl ConnectionTrait,
    runs: &[(&Progress, &Outcome)],
    now: Timestamp,
) -> Result<(), DbErr> {
    for chunk in sql::even_chunks(runs) {
        let text = format!(
            "with v (id, status, retcode, timed_out, truncated, execution_time, problem, started,
                     finished, order_body, actions, stdout_bytes, stderr_bytes) as (values {})
             update runs set status = v.status, retcode = v.retcode, timed_out = v.timed_out,
                    truncated = v.truncated, execution_time = v.execution_time,
                    problem = v.problem, started = v.started, finished = v.finished,
                    order_body = v.order_body, actions = v.actions, abandoned = false,
                    stdout_bytes = v.stdout_bytes, stderr_bytes = v.stderr_bytes
               from v
              where runs.id = v.id
                and (runs.status in ('queued', 'running', 'expired') or runs.abandoned)",
            sql::rows(13, chunk.len())
        );
        let values = chunk.iter().flat_map(|(run, outcome)| finished_row(run, outcome, now));
        sql::execute(write, &text, values).await?;
    }
    Ok(())
}

fn finished_row(run: &Progress, outcome: &Outcome, now: Timestamp) -> [Value; 13] {
    [
        run.id.into(),
        RunStatus::after(&outcome.end).into(),
        outcome.end.retcode().map(i64::from).into(),
        (outcome.end == End::TimedOut).into(),
        (outcome.truncated || run.lacks_output_of(outcome)).into(),
        outcome.seconds.into(),
        problem_of(&outcome.end).into(),
        time::optional(Some(Timestamp::from_micros(outcome.started))),
        now.into(),
        Vec::<u8>::new().into(),
        actions(outcome).into(),
        run.stdout_bytes.into(),
        run.stderr_bytes.into(),
    ]
}

/// What became of the actions of a task, as JSON.
fn actions(outcome: &Outcome) -> String {
    let bounded = |action: &ActionOutcome| ActionOutcome {
        name: cut(&action.name, LONGEST_NAME),
        ..action.clone()
    };
    let actions: Vec<ActionOutcome> =
        outcome.actions.iter().take(MOST_ACTIONS).map(bounded).collect();
    serde_json::json!(actions).to_string()
}

/// Ends a run that never started.
pub async fn fail(
    write: &impl ConnectionTrait,
    run_id: &RunId,
    problem: &str,
    now: Timestamp,
) -> Result<(), DbErr> {
    end_unstarted(write, run_id, problem, false, now).await
}

/// Ends a run whose order could not be delivered.
pub async fn fail_undelivered(
    write: &impl ConnectionTrait,
    run_id: &RunId,
    reason: Undelivered,
    now: Timestamp,
) -> Result<(), DbErr> {
    let was_offline = reason == Undelivered::Offline;
    end_unstarted(write, run_id, &reason.to_string(), was_offline, now).await
}

async fn end_unstarted(
    write: &impl ConnectionTrait,
    run_id: &RunId,
    problem: &str,
    was_offline: bool,
    now: Timestamp,
) -> Result<(), DbErr> {
    sql::execute(
        write,
        "update runs set status = 'failed', problem = $1, finished = $2, order_body = $3,
                was_offline = $5
          where run_id = $4 and status in ('queued', 'running')",
        [problem.into(), now.into(), Vec::<u8>::new().into(), run_id.into(), was_offline.into()],
    )
    .await?;
    Ok(())
}
