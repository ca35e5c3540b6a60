//! A run that the agent starts by itself, from its due instant to its outcome.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use chrono::{DateTime, Utc};
use muster_protocol::{TaskDefinition, TaskStart};
use tokio::time::Instant;

use super::instances::{LetGo, Place};
use super::plan::Due;
use crate::agent::Agent;
use crate::board::Run;
use crate::ledger::TaskMemory;
use crate::orders;
use crate::run::{Job, TaskRun};
use crate::run_id::RunId;
use crate::spool;
use crate::task::Task;

/// What became of a run that was due.
#[derive(Debug)]
pub enum Started {
    /// It goes on, or waits its turn; the ledger knows it and the task's memory.
    Running,
    /// It does not start, and nothing was written down.
    LetGo(LetGo),
}

/// Starts a run of a task, whose memory will be `memory` from then on.
pub async fn start(
    agent: &Arc<Agent>,
    task: i64,
    due: Due,
    memory: TaskMemory,
    now: DateTime<Utc>,
) -> anyhow::Result<Started> {
    let definition = agent.ledger.find_definition(task)?.context("the task is not defined")?;
    let run = Run::default();
    let policy = definition.rule.instance_policy;
    let place = match agent.instances.enter(task, policy, run.cancel.clone()) {
        Ok(place) => place,
        Err(reason) => return Ok(Started::LetGo(reason)),
    };
    let start = TaskStart {
        task,
        name: definition.name.clone(),
        version: definition.version.clone(),
        due: due.due.timestamp_micros(),
        started: now.timestamp_micros(),
        reason: due.reason,
        dropped: memory.dropped,
    };
    let run_id = RunId::random();
    let run_dir = agent.data.run(&run_id);
    spool::create(&run_dir)?;
    // From here on the run has happened, whatever comes.
    agent.ledger.start(&run_id, &start, TaskMemory { dropped: 0, ..memory }).await?;
    tracing::info!(%run_id, task, reason = ?due.reason, "a task starts");

    let work = TaskRun { ends: end_of(&definition, due, now), definition };
    let job = Job {
        run_dir,
        run_id: run_id.clone(),
        limits: work.limits(),
        board: Arc::clone(&agent.board),
        cancel: run.cancel.clone(),
        stopping: agent.stopping.clone(),
        giving_up: agent.giving_up.clone(),
    };
    agent.board.insert(&run_id, Run { accepted: true, task: Some(start), ..run });
    agent.board.touch(&run_id);
    agent.tasks.spawn(carry_out(Arc::clone(agent), job, Task::Actions(work), place));
    Ok(Started::Running)
}

async fn carry_out(agent: Arc<Agent>, job: Job, task: Task, place: Place) {
    let outcome = orders::run_in_turn(&agent, &job, &task, Some(place)).await;
    orders::conclude(&agent, &job.run_id, outcome).await;
}

/// When the run is ended because its repetitions are over.
fn end_of(definition: &TaskDefinition, due: Due, now: DateTime<Utc>) -> Option<Instant> {
    let ends = due.series_ends.filter(|_| definition.stop_at_duration_end)?;
    // A run that was missed begins after its repetitions: it has their length.
    let length = definition.rule.repetition.map(|repetition| repetition.for_duration);
    let left = (ends - now).to_std().ok().filter(|left| *left > Duration::ZERO).or(length)?;
    Instant::now().checked_add(left)
}
