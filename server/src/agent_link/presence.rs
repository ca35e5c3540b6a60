//! Who is connected here, and when each agent was last seen.
//!
//! Nothing is written per heartbeat: the whole set is noted every half minute,
//! and whoever leaves a second later.

use std::collections::{HashMap, HashSet};
use std::sync::Mutex;
use std::time::Duration;

use anyhow::Context;
use sea_orm::DbErr;
use serde_json::{Value, json};

use super::queries;
use crate::app::App;
use crate::events::Event;
use crate::jobs::NewJob;
use crate::time::Timestamp;

const FLUSH_LEAVERS: Duration = Duration::from_secs(1);
/// Well below the shortest offline time, two minutes.
const NOTE_ALL_EVERY: u32 = 30;
/// Agents in one statement.
const CHUNK: usize = 500;

/// The agents connected to this server.
#[derive(Default)]
pub struct Presence {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// Row id → number of connections; two for the moment of a takeover.
    here: HashMap<i64, u32>,
    left: HashSet<i64>,
}

impl Presence {
    /// An agent is connected.
    pub fn enter(&self, id: i64) {
        let mut state = self.lock();
        *state.here.entry(id).or_default() += 1;
        ::metrics::gauge!("muster_agents_connected").set(state.here.len() as f64);
    }

    /// A connection of an agent has ended.
    pub fn leave(&self, id: i64) {
        let mut state = self.lock();
        let left = match state.here.get_mut(&id) {
            Some(count) if *count > 1 => {
                *count -= 1;
                0
            }
            _ => id,
        };
        if left == id {
            state.here.remove(&id);
            state.left.insert(id);
        }
        ::metrics::gauge!("muster_agents_connected").set(state.here.len() as f64);
    }

    /// How many agents are connected to this server.
    pub fn count(&self) -> usize {
        self.lock().here.len()
    }

    fn take_left(&self) -> Vec<i64> {
        self.lock().left.drain().collect()
    }

    fn everybody(&self) -> Vec<i64> {
        self.lock().here.keys().copied().collect()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().expect("no holder of this lock panics")
    }
}

/// Notes presence until the server stops, and once more then.
pub async fn keep_noting(app: App) {
    let mut ticks: u32 = 0;
    loop {
        let stopping = tokio::select! {
            () = app.closing_lines.cancelled() => true,
            () = tokio::time::sleep(FLUSH_LEAVERS) => false,
        };
        ticks = (ticks + 1) % NOTE_ALL_EVERY;
        let left = app.agent_link.presence.take_left();
        let here = match ticks == 0 || stopping {
            true => app.agent_link.presence.everybody(),
            false => Vec::new(),
        };
        for result in [note(&app, &left, true).await, note(&app, &here, false).await] {
            if let Err(error) = result {
                tracing::warn!(error = %error, "who was last seen when could not be noted");
            }
        }
        if stopping {
            return;
        }
    }
}

/// Writes down that these were here until now. For those who left, somebody
/// looks again when they would count as offline.
async fn note(app: &App, ids: &[i64], left: bool) -> Result<(), DbErr> {
    let now = Timestamp::now();
    for chunk in ids.chunks(CHUNK) {
        let write = app.db.begin().await?;
        queries::note_seen(&write, chunk, now).await?;
        if left {
            for (id, offline_minutes) in queries::list_limits(&write, chunk).await? {
                app.jobs.enqueue(&write, look_again(id, now, offline_minutes)).await?;
            }
        }
        write.commit().await?;
    }
    if left && !ids.is_empty() {
        app.jobs.wake().await;
    }
    Ok(())
}

/// Kind of the job that looks whether an agent stayed away.
pub const LOOK_KIND: &str = "agent_presence";

fn look_again(id: i64, since: Timestamp, minutes: i64) -> NewJob {
    let wait = Duration::from_secs(60 * u64::try_from(minutes).unwrap_or(0));
    NewJob::now(LOOK_KIND, json!({ "agent": id })).at(since.plus(wait)).keyed(id.to_string())
}

/// The job: an agent left some time ago. Tells whoever watches if it is still
/// away, and looks again when it would be overdue.
pub async fn look(app: App, payload: Value) -> anyhow::Result<()> {
    let id = payload["agent"].as_i64().context("the job names no agent")?;
    let Some(agent) = queries::find_absence(app.db.read(), id).await? else { return Ok(()) };
    let now = Timestamp::now();
    let Some(seen) = agent.last_seen else { return Ok(()) };
    let away = now.since(seen).as_secs() / 60;
    let minutes = |count: i64| u64::try_from(count).unwrap_or(0);
    if away < minutes(agent.offline_time) {
        return Ok(()); // It came back; leaving again makes a new job.
    }
    let is_overdue = away >= minutes(agent.overdue_time);
    if !is_overdue {
        let write = app.db.begin().await?;
        app.jobs.enqueue(&write, look_again(id, seen, agent.overdue_time)).await?;
        write.commit().await?;
        app.jobs.wake().await;
    }
    let status = if is_overdue { "overdue" } else { "offline" };
    let data = json!({ "agent_id": agent.agent_id, "status": status });
    let event = Event::new("agents", "agent.status", data).about(agent.client_id, agent.site_id);
    app.events.publish(&event).await;
    Ok(())
}
