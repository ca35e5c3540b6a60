//! Reports from an agent: stored first, acknowledged then.

use std::time::Instant;

use muster_protocol::ToAgent;

use super::inventory_changes;
use super::queries::ConnectedAgent;
use super::received::Received;
use crate::agent_link::announce_inventory;
use crate::app::App;
use crate::domain::collections::packages;
use crate::domain::definitions::{self, KeptDocument, SyncedTasks};
use crate::domain::fleet::{self, Location};
use crate::domain::runs::live_output::{self, LiveOutput};
use crate::domain::runs::store::{self, FinishedRun, Progress};
use crate::domain::runs::{AgentReports, StoredReports, store_runs, store_together};
use crate::events::Event;
use crate::events::catalogue::ChangedKeys;
use crate::ids::RunKey;

/// Stores messages and returns the replies to the agent.
pub async fn store(
    app: &App,
    agent: &ConnectedAgent,
    mut received: Received,
    shown: &mut LiveOutput,
) -> anyhow::Result<Vec<ToAgent>> {
    let kept = received.definitions_digest.take();
    let answers = if received.is_empty() {
        Vec::new()
    } else if received.has_more_than_runs() {
        store_alone(app, agent, received, shown).await?
    } else {
        let reports = AgentReports { agent: agent.id, runs: received.runs };
        let stored = store_together(app, reports).await?;
        publish_stored(app, agent, stored, shown).await
    };
    if let Some(digest) = kept {
        store_kept(app, agent, digest).await?;
    }
    Ok(answers)
}

/// Stores which document the agent has.
async fn store_kept(app: &App, agent: &ConnectedAgent, digest: String) -> anyhow::Result<()> {
    let kept = KeptDocument { agent: agent.id, digest };
    let SyncedTasks { tasks, location } = definitions::store_kept(app, kept).await?;
    if let Some(location) = location {
        publish_synced(app, agent, location, &tasks).await;
    }
    Ok(())
}

/// Stores messages that are more than reports about runs, in one transaction.
async fn store_alone(
    app: &App,
    agent: &ConnectedAgent,
    received: Received,
    shown: &mut LiveOutput,
) -> anyhow::Result<Vec<ToAgent>> {
    let turn = app.agent_link.storing.turn().await;
    let write = app.db.begin().await?;
    let reported = [AgentReports { agent: agent.id, runs: received.runs }];
    let stored = store_runs(app, &write, &reported).await?.pop().unwrap_or_default();
    let mut changed = None;
    if let Some((digest, inventory)) = &received.inventory {
        let before = inventory_changes::read(&write, agent.id).await?;
        fleet::store::store_inventory(&write, agent.id, digest, inventory).await?;
        let after = inventory_changes::read(&write, agent.id).await?;
        changed = Some((ChangedKeys::between(&before, &after), after.differs_in_detail(&before)));
    }
    if let Some(digest) = &received.packages {
        packages::record(&write, agent.id, digest).await?;
    }
    let location = fleet::find_location(&write, agent.id).await?;
    write.commit().await?;
    drop(turn);

    let answers = publish_stored(app, agent, stored, shown).await;
    if changed.is_some() {
        announce_inventory(app, &agent.agent_id).await;
    }
    if let (Some(location), Some((keys, is_detail_new))) = (location, changed) {
        if keys.is_empty() && is_detail_new {
            let event = Event::agent_outdated(&agent.agent_id);
            app.events.publish(&location.locate(event)).await;
        }
        publish_updated(app, agent, location, keys).await;
    }
    Ok(answers)
}

/// Publishes what was stored, and returns the replies to the agent.
async fn publish_stored(
    app: &App,
    agent: &ConnectedAgent,
    stored: StoredReports,
    shown: &mut LiveOutput,
) -> Vec<ToAgent> {
    let location = stored.location;
    // Without an open run there is neither output nor an end.
    let located = |event: Event| location.map(|location| location.locate(event));
    for output in stored.new_output {
        if let Some(location) = location {
            shown.add(location, output, &stored.masks);
        }
    }
    // The start first: both may have come together.
    let mut events: Vec<Event> =
        stored.started.iter().flat_map(|run| started(agent, run)).collect();
    events.extend(live_output::events(shown.take_due(Instant::now())));
    for (finished_run, bulk) in &stored.ended {
        events.extend(live_output::events(shown.take_run(finished_run.id)));
        store::announce_end_in_bulk(app, &finished_run.run_id, *bulk).await;
        finished_run.record_trouble(app);
        events.extend(located(finished_run.event(&agent.agent_id)));
    }
    for end in &stored.tasks {
        events.extend(located(Event::task_result(end.result(&agent.agent_id))));
    }
    app.events.publish_all(&events).await;
    if stored.has_jobs {
        app.jobs.wake().await;
    }
    stored.answers
}

/// Publishes what changed about an agent, if anything did.
pub async fn publish_updated(
    app: &App,
    agent: &ConnectedAgent,
    location: Location,
    changed: ChangedKeys,
) {
    if !changed.is_empty() {
        let event = Event::agent_updated(&agent.agent_id, changed);
        app.events.publish(&location.locate(event)).await;
    }
}

/// Publishes that the agent has started these runs.
pub async fn publish_started(app: &App, agent: &ConnectedAgent, runs: &[Progress]) {
    let events: Vec<Event> = runs.iter().flat_map(|run| started(agent, run)).collect();
    app.events.publish_all(&events).await;
}

fn started(agent: &ConnectedAgent, run: &Progress) -> impl Iterator<Item = Event> {
    let started = run.location.locate(Event::run_started(run.id, &agent.agent_id));
    let unqueued = run.may_wait().then(|| unqueued(agent, run.location, run.id));
    std::iter::once(started).chain(unqueued)
}

/// Publishes that tasks of an agent are in sync with the server's.
pub async fn publish_synced(
    app: &App,
    agent: &ConnectedAgent,
    location: Location,
    synced: &[definitions::SyncedTask],
) {
    if !synced.is_empty() {
        let tasks: Vec<i64> = synced.iter().map(|synced| synced.task).collect();
        let event = Event::tasks_synced(&agent.agent_id, tasks);
        app.events.publish(&location.locate(event)).await;
    }
}

/// Publishes that a run no longer waits.
pub async fn publish_unqueued(app: &App, agent: &ConnectedAgent, location: Location, id: RunKey) {
    app.events.publish(&unqueued(agent, location, id)).await;
}

fn unqueued(agent: &ConnectedAgent, location: Location, id: RunKey) -> Event {
    location.locate(Event::pending_removed(id, &agent.agent_id))
}

/// Notifies waiting requests and watchers that a run has ended.
pub async fn publish_run_ended(
    app: &App,
    agent: &ConnectedAgent,
    location: Location,
    finished_run: &FinishedRun,
) {
    store::announce_end(app, &finished_run.run_id).await;
    app.events.publish(&location.locate(finished_run.event(&agent.agent_id))).await;
}
