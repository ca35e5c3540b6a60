//! What the agent must not forget: its ledger, and the tasks in it.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use muster_protocol::{CommandAction, Definitions, End, TaskAction, TaskDefinition};
use muster_schedule::{Kind, Rule, next_after};

use super::bench::{Bench, OUTPUT_BYTES, system_shell};
use super::snag::{Found, Snag};
use crate::clock::Clock;
use crate::ledger::Ledger;
use crate::run::{TaskRun, never_started, run_task};
use crate::run_id::RunId;

/// How long the thread of a released ledger may take to let go of its file.
const RELEASE_LIMIT: Duration = Duration::from_secs(3);

/// How long the task's commands may take.
const SECONDS: u32 = 8;

/// A run that is accepted and ended, found again by the next process, and closed.
pub async fn ledger(bench: Arc<Bench>) -> Found {
    let path = bench.folder().join("ledger.redb");
    let run_id = RunId::random();
    let ledger = open(path.clone()).await?;
    ledger.accept(&run_id).await?;
    ledger.finish(&run_id, never_started(End::Exited { code: 0 })).await?;
    ledger.release();
    drop(ledger);

    let ledger = open(path).await?;
    let entry = ledger.find(&run_id)?;
    let is_there = entry.is_some_and(|entry| entry.outcome.is_some());
    ledger.close(&run_id).await?;
    let is_open = ledger.list_open()?.iter().any(|(open, _)| *open == run_id);
    ledger.release();
    match (is_there, is_open) {
        (true, false) => {
            Ok("a run was stored, found again after it was reopened, and closed".into())
        }
        (false, _) => Err(Snag::failed("what was stored is not there after it was reopened")),
        (_, true) => Err(Snag::failed("a run that was closed is still open")),
    }
}

/// A task that is stored, read again, due tomorrow, and run now.
pub async fn task(bench: Arc<Bench>) -> Found {
    let clock = Clock::of_this_machine().read();
    let rule =
        Rule { kind: Kind::Daily { interval: 1 }, start: Some(clock.now), ..Rule::default() };
    let action = |command: &str| {
        Ok::<_, Snag>(TaskAction::Cmd(CommandAction {
            shell: system_shell()?.to_owned(),
            command: command.to_owned(),
            timeout_seconds: SECONDS,
            run_as_user: false,
        }))
    };
    let actions = vec![action("echo one")?, action("echo two")?];
    let definition =
        TaskDefinition { id: 1, rule, actions, output_limit: OUTPUT_BYTES, ..Default::default() };
    let definition = stored(&bench, definition).await?;
    let next = next_after(&definition.rule, clock.zone, clock.now)
        .ok_or_else(|| Snag::failed("a task that runs each day is never due"))?;

    let job = bench.job(2 * SECONDS)?;
    let outcome = run_task(&job, &TaskRun { definition, ends: None }).await;
    let codes: Vec<Option<i32>> = outcome.actions.iter().map(|action| action.retcode).collect();
    match codes[..] {
        [Some(0), Some(0)] => {
            Ok(format!("both actions ran; next at {}", next.format("%Y-%m-%d %H:%M UTC")))
        }
        _ => Err(Snag::Failed(format!("its actions ended with {codes:?}: {:?}", outcome.end))),
    }
}

/// The task as it comes back from a ledger.
async fn stored(bench: &Bench, task: TaskDefinition) -> Result<TaskDefinition, Snag> {
    let ledger = open(bench.folder().join("tasks.redb")).await?;
    let definitions =
        Definitions { digest: "self-test".to_owned(), tasks: vec![task], ..Default::default() };
    ledger.define(&definitions, Vec::new()).await?;
    let found = ledger.find_definition(1)?;
    ledger.release();
    found.ok_or_else(|| Snag::failed("a task that was stored is not there"))
}

/// Opens a ledger on a thread where it may wait for the disk, and for the one that had
/// it open before.
async fn open(path: PathBuf) -> Result<Ledger, Snag> {
    let deadline = Instant::now() + RELEASE_LIMIT;
    loop {
        let path = path.clone();
        let opened = tokio::task::spawn_blocking(move || Ledger::open(&path)).await?;
        if opened.is_ok() || Instant::now() > deadline {
            return Ok(opened?);
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}
