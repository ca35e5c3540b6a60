//! Stores what agents report about their runs, for many agents at once.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use muster_protocol::{Outcome, Stream, TaskStart, ToAgent};
use sea_orm::DatabaseTransaction;

use super::output_room::OutputRoom;
use super::store::{self, FinishedRun, NewOutput, Progress};
use super::{follow_up, masking};
use crate::agent_link::Undelivered;
use crate::app::App;
use crate::domain::alert_events;
use crate::domain::definitions::{TaskEnd, record_task_end};
use crate::domain::fleet::Location;
use crate::domain::key_store::Masks;
use crate::ids::{AgentKey, RunId, RunKey};
use crate::time::Timestamp;

/// What one agent reports about its runs.
pub struct AgentReports {
    pub agent: AgentKey,
    /// By the id of the run.
    pub runs: BTreeMap<RunId, RunReport>,
}

/// What a batch reports about one run.
#[derive(Default)]
pub struct RunReport {
    /// The agent started it on its own.
    pub start: Option<TaskStart>,
    /// The agent accepted the order.
    pub accepted: bool,
    /// The agent does not know this order.
    pub unsupported: bool,
    /// Output: stream, offset, bytes.
    pub output: Vec<(Stream, u64, Vec<u8>)>,
    /// How it ended.
    pub outcome: Option<Outcome>,
}

impl RunReport {
    /// Whether the run is still in progress, according to this report.
    pub fn is_ongoing(&self) -> bool {
        self.outcome.is_none() && !self.unsupported
    }
}

/// What follows once the reports of an agent are stored.
#[derive(Default)]
pub struct StoredReports {
    /// Where the agent is; none if it reported on no open run.
    pub location: Option<Location>,
    /// Replies to the agent.
    pub answers: Vec<ToAgent>,
    /// Output that was stored, secrets covered.
    pub new_output: Vec<NewOutput>,
    /// The secrets that may have begun at the end of it.
    pub masks: Arc<Masks>,
    pub started: Vec<Progress>,
    /// Runs that have ended, each with its bulk action.
    pub ended: Vec<(FinishedRun, Option<i64>)>,
    pub tasks: Vec<TaskEnd>,
    pub has_jobs: bool,
}

/// A run that an agent reported on, and what follows.
struct RunUpdate<'a> {
    /// Index of the reporting agent.
    index: usize,
    run: Progress,
    report: &'a RunReport,
    has_output: bool,
    /// How it ended, once all of its output is stored.
    outcome: Option<&'a Outcome>,
    /// Whether this is the agent's first report about it.
    is_first: bool,
    /// How much of each stream the agent need not send again: what is stored,
    /// and what was dropped because there is no room for it.
    received: (u64, u64),
}

/// Stores the reports of some agents in one transaction; returns what follows
/// for each, in their order.
pub async fn store_runs(
    app: &App,
    write: &DatabaseTransaction,
    reported: &[AgentReports],
) -> anyhow::Result<Vec<StoredReports>> {
    let now = Timestamp::now();
    let own = insert_agent_started(write, reported, now).await?;
    let mut stored = Vec::from_iter(reported.iter().map(|_| StoredReports::default()));
    let (updates, new_output) = evaluate(app, write, reported, now, &mut stored).await?;
    store_output(app, write, &updates, new_output, &mut stored).await?;

    let ended: Vec<_> =
        updates.iter().filter_map(|one| one.outcome.map(|outcome| (&one.run, outcome))).collect();
    store::finish(write, &ended, now).await?;
    let open = || updates.iter().filter(|one| one.outcome.is_none());
    let first: Vec<_> = open().filter(|one| one.is_first).map(|one| &one.run).collect();
    let begun = store::mark_running(write, &first, now).await?;
    let grown: Vec<_> = open().filter(|one| one.has_output).map(|one| &one.run).collect();
    store::record_progress(write, &grown).await?;

    for one in updates {
        let is_new = one.is_first && (one.outcome.is_some() || begun.contains(&one.run.id));
        let is_started = is_new || own.contains(&one.run.run_id);
        follow(app, write, one, is_started, now, &mut stored).await?;
    }
    Ok(stored)
}

/// Stores the runs that agents started on their own; returns the new ones.
async fn insert_agent_started(
    write: &DatabaseTransaction,
    reported: &[AgentReports],
    now: Timestamp,
) -> anyhow::Result<HashSet<RunId>> {
    let mut own = HashSet::new();
    for AgentReports { agent, runs } in reported {
        for (run_id, report) in runs {
            if let Some(start) = &report.start
                && store::insert_started(write, *agent, run_id, start, now).await?
            {
                own.insert(run_id.clone());
            }
        }
    }
    Ok(own)
}

/// Evaluates the reports about open runs, and collects new output.
async fn evaluate<'a>(
    app: &App,
    write: &DatabaseTransaction,
    reported: &'a [AgentReports],
    now: Timestamp,
    stored: &mut [StoredReports],
) -> anyhow::Result<(Vec<RunUpdate<'a>>, Vec<NewOutput>)> {
    let named = |one: &'a AgentReports| one.runs.keys().map(|run_id| (one.agent, run_id));
    let named: Vec<_> = reported.iter().flat_map(named).collect();
    let mut known = store::find_all(write, &named).await?;
    let (mut updates, mut new_output) = (Vec::new(), Vec::new());
    for (index, AgentReports { agent, runs }) in reported.iter().enumerate() {
        let room = app.runs.daily_output.room(app, *agent, now);
        for (run_id, report) in runs {
            let found = known.remove(run_id);
            if found.as_ref().is_some_and(Progress::is_cancelled) && report.outcome.is_none() {
                // Its order was sent after the cancellation.
                stored[index].answers.push(ToAgent::Cancel { run_id: run_id.clone().into() });
            }
            let Some(mut run) = found.filter(Progress::is_open) else {
                // Ended or unknown here: the agent may forget it.
                stored[index].answers.push(ToAgent::Closed { run_id: run_id.clone().into() });
                continue;
            };
            let parts = room.take_all(&mut run, report);
            stored[index].location = Some(run.location);
            updates.push(update(index, run, report, &room, !parts.is_empty()));
            new_output.extend(parts);
        }
    }
    Ok((updates, new_output))
}

/// Stores new output without the secrets in it, and hands it on to its watchers.
async fn store_output(
    app: &App,
    write: &DatabaseTransaction,
    updates: &[RunUpdate<'_>],
    new_output: Vec<NewOutput>,
    stored: &mut [StoredReports],
) -> anyhow::Result<()> {
    let Some(version) = updates.first().map(|one| one.run.key_store_version) else { return Ok(()) };
    if new_output.is_empty() {
        return Ok(());
    }
    let masks = app.runs.masks.at(version, write, &app.vault).await?;
    let covered = masking::cover(write, &masks, new_output).await?;
    store::insert_output(write, &covered).await?;
    let index_of: HashMap<RunKey, usize> =
        updates.iter().map(|one| (one.run.id, one.index)).collect();
    for part in covered {
        let Some(index) = index_of.get(&part.run) else { continue };
        let stored = &mut stored[*index];
        stored.masks = masks.clone();
        stored.new_output.push(part);
    }
    Ok(())
}

/// Evaluates the report about one run, once its output is taken.
fn update<'a>(
    index: usize,
    run: Progress,
    report: &'a RunReport,
    room: &OutputRoom<'_>,
    has_new: bool,
) -> RunUpdate<'a> {
    let received = |stream| room.received(&run, stream, report);
    let received = (received(Stream::Stdout), received(Stream::Stderr));
    let has_output = has_new || received != run.stored();
    // A run may only end once all of its output is stored.
    let outcome = report.outcome.as_ref().filter(|outcome| room.is_whole(&run, outcome));
    let outcome = outcome.filter(|_| !report.unsupported);
    if outcome.is_some() {
        room.forget(run.id);
    }
    let is_first = report.accepted && run.is_unconfirmed();
    RunUpdate { index, run, report, has_output, outcome, is_first, received }
}

/// What follows from the report about one run.
async fn follow(
    app: &App,
    write: &DatabaseTransaction,
    one: RunUpdate<'_>,
    is_started: bool,
    now: Timestamp,
    stored: &mut [StoredReports],
) -> anyhow::Result<()> {
    let RunUpdate { index, run, report, has_output, outcome, received, .. } = one;
    let (stored, run_id) = (&mut stored[index], run.run_id.clone());
    let has_gap = report.outcome.is_some() && outcome.is_none() && !report.unsupported;
    if has_output || has_gap {
        // After a gap, this tells the agent where to continue.
        let (stdout, stderr) = received;
        stored.answers.push(ToAgent::Stored { run_id: run_id.clone().into(), stdout, stderr });
    }
    if let Some(outcome) = outcome {
        if run.has_task() {
            let end = record_task_end(write, run.id).await?;
            let alert = end.as_ref().and_then(|end| end.alert.as_ref());
            alert_events::record(app, write, &Vec::from_iter(alert.cloned())).await?;
            stored.has_jobs |= alert.is_some();
            stored.tasks.extend(end);
        }
        stored.has_jobs |= follow_up::enqueue(app, write, &run).await?;
        stored.answers.push(ToAgent::Closed { run_id: run_id.into() });
        stored.ended.push((FinishedRun::by(&outcome.end, &run), run.bulk_id));
    } else if report.unsupported {
        store::fail_undelivered(write, &run_id, Undelivered::Unsupported, now).await?;
        stored.ended.push((FinishedRun::failed(run.id, run_id), run.bulk_id));
    }
    if is_started {
        stored.started.push(run);
    }
    Ok(())
}
