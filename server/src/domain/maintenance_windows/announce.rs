//! Windows that open and close, and agents whose own maintenance ends: announced
//! once, whichever server notices it.
//!
//! A timer is set for the next change; a check every minute finds what no timer was
//! set for. Whether an agent is in maintenance never depends on this: see
//! [`super::agents_in_maintenance`].

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};
use serde_json::json;

use super::queries;
use super::silence::agents_of_windows;
use super::window::StoredWindow;
use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::domain::alert_events::silence_job;
use crate::domain::fleet;
use crate::error::ApiError;
use crate::events::catalogue::AgentChanges;
use crate::events::{Entity, Event};
use crate::ids::{AgentId, AgentKey};
use crate::jobs::NewJob;
use crate::storage::sql;
use crate::time::Timestamp;

/// Kind of the timer for the next change.
pub const MAINTENANCE_KIND: &str = "maintenance_change";

/// Agents whose maintenance ends in one transaction.
const BATCH: usize = 500;

/// Agents in the payload of one job.
const MOST_AGENTS: usize = 1000;

#[derive(FromQueryResult)]
struct EndedRow {
    id: AgentKey,
    agent_id: AgentId,
    hostname: String,
    site_id: i64,
    client_id: i64,
}

/// The timer for a change at this time.
pub fn timer_job(at: Timestamp) -> NewJob {
    NewJob::now(MAINTENANCE_KIND, json!({})).at(at).keyed(at.micros().to_string())
}

/// Has the rooms above decide again about alerts of these agents, whose maintenance
/// began or ended, and sets the timer for a planned end.
pub async fn maintenance_changed(
    change: &Change,
    agents: &[AgentKey],
    until: Option<Timestamp>,
) -> Result<(), DbErr> {
    for agents in agents.chunks(MOST_AGENTS) {
        change.enqueue(silence_job(agents)).await?;
    }
    match until {
        Some(until) => change.enqueue(timer_job(until)).await,
        None => Ok(()),
    }
}

/// Announces every window that opened or closed, ends what agents planned, and sets
/// the timer for the next change.
pub async fn announce(app: &App) -> Result<(), ApiError> {
    let now = Timestamp::now();
    let db = app.db.read();
    // Only what has to be written takes a transaction: this runs every minute.
    let windows = queries::list_windows(db, None).await?;
    if windows.iter().any(|window| window.is_open(now) != window.was_open) {
        announce_windows(app, now).await?;
    }
    if !list_ended(db, now).await?.is_empty() {
        while end_planned(app, now).await? == BATCH {}
    }
    let changes = windows.iter().filter_map(|window| window.next_change(now));
    let changes = changes.chain(next_planned_end(db, now).await?);
    if let Some(next) = changes.min() {
        let write = app.db.begin().await?;
        app.jobs.enqueue(&write, timer_job(next)).await?;
        write.commit().await?;
    }
    Ok(())
}

async fn announce_windows(app: &App, now: Timestamp) -> Result<(), ApiError> {
    let write = app.db.begin().await?;
    let mut windows = queries::lock_windows(&write).await?;
    windows.retain(|window| window.is_open(now) != window.was_open);
    if windows.is_empty() {
        return Ok(());
    }
    let agents = agents_of_windows(&write, &windows).await?;
    for is_open in [true, false] {
        let ids: Vec<i64> =
            windows.iter().filter(|one| one.was_open != is_open).map(|one| one.id).collect();
        queries::store_open(&write, &ids, is_open).await?;
    }
    for agents in agents.chunks(MOST_AGENTS) {
        app.jobs.enqueue(&write, silence_job(agents)).await?;
    }
    write.commit().await?;
    let event = |window: &StoredWindow| Event::saved(Entity::MaintenanceWindow, window.id);
    app.events.publish_all(&windows.iter().map(event).collect::<Vec<_>>()).await;
    app.jobs.wake().await;
    Ok(())
}

/// Ends the maintenance of agents whose time has passed, and returns how many they
/// were.
async fn end_planned(app: &App, now: Timestamp) -> Result<usize, ApiError> {
    let mut change = Change::begin_as(app, "system", "").await?;
    let ended = list_ended(&*change, now).await?;
    if ended.is_empty() {
        return Ok(0);
    }
    let ids: Vec<AgentKey> = ended.iter().map(|agent| agent.id).collect();
    fleet::store::set_maintenance(&*change, &ids, false, None, "system").await?;
    change.enqueue(silence_job(&ids)).await?;
    let mut entries = Vec::with_capacity(ended.len());
    for agent in &ended {
        let changed = AgentChanges {
            maintenance_mode: Some(false),
            maintenance_until: Some(None),
            ..AgentChanges::default()
        };
        let event = Event::agent_updated(&agent.agent_id, changed);
        change.publish(event.about(agent.client_id, agent.site_id));
        let message = format!("the maintenance of {} ended as planned", agent.hostname);
        let entry = Entry::new(Action::Modify, ObjectType::Agent, agent.id.0, message);
        entries.push(entry.agent(&agent.hostname, &agent.agent_id));
    }
    let Some(last) = entries.pop() else { return Ok(0) };
    entries.into_iter().for_each(|entry| change.add_entry(entry));
    change.commit(last).await?;
    Ok(ended.len())
}

async fn list_ended(write: &impl ConnectionTrait, now: Timestamp) -> Result<Vec<EndedRow>, DbErr> {
    let text = format!(
        "select a.id, a.agent_id, a.hostname, a.site_id, s.client_id
           from present_agents a join sites s on s.id = a.site_id
          where a.maintenance_mode and a.maintenance_until <= $1
          order by a.id limit {BATCH}"
    );
    sql::all(write, &text, [now.into()]).await
}

async fn next_planned_end(
    db: &impl ConnectionTrait,
    now: Timestamp,
) -> Result<Option<Timestamp>, DbErr> {
    let text = "select min(a.maintenance_until) from present_agents a
                 where a.maintenance_mode and a.maintenance_until > $1";
    let found: Option<Option<i64>> = sql::value(db, text, [now.into()]).await?;
    Ok(found.flatten().map(Timestamp::from_micros))
}
