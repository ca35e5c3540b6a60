//! A run that the agent starts by itself, from its due instant to its outcome.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail};
use chrono::{DateTime, Utc};
use muster_protocol::{End, InstallUpdates, StartReason, TaskDefinition, TaskStart};
use tokio::time::Instant;

use super::plan::Due;
use crate::board::Run;
use crate::ledger::TaskMemory;
use crate::orders::{RunWork, install_updates, run_task_actions};
use crate::run::{InstanceSlot, Job, SkipReason, TaskRun};
use crate::run_id::RunId;
use crate::shared::Shared;
use crate::{reboot, records, spool};

/// What became of a run that was due.
#[derive(Debug)]
pub enum Started {
    /// It is in progress or waits its turn; the ledger has it and the task's memory.
    Running,
    /// It does not start, and nothing was recorded.
    Skipped(SkipReason),
}

/// Starts a run of a task, whose memory will be `memory` from then on.
pub async fn start(
    shared: &Arc<Shared>,
    task: i64,
    due: Due,
    memory: TaskMemory,
    now: DateTime<Utc>,
) -> anyhow::Result<Started> {
    let definition = shared.ledger.find_definition(task)?.context("the task is not defined")?;
    if is_too_late(&definition, due, now) {
        return Ok(Started::Skipped(SkipReason::TooLate));
    }
    let run = Run::default();
    let policy = definition.rule.instance_policy;
    let instance = match shared.instances.enter(task, policy, run.cancel.clone()) {
        Ok(instance) => instance,
        Err(reason) => return Ok(Started::Skipped(reason)),
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
    let cancel = run.cancel.clone();
    if !shared.board.insert(&run_id, run) {
        bail!("the agent makes room for the next process");
    }
    // From here on the run has happened, whatever comes.
    let memory = TaskMemory { dropped: 0, ..memory };
    if let Err(error) = record(shared, &run_id, &start, memory).await {
        shared.board.remove(&run_id);
        return Err(error);
    }
    tracing::info!(%run_id, task, reason = ?due.reason, "starting a task");

    let reboot = definition.updates.as_ref().map(|updates| updates.reboot.clone());
    let work = work_of(definition, due, now);
    let job = shared.new_job(&run_id, work.limits, cancel);
    shared.board.update(&run_id, |run| {
        run.accepted = true;
        run.task = Some(start);
    });
    shared.tasks.spawn(carry_out(Arc::clone(shared), job, work, instance, reboot));
    Ok(Started::Running)
}

async fn record(
    shared: &Shared,
    run_id: &RunId,
    start: &TaskStart,
    memory: TaskMemory,
) -> anyhow::Result<()> {
    spool::create(&shared.data.run(run_id))?;
    shared.ledger.start(run_id, start, memory).await
}

async fn carry_out(
    shared: Arc<Shared>,
    job: Job,
    work: RunWork,
    instance: InstanceSlot,
    reboot: Option<String>,
) {
    let outcome = work.run_in_turn(&shared, &job, Some(instance)).await;
    let is_installed = outcome.end == End::Exited { code: 0 };
    records::finish(&shared, &job.run_id, outcome).await;
    if let Some(reboot) = reboot.filter(|_| is_installed) {
        reboot::after_updates(&shared, &reboot);
    }
}

fn work_of(definition: TaskDefinition, due: Due, now: DateTime<Utc>) -> RunWork {
    match definition.updates {
        Some(updates) => install_updates(InstallUpdates {
            guids: updates.guids,
            timeout_seconds: updates.timeout_seconds,
            output_limit: definition.output_limit,
        }),
        None => run_task_actions(TaskRun { ends: end_of(&definition, due, now), definition }),
    }
}

/// Updates are installed at night for a reason: an agent that was off then does
/// not do it at any time.
fn is_too_late(definition: &TaskDefinition, due: Due, now: DateTime<Utc>) -> bool {
    let Some(updates) = &definition.updates else { return false };
    let late = (now - due.due).to_std().unwrap_or_default();
    due.reason == StartReason::Missed && late > Duration::from_secs(updates.catch_up_seconds)
}

/// When the run is ended because its repetitions are over.
fn end_of(definition: &TaskDefinition, due: Due, now: DateTime<Utc>) -> Option<Instant> {
    let ends = due.series_ends.filter(|_| definition.stop_at_duration_end)?;
    // A run that was missed begins after its repetitions: it has their length.
    let length = definition.rule.repetition.map(|repetition| repetition.for_duration);
    let left = (ends - now).to_std().ok().filter(|left| *left > Duration::ZERO).or(length)?;
    Instant::now().checked_add(left)
}
