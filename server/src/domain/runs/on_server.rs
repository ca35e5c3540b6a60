//! Runs on the server's own machine: executed here, stored like those of
//! agents.

use std::time::{Duration, Instant};

use anyhow::Context;
use muster_protocol::{End, Order, Outcome, RunScript};
use sea_orm::DbErr;
use tokio::sync::mpsc;

use super::live_output::{self, LiveOutput};
use super::status::RunStatus;
use super::store::{self, FinishedRun, Progress};
use super::{follow_up, masking, queries};
use crate::app::App;
use crate::debug_log::{DebugEntry, LogType};
use crate::domain::fleet::{Target, find_location};
use crate::events::Event;
use crate::host::{self, OutputChunk, StopSignals};
use crate::ids::{RunId, RunKey};
use crate::jobs::{Periodic, live_replicas};
use crate::time::Timestamp;

/// Chunks of output that wait for the database, and the most in one
/// transaction.
const MAX_CHUNKS: usize = 64;
const STOPPED: &str = "the server stopped or died during the run";

/// Starts a stored run in the background.
pub fn begin(app: &App, target: &Target, id: RunKey, order: Order) {
    let (app_clone, target) = (app.clone(), target.clone());
    app.tasks.spawn(async move {
        let run_id = RunId::from(order.run_id.as_str());
        if let Err(error) = execute(&app_clone, &target, order).await {
            let error = format!("{error:#}");
            tracing::error!(run.id = run_id.as_str(), error, "a run on the server failed");
            let message = format!("run {id} on the server failed: {error}");
            let entry = DebugEntry::error(LogType::Scripting, message);
            app_clone.debug_log.record(entry.about(target.id));
            // The database may be unreachable: then the sweep ends it.
            let _ = interrupt(&app_clone, &target, id, &run_id).await;
        }
    });
}

async fn execute(app: &App, target: &Target, order: Order) -> anyhow::Result<()> {
    let script: RunScript = order.read().context("the order could not be decoded")?;
    let run_id = &RunId::from(order.run_id.as_str());
    let mut slot = app.host.take(run_id.as_str());
    // Before it runs, so that no cancellation is missed.
    let mut cancellations = app.bus.subscribe(&end_subject(run_id)).await?;
    tokio::select! {
        () = slot.wait() => {}
        () = app.closing_connections.cancelled() => anyhow::bail!(STOPPED),
    }
    let Some(mut run) = record_begin(app, target, run_id).await? else { return Ok(()) };
    let until = StopSignals { stopping: app.closing_connections.clone(), ..StopSignals::default() };
    let (sender, chunks) = mpsc::channel(MAX_CHUNKS);
    let (outcome, stored) = {
        let running = host::run(&app.host, run_id.as_str(), &script, &until, sender);
        let work = async { tokio::join!(running, store_output(app, target, &mut run, chunks)) };
        tokio::pin!(work);
        loop {
            tokio::select! {
                done = &mut work => break done,
                Some(_) = cancellations.next() => until.cancelled.cancel(),
            }
        }
    };
    stored.context("its output could not be stored")?;
    record_end(app, target, run_id, &run, &outcome).await
}

/// Returns none if it was cancelled, or its agent was removed.
async fn record_begin(
    app: &App,
    target: &Target,
    run_id: &RunId,
) -> anyhow::Result<Option<Progress>> {
    let write = app.db.begin().await?;
    let Some(run) = store::find_open(&write, target.id, run_id).await? else { return Ok(None) };
    if store::mark_running(&write, &[&run], Timestamp::now()).await?.is_empty() {
        return Ok(None);
    }
    write.commit().await?;
    let event = Event::run_started(run.id, &target.agent_id);
    app.events.publish(&run.location.locate(event)).await;
    Ok(Some(run))
}

/// Stores output as it comes, and publishes it to watchers.
async fn store_output(
    app: &App,
    target: &Target,
    run: &mut Progress,
    mut chunks: mpsc::Receiver<OutputChunk>,
) -> anyhow::Result<()> {
    let (mut shown, mut batch) = (LiveOutput::default(), Vec::new());
    loop {
        let due = shown.due();
        tokio::select! {
            received = chunks.recv_many(&mut batch, MAX_CHUNKS) => {
                if received == 0 {
                    break;
                }
                store(app, target, run, &mut batch, &mut shown).await?;
            }
            () = until(due) => {}
        }
        live_output::publish(app, shown.take_due(Instant::now())).await;
    }
    live_output::publish(app, shown.take_run(run.id)).await;
    Ok(())
}

async fn until(due: Option<Instant>) {
    match due {
        Some(due) => tokio::time::sleep_until(due.into()).await,
        None => std::future::pending().await,
    }
}

async fn store(
    app: &App,
    target: &Target,
    run: &mut Progress,
    batch: &mut Vec<OutputChunk>,
    shown: &mut LiveOutput,
) -> anyhow::Result<()> {
    let limit = app.settings.output_limit;
    let mut chunks = Vec::with_capacity(batch.len());
    for OutputChunk { stream, data } in batch.drain(..) {
        let offset = run.stored_of(stream);
        chunks.extend(run.take_new(stream, offset, data, limit));
    }
    let write = app.db.begin().await?;
    let masks = app.runs.masks.newest(&write, &app.vault).await?;
    let chunks = masking::cover(&write, &masks, chunks).await?;
    store::insert_output(&write, &chunks).await?;
    store::record_progress(&write, &[run]).await?;
    let location = find_location(&write, target.id).await?.unwrap_or(run.location);
    write.commit().await?;
    for chunk in chunks {
        shown.add(location, chunk, &masks);
    }
    Ok(())
}

async fn record_end(
    app: &App,
    target: &Target,
    run_id: &RunId,
    run: &Progress,
    outcome: &Outcome,
) -> anyhow::Result<()> {
    if outcome.end == End::Interrupted {
        return interrupt(app, target, run.id, run_id).await;
    }
    let write = app.db.begin().await?;
    store::finish(&write, &[(run, outcome)], Timestamp::now()).await?;
    let has_jobs = follow_up::enqueue(app, &write, run).await?;
    write.commit().await?;
    publish_finished(app, target, &FinishedRun::by(&outcome.end, run)).await?;
    if has_jobs {
        app.jobs.wake().await;
    }
    Ok(())
}

async fn interrupt(app: &App, target: &Target, id: RunKey, run_id: &RunId) -> anyhow::Result<()> {
    let write = app.db.begin().await?;
    let was_open = store::interrupt(&write, run_id, STOPPED, Timestamp::now()).await?;
    write.commit().await?;
    if was_open {
        let finished_run =
            FinishedRun { status: RunStatus::Interrupted, ..FinishedRun::failed(id, run_id) };
        publish_finished(app, target, &finished_run).await?;
    }
    Ok(())
}

async fn publish_finished(
    app: &App,
    target: &Target,
    finished_run: &FinishedRun,
) -> Result<(), DbErr> {
    store::announce_end(app, &finished_run.run_id).await;
    finished_run.record_trouble(app);
    if let Some(location) = find_location(app.db.read(), target.id).await? {
        let event = finished_run.event(&target.agent_id);
        app.events.publish(&location.locate(event)).await;
    }
    Ok(())
}

/// Asks the server that executes a run to end it.
pub async fn end(app: &App, run_id: &RunId) {
    // If the message is lost, the run ends at its timeout.
    if app.bus.publish(&end_subject(run_id), Vec::new()).await.is_err() {
        tracing::warn!(
            run.id = run_id.as_str(),
            "the cancellation of a run could not be sent to its server"
        );
    }
}

fn end_subject(run_id: &RunId) -> String {
    format!("server_run.{run_id}.end")
}

const EVERY: Duration = Duration::from_secs(60);
/// A younger run may be about to start on its server.
const ON_ITS_WAY: Duration = Duration::from_secs(30);

/// Every minute: ends the runs of servers that died.
pub const SERVER_SWEEP: Periodic =
    Periodic { name: "server_run_sweep", every: EVERY, handler: |app| Box::pin(sweep(app)) };

async fn sweep(app: App) -> anyhow::Result<()> {
    let before = Timestamp::now().minus(ON_ITS_WAY);
    let open = queries::list_on_servers(app.db.read(), before).await?;
    if open.is_empty() {
        return Ok(());
    }
    let alive = live_replicas(&app.db).await?;
    for run in open {
        let is_in_hand = match run.server == app.replica_id {
            true => app.host.has(run.run_id.as_str()),
            false => alive.contains(&run.server),
        };
        if !is_in_hand {
            app.host.clear(run.run_id.as_str()).await;
            interrupt(&app, &run.target, run.run, &run.run_id).await?;
            let message = format!("run {} on the server ended: its server died", run.run);
            let entry = DebugEntry::warning(LogType::SystemIssues, message);
            app.debug_log.record(entry.about(run.target.id));
        }
    }
    Ok(())
}
