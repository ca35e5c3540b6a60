//! Reports from an agent: stored first, acknowledged then.

use std::time::Instant;

use muster_protocol::ToAgent;

use super::batch::Batch;
use super::inventory_changes;
use super::queries::Enrolled;
use crate::agent_link::announce_inventory;
use crate::app::App;
use crate::domain::collections::packages;
use crate::domain::runs::live_output::{self, LiveOutput};
use crate::domain::runs::store::{self, Over, Piece, Progress};
use crate::domain::runs::{Reported, Stored, store_runs, store_together};
use crate::domain::{definitions, fleet};
use crate::events::Event;
use crate::events::catalogue::ChangedKeys;
use crate::ids::RunKey;

/// Stores a batch in one transaction and returns the replies to the agent.
pub async fn store(
    app: &App,
    agent: &Enrolled,
    batch: Batch,
    shown: &mut LiveOutput,
) -> anyhow::Result<Vec<ToAgent>> {
    if batch.is_empty() {
        return Ok(Vec::new());
    }
    if batch.tells_more() {
        return store_alone(app, agent, batch, shown).await;
    }
    let stored = store_together(app, Reported { agent: agent.id, runs: batch.runs }).await?;
    Ok(tell_stored(app, agent, stored, shown).await)
}

/// Stores a batch that contains more than reports about runs.
async fn store_alone(
    app: &App,
    agent: &Enrolled,
    batch: Batch,
    shown: &mut LiveOutput,
) -> anyhow::Result<Vec<ToAgent>> {
    let turn = app.agent_link.storing.turn().await;
    let write = app.db.begin().await?;
    if batch.kept.is_some() {
        definitions::hold(&write, agent.id).await?;
    }
    let reported = [Reported { agent: agent.id, runs: batch.runs }];
    let mut stored = store_runs(app, &write, &reported).await?.pop().unwrap_or_default();
    let mut changed = None;
    if let Some((digest, inventory)) = &batch.inventory {
        let before = inventory_changes::read(&write, agent.id).await?;
        fleet::store::store_inventory(&write, agent.id, digest, inventory).await?;
        let after = inventory_changes::read(&write, agent.id).await?;
        changed = Some(ChangedKeys::between(&before, &after));
    }
    let mut synced = Vec::new();
    if let Some(digest) = &batch.kept {
        let (settled, has_job) = definitions::note_kept(app, &write, agent.id, digest).await?;
        (synced, stored.has_jobs) = (settled, stored.has_jobs || has_job);
    }
    if let Some(digest) = &batch.packages {
        packages::note(&write, agent.id, digest).await?;
    }
    write.commit().await?;
    drop(turn);

    let answers = tell_stored(app, agent, stored, shown).await;
    tell_synced(app, agent, &synced).await;
    if let Some(changed) = changed {
        announce_inventory(app, &agent.agent_id).await;
        tell_updated(app, agent, changed).await;
    }
    Ok(answers)
}

/// Publishes what was stored, and returns the replies to the agent.
async fn tell_stored(
    app: &App,
    agent: &Enrolled,
    stored: Stored,
    shown: &mut LiveOutput,
) -> Vec<ToAgent> {
    for Piece { run, stream, start, data } in stored.pieces {
        shown.add(run, stream, start, data);
    }
    let place = (agent.client_id, agent.site_id);
    let mut events = live_output::events(place, shown.take_due(Instant::now()));
    events.extend(stored.started.iter().flat_map(|run| started(agent, run)));
    for (over, bulk) in &stored.ended {
        events.extend(live_output::events(place, shown.take_run(over.id)));
        store::announce_of(app, &over.run_id, *bulk).await;
        events.push(locate(agent, over.event(&agent.agent_id)));
    }
    for end in &stored.tasks {
        events.push(locate(agent, Event::task_result(end.result(&agent.agent_id))));
    }
    app.events.publish_all(&events).await;
    if stored.has_jobs {
        app.jobs.wake().await;
    }
    stored.answers
}

/// Publishes what changed about an agent, if anything did.
pub async fn tell_updated(app: &App, agent: &Enrolled, changed: ChangedKeys) {
    if !changed.is_empty() {
        let event = Event::agent_updated(&agent.agent_id, changed);
        app.events.publish(&locate(agent, event)).await;
    }
}

/// Publishes that the agent has started these runs.
pub async fn tell_started(app: &App, agent: &Enrolled, runs: &[Progress]) {
    let events: Vec<Event> = runs.iter().flat_map(|run| started(agent, run)).collect();
    app.events.publish_all(&events).await;
}

fn started(agent: &Enrolled, run: &Progress) -> impl Iterator<Item = Event> {
    let started = locate(agent, Event::run_started(run.id, &agent.agent_id));
    let unqueued = run.may_wait().then(|| unqueued(agent, run.id));
    std::iter::once(started).chain(unqueued)
}

/// Publishes that tasks of an agent are in sync with the server's.
pub async fn tell_synced(app: &App, agent: &Enrolled, synced: &[definitions::Settled]) {
    if !synced.is_empty() {
        let tasks: Vec<i64> = synced.iter().map(|settled| settled.task).collect();
        let event = Event::tasks_synced(&agent.agent_id, tasks);
        app.events.publish(&locate(agent, event)).await;
    }
}

/// Publishes that a run no longer waits.
pub async fn tell_unqueued(app: &App, agent: &Enrolled, id: RunKey) {
    app.events.publish(&unqueued(agent, id)).await;
}

fn unqueued(agent: &Enrolled, id: RunKey) -> Event {
    locate(agent, Event::pending_removed(id, &agent.agent_id))
}

/// Notifies waiting requests and watchers that a run has ended.
pub async fn tell_ended(app: &App, agent: &Enrolled, over: &Over) {
    store::announce(app, &over.run_id).await;
    app.events.publish(&locate(agent, over.event(&agent.agent_id))).await;
}

fn locate(agent: &Enrolled, event: Event) -> Event {
    event.about(agent.client_id, agent.site_id)
}
