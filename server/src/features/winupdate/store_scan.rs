//! The job after a scan: stores the output of its run.

use anyhow::Context;
use muster_protocol::UpdateScan;
use serde_json::Value;

use super::merge::{self, merge};
use super::queries::{self, EndedRun};
use super::summary;
use crate::app::App;
use crate::debug_log::{DebugEntry, LogType};
use crate::domain::collections;
use crate::domain::definitions::{self, Changed, decision_job};
use crate::domain::fleet::AffectedAgents;
use crate::domain::runs::queries::delete_older_scans;
use crate::domain::runs::{self, RunStatus};
use crate::events::Event;
use crate::ids::{AgentKey, RunKey};
use crate::time::Timestamp;

/// No system has more; a scan that finds more is broken.
const MOST_UPDATES: usize = 20_000;

/// Stores what a scan found. Its payload names the run.
pub async fn store_scan(app: App, payload: Value) -> anyhow::Result<()> {
    let id = RunKey(payload["run"].as_i64().context("the job names no run")?);
    let Some(run) = queries::find_ended_run(app.db.read(), id).await? else { return Ok(()) };
    if run.is_of_server {
        forget_older(&app, run.agent, id).await?;
    }
    if run.status != RunStatus::Passed {
        return Ok(()); // It found nothing; its row in the history shows why.
    }
    let printed = runs::read_output(app.db.read(), id, "stdout").await?;
    let scan: UpdateScan = match serde_json::from_slice(&printed) {
        Ok(scan) => scan,
        Err(error) => {
            // The same output would be no better at a second attempt.
            tracing::warn!(run.row = id.0, error = %error, "a scan for updates printed something else");
            let message = format!("the scan for updates in run {id} printed something else");
            let entry = DebugEntry::error(LogType::WinUpdates, message);
            app.debug_log.record(entry.about(run.agent));
            return Ok(());
        }
    };
    store(&app, &run, scan).await
}

/// Scans that the server begins on its own come three times a day from every
/// agent: the last one is enough.
async fn forget_older(app: &App, agent: AgentKey, run: RunKey) -> anyhow::Result<()> {
    let write = app.db.begin().await?;
    delete_older_scans(&write, agent, run).await?;
    write.commit().await?;
    Ok(())
}

async fn store(app: &App, run: &EndedRun, mut scan: UpdateScan) -> anyhow::Result<()> {
    scan.updates.truncate(MOST_UPDATES);
    let finished = run.finished.unwrap_or_else(Timestamp::now);
    let source = merge::clean(&scan.source);
    let write = app.db.begin().await?;
    let newest = queries::record_scan(&write, run.agent, finished, &source, scan.reboot_required);
    if !newest.await? {
        return Ok(());
    }
    let known = queries::list_known_updates(&write, run.agent).await?;
    let plan = merge(known, &scan, run.asked, finished);
    for (id, details, install_state) in &plan.changed {
        queries::store_update(&write, *id, details, install_state).await?;
    }
    queries::insert_updates(&write, run.agent, &plan.new).await?;
    // Also for known updates: their severity may have changed.
    let touched = AffectedAgents::agents([run.agent]);
    app.jobs.enqueue(&write, decision_job(&touched)).await?;
    definitions::mark_due_in(app, &write, Changed::Tasks(&touched)).await?;
    let mut events = summary::recount(&write, &[run.agent]).await?;
    collections::record_scanned(&write, run.agent, Timestamp::now()).await?;
    write.commit().await?;
    app.jobs.wake().await;

    events.push(Event::updates_changed(&run.agent_id).about(run.client_id, run.site_id));
    app.events.publish_all(&events).await;
    Ok(())
}
