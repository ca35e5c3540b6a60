//! What an agent reports: stored first, acknowledged then.

use std::time::Instant;

use muster_protocol::{Outcome, Stream, ToAgent};
use sea_orm::DatabaseTransaction;
use serde_json::{Map, Value, json};

use super::Undelivered;
use super::batch::{Batch, RunReport};
use super::ledger::{self, Over, Progress, TaskEnd};
use super::live_output::{self, LiveOutput};
use super::queries::{self, Enrolled};
use super::{definitions, follow_up, inventory_changes, refresh};
use crate::app::App;
use crate::events::Event;
use crate::time::Timestamp;

/// What follows once a batch is stored.
#[derive(Default)]
struct Effects {
    answers: Vec<ToAgent>,
    started: Vec<Progress>,
    ended: Vec<Over>,
    tasks: Vec<TaskEnd>,
    has_jobs: bool,
}

/// Stores a batch in one transaction and gives what the agent is to be told.
pub async fn store(
    app: &App,
    agent: &Enrolled,
    batch: Batch,
    shown: &mut LiveOutput,
) -> anyhow::Result<Vec<ToAgent>> {
    if batch.is_empty() {
        return Ok(Vec::new());
    }
    let turn = app.agent_link.storing.turn().await;
    let write = app.db.begin().await?;
    if batch.kept.is_some() {
        definitions::hold(&write, agent.id).await?;
    }
    let (mut effects, mut pieces) = (Effects::default(), Vec::new());
    for (run_id, report) in batch.runs {
        store_run(app, &write, agent, run_id, report, &mut effects, &mut pieces).await?;
    }
    let mut changed = None;
    if let Some((digest, inventory)) = &batch.inventory {
        let before = inventory_changes::read(&write, agent.id).await?;
        queries::store_inventory(&write, agent.id, digest, inventory).await?;
        let after = inventory_changes::read(&write, agent.id).await?;
        changed = Some(inventory_changes::between(&before, &after));
    }
    let mut synced = Vec::new();
    if let Some(digest) = &batch.kept {
        let (settled, has_job) = definitions::note_kept(app, &write, agent.id, digest).await?;
        (synced, effects.has_jobs) = (settled, effects.has_jobs || has_job);
    }
    write.commit().await?;
    drop(turn);

    for (id, stream, offset, data) in pieces {
        shown.add(id, stream, offset, data);
    }
    let place = (agent.client_id, agent.site_id);
    live_output::publish(app, place, shown.take_due(Instant::now())).await;
    tell_started(app, agent, &effects.started).await;
    for over in &effects.ended {
        live_output::publish(app, place, shown.take_run(over.id)).await;
        tell_ended(app, agent, over).await;
    }
    for end in &effects.tasks {
        let mut data = json!(end);
        data["status"] = end.status().into();
        data["agent_id"] = agent.agent_id.as_str().into();
        publish(app, agent, "tasks", "task.result", data).await;
    }
    tell_synced(app, agent, &synced).await;
    if effects.has_jobs {
        app.jobs.wake().await;
    }
    if let Some(changed) = changed {
        refresh::announce(app, &agent.agent_id).await;
        tell_updated(app, agent, changed).await;
    }
    Ok(effects.answers)
}

/// Output that became real: run, stream, where it begins.
type Stored = (i64, Stream, i64, Vec<u8>);

async fn store_run(
    app: &App,
    write: &DatabaseTransaction,
    agent: &Enrolled,
    run_id: String,
    report: RunReport,
    effects: &mut Effects,
    pieces: &mut Vec<Stored>,
) -> anyhow::Result<()> {
    let is_own = match &report.start {
        Some(start) => {
            ledger::insert_started(write, agent.id, &run_id, start, Timestamp::now()).await?
        }
        None => false,
    };
    let Some(mut run) = ledger::find_open(write, agent.id, &run_id).await? else {
        // Over or unknown here: the agent may forget it.
        effects.answers.push(ToAgent::Closed { run_id });
        return Ok(());
    };
    let before = run.stored();
    for (stream, offset, data) in report.output {
        let limit = app.settings.output_limit;
        let new = ledger::append(write, &mut run, stream, offset, data, limit).await?;
        pieces.extend(new.map(|(start, data)| (run.id, stream, start, data)));
    }
    let has_output = run.stored() != before;
    let has_ended = report.outcome.is_some();
    let outcome = report.outcome.filter(|outcome| is_whole(&run_id, &run, outcome));
    let has_gap = has_ended && outcome.is_none();
    if has_output || has_gap {
        // After a gap this tells the agent where to go on.
        effects.answers.push(stored(&run_id, &run));
    }
    let mut is_new = report.accepted && run.is_unheard();
    match outcome {
        // One statement for beginning, output and end of a short run.
        Some(outcome) if !report.unsupported => {
            finish(app, write, effects, run_id, &run, &outcome).await?;
        }
        _ => {
            is_new = is_new && ledger::mark_running(write, &run, Timestamp::now()).await?;
            if has_output {
                ledger::note_progress(write, &run).await?;
            }
            if report.unsupported {
                let reason = Undelivered::Unsupported.to_string();
                ledger::fail(write, &run_id, &reason, Timestamp::now()).await?;
                effects.ended.push(Over::failed(run.id, run_id));
            }
        }
    }
    if is_new || is_own {
        effects.started.push(run);
    }
    Ok(())
}

/// Only a run whose whole output is here may end.
fn is_whole(run_id: &str, run: &Progress, outcome: &Outcome) -> bool {
    let (stdout, stderr) = run.stored();
    let is_whole = stdout >= outcome.stdout && stderr >= outcome.stderr;
    if !is_whole {
        tracing::warn!(run.id = run_id, "a run ended before its output was complete");
    }
    is_whole
}

async fn finish(
    app: &App,
    write: &DatabaseTransaction,
    effects: &mut Effects,
    run_id: String,
    run: &Progress,
    outcome: &Outcome,
) -> anyhow::Result<()> {
    ledger::finish(write, run, outcome, Timestamp::now()).await?;
    if run.has_task() {
        effects.tasks.extend(ledger::note_task_end(write, run.id).await?);
    }
    effects.has_jobs |= follow_up::enqueue(app, write, run).await?;
    effects.answers.push(ToAgent::Closed { run_id: run_id.clone() });
    effects.ended.push(Over::by(&outcome.end, run.id, run_id));
    Ok(())
}

fn stored(run_id: &str, run: &Progress) -> ToAgent {
    let (stdout, stderr) = run.stored();
    ToAgent::Stored { run_id: run_id.to_owned(), stdout, stderr }
}

/// Tells whoever watches what is new about an agent, if anything is.
pub async fn tell_updated(app: &App, agent: &Enrolled, changed: Map<String, Value>) {
    if !changed.is_empty() {
        let data = json!({ "agent_id": agent.agent_id, "changed": changed });
        publish(app, agent, "agents", "agent.updated", data).await;
    }
}

/// Tells whoever watches that these runs are in the agent's hands.
pub async fn tell_started(app: &App, agent: &Enrolled, runs: &[Progress]) {
    for run in runs {
        let data = json!({ "id": run.id, "agent_id": agent.agent_id });
        publish(app, agent, "runs", "run.started", data).await;
        if run.may_wait() {
            tell_unqueued(app, agent, run.id).await;
        }
    }
}

/// Tells whoever watches that tasks of an agent are in step with the server's.
pub async fn tell_synced(app: &App, agent: &Enrolled, synced: &[definitions::Settled]) {
    if !synced.is_empty() {
        let tasks: Vec<i64> = synced.iter().map(|settled| settled.task).collect();
        let data = json!({ "agent_id": agent.agent_id, "tasks": tasks });
        publish(app, agent, "tasks", "task.synced", data).await;
    }
}

/// Tells whoever watches that a run waits no more.
pub async fn tell_unqueued(app: &App, agent: &Enrolled, id: i64) {
    let data = json!({ "id": id, "agent_id": agent.agent_id });
    publish(app, agent, "pending", "removed", data).await;
}

/// Tells whoever waits or watches that a run is over.
pub async fn tell_ended(app: &App, agent: &Enrolled, over: &Over) {
    ledger::announce(app, &over.run_id).await;
    let event = over.event(&agent.agent_id).about(agent.client_id, agent.site_id);
    app.events.publish(&event).await;
}

async fn publish(app: &App, agent: &Enrolled, topic: &str, kind: &str, data: Value) {
    let event = Event::new(topic, kind, data).about(agent.client_id, agent.site_id);
    app.events.publish(&event).await;
}
