//! The job after a scan: stores the output of its run.

use anyhow::Context;
use muster_protocol::UpdateScan;
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::details::clean;
use super::merge::merge;
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
    let scan = match read_scan(&printed) {
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

/// An [`UpdateScan`] whose updates are not read yet.
#[derive(Default, Deserialize)]
#[serde(default)]
struct PrintedScan<'a> {
    source: String,
    #[serde(borrow)]
    updates: Vec<&'a RawValue>,
    reboot_required: bool,
}

/// The scan in an output, with its first updates: each takes a hundred times more
/// memory than `{}` in the output of a hostile agent.
fn read_scan(printed: &[u8]) -> serde_json::Result<UpdateScan> {
    let PrintedScan { source, updates, reboot_required } = serde_json::from_slice(printed)?;
    let first = updates.into_iter().take(MOST_UPDATES);
    let updates = first.map(|update| serde_json::from_str(update.get()));
    Ok(UpdateScan { source, updates: updates.collect::<Result<_, _>>()?, reboot_required })
}

async fn store(app: &App, run: &EndedRun, scan: UpdateScan) -> anyhow::Result<()> {
    let finished = run.finished.unwrap_or_else(Timestamp::now);
    let source = clean(&scan.source);
    let write = app.db.begin().await?;
    let newest = queries::record_scan(&write, run.agent, finished, &source, scan.reboot_required);
    if !newest.await? {
        return Ok(());
    }
    let known = queries::list_known_updates(&write, run.agent).await?;
    let plan = merge(known, &scan, run.asked, finished);
    queries::record_asked_to_hide(&write, run.agent).await?;
    for (id, details, install_state) in &plan.changed {
        queries::store_update(&write, *id, details, install_state).await?;
    }
    queries::insert_updates(&write, run.agent, &plan.new).await?;
    queries::forget_shown(&write, run.agent).await?;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_endless_updates_the_first_ones_are_read() {
        let printed = |count: usize| {
            let updates = vec![r#"{"guid":"a"}"#; count].join(",");
            format!(r#"{{"source":"apt","updates":[{updates}],"reboot_required":true,"new":1}}"#)
        };
        let scan = read_scan(printed(2).as_bytes()).unwrap();
        assert_eq!((scan.source.as_str(), scan.reboot_required), ("apt", true));
        assert_eq!((scan.updates.len(), scan.updates[1].guid.as_str()), (2, "a"));
        let scan = read_scan(printed(MOST_UPDATES + 1).as_bytes()).unwrap();
        assert_eq!(scan.updates.len(), MOST_UPDATES);
        assert_eq!(read_scan(b"{}").unwrap(), UpdateScan::default());
        assert!(read_scan(br#"{"updates":[7]}"#).is_err());
        assert!(read_scan(b"Reading package lists...").is_err());
    }
}
