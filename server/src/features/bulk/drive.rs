//! The job that continues a bulk action: sends orders, starts the next batch,
//! stops when too many agents fail, and finishes when all have finished.
//!
//! It runs when the action starts and whenever runs of it end. Only one runs at
//! a time, whatever the number of servers: the job queue ensures that.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use anyhow::Context;
use serde_json::Value;

use super::action::Action;
use super::begin::{drive_job, expiry};
use super::counts::Counts;
use super::queries::{self, ActiveBulk};
use super::show::count;
use super::wave::Wave;
use super::{deliver, run_checks, wake};
use crate::app::App;
use crate::auth::{Purpose, Scope};
use crate::domain::fleet::list_targets;
use crate::domain::{freeze, runs};
use crate::events::Event;
use crate::events::catalogue::BulkProgress;
use crate::ids::AgentKey;
use crate::jobs::Periodic;
use crate::time::Timestamp;

/// Machines woken at once where no batch size is given.
const WAKE_AT_ONCE: i64 = 200;

/// The job. Its payload contains the key of the bulk action.
pub async fn drive(app: App, payload: Value) -> anyhow::Result<()> {
    let id = payload["bulk"].as_i64().context("the job's payload has no bulk action")?;
    while let Some(bulk) = queries::find_active(app.db.read(), id).await? {
        let counts = count(&app, &Scope::everything(), id).await?;
        // One that is frozen is continued within a minute of the thaw.
        if bulk.status == "running" && !freeze::is_everything_frozen(app.db.read()).await? {
            if let Some((status, problem)) = reason_to_stop(&bulk, &counts) {
                stop(&app, &bulk, status, problem).await?;
                continue;
            }
            deliver::deliver(&app, &bulk).await?;
            if !app.stopping.is_cancelled() && begin_next(&app, &bulk).await? {
                continue;
            }
        }
        return report(&app, id).await;
    }
    recount(&app, id).await
}

/// The status of a bulk action that must not continue, and why.
fn reason_to_stop(bulk: &ActiveBulk, counts: &Counts) -> Option<(&'static str, &'static str)> {
    if !bulk.requester_is_active {
        return Some(("cancelled", "the user or API key that started it was disabled or revoked"));
    }
    let percent = bulk.stop_on_failures?;
    let has_too_many = counts.has_too_many_failures(percent, bulk.batch);
    has_too_many.then_some(("stopped", "the bulk action stopped, as too many others failed"))
}

/// Starts no more runs; those that are running continue.
async fn stop(app: &App, bulk: &ActiveBulk, status: &str, problem: &str) -> anyhow::Result<()> {
    let write = app.db.begin().await?;
    if queries::end_early(&write, bulk.id, status).await? {
        queries::cancel_runs(&write, bulk.id, problem, Timestamp::now(), false).await?;
    }
    write.commit().await?;
    let unwanted = queries::list_unwanted(app.db.read(), bulk.id).await?;
    deliver::cancel_unwanted(app, &unwanted).await;
    Ok(())
}

/// Starts runs for as many agents as there are free slots; returns whether any
/// agents were left.
async fn begin_next(app: &App, bulk: &ActiveBulk) -> anyhow::Result<bool> {
    let Some(sealed) = &bulk.sealed_action else { return Ok(false) };
    let opened = app.vault.open_sealed(Purpose::BulkAction, sealed)?;
    let action: Action = serde_json::from_slice(&opened)?;
    let at_once = bulk.batch.unwrap_or(WAKE_AT_ONCE);
    let free = at_once - queries::count_slots(app.db.read(), bulk.id).await?;
    if free <= 0 {
        return Ok(false);
    }
    let waiting = queries::list_waiting(app.db.read(), bulk.id, free).await?;
    if waiting.is_empty() {
        return Ok(false);
    }
    if matches!(action, Action::Wake) {
        wake::wake(app, &waiting).await?;
        return Ok(true);
    }
    if matches!(action, Action::Checks) {
        run_checks::run_checks(app, &waiting).await?;
        return Ok(true);
    }
    let agents: Vec<AgentKey> = waiting.iter().map(|member| member.agent).collect();
    let targets = list_targets(app.db.read(), &agents).await?;
    let hours = u32::try_from(bulk.queue_hours).unwrap_or(24);
    let wave = Wave {
        bulk: bulk.id,
        action: &action,
        username: &bulk.username,
        user_id: bulk.user_id,
        api_key: bulk.api_key,
        expires: expiry(bulk.skip_offline, hours),
    };

    let write = app.db.begin().await?;
    if !queries::hold_running(&write, bulk.id).await? {
        return Ok(false); // It was cancelled meanwhile.
    }
    let refused = wave.insert(app, &write, &targets, true).await?;
    let mut fates: HashMap<AgentKey, Option<String>> =
        targets.iter().map(|target| (target.id, None)).collect();
    fates.extend(refused.into_iter().map(|(target, reason)| (target.id, Some(reason))));
    let (mut began, mut skipped) = (Vec::new(), BTreeMap::<String, Vec<i64>>::new());
    for member in &waiting {
        match fates.remove(&member.agent).unwrap_or_else(|| Some("it was removed".to_owned())) {
            None => began.push(member.id),
            Some(reason) => skipped.entry(reason).or_default().push(member.id),
        }
    }
    queries::delete_members(&write, &began).await?;
    for (reason, members) in &skipped {
        queries::resolve_members(&write, members, "skip", reason).await?;
    }
    app.jobs.enqueue(&write, runs::expiry_job(wave.expires)).await?;
    write.commit().await?;
    Ok(true)
}

/// Publishes the progress, and finishes the bulk action when all agents have
/// finished.
async fn report(app: &App, id: i64) -> anyhow::Result<()> {
    let counts = count(app, &Scope::everything(), id).await?;
    let mut is_finished = false;
    if counts.is_finished() {
        let write = app.db.begin().await?;
        let text = serde_json::to_string(&counts)?;
        is_finished = queries::finish(&write, id, &text, Timestamp::now()).await?;
        write.commit().await?;
    }
    let progress = BulkProgress { id, counts: counts.into() };
    let event = match is_finished {
        true => Event::bulk_finished(progress),
        false => Event::bulk_progress(progress),
    };
    app.events.publish(&event).await;
    Ok(())
}

/// Counts a bulk action again that has finished: an agent that had been given up
/// has reported after all.
async fn recount(app: &App, id: i64) -> anyhow::Result<()> {
    let counts = count(app, &Scope::everything(), id).await?;
    let text = serde_json::to_string(&counts)?;
    let write = app.db.begin().await?;
    let is_other = queries::store_counts(&write, id, &text).await?;
    write.commit().await?;
    if is_other {
        let progress = BulkProgress { id, counts: counts.into() };
        app.events.publish(&Event::bulk_progress(progress)).await;
    }
    Ok(())
}

/// Every minute: open bulk actions, in case a server was killed before it could
/// continue one.
pub const WATCH: Periodic = Periodic {
    name: "bulk_watch",
    every: Duration::from_secs(60),
    handler: |app| Box::pin(watch(app)),
};

async fn watch(app: App) -> anyhow::Result<()> {
    let open = queries::list_open(app.db.read()).await?;
    if open.is_empty() {
        return Ok(());
    }
    let write = app.db.begin().await?;
    for bulk in open {
        app.jobs.enqueue(&write, drive_job(bulk)).await?;
    }
    write.commit().await?;
    app.jobs.wake().await;
    Ok(())
}
