//! The agents connected to this server, and when each was last seen.
//!
//! Nothing is written per heartbeat: all connected agents are recorded every
//! half minute, and those that disconnected within a second.

use std::collections::HashMap;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use sea_orm::DbErr;

use super::absence::{absence_check_job, publish_status};
use super::alerting::record_back;
use super::presence_queries as queries;
use crate::app::App;
use crate::events::Event;
use crate::events::catalogue::AgentChanges;
use crate::ids::AgentKey;
use crate::time::Timestamp;

const FLUSH_LEAVERS: Duration = Duration::from_secs(1);
/// Well below the shortest offline time, two minutes.
const RECORD_ALL_EVERY: u32 = 30;
/// The clock was set if it differs by this much.
const JUMP: Duration = Duration::from_secs(30);
/// Agents per statement.
const CHUNK: usize = 500;

/// The agents connected to this server.
#[derive(Default)]
pub struct Presence {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// Row id → number of connections; two during a takeover.
    here: HashMap<AgentKey, u32>,
    /// Row id → the connection that ended.
    left: HashMap<AgentKey, String>,
}

impl Presence {
    /// Records that an agent connected.
    pub fn enter(&self, id: AgentKey) {
        let mut state = self.lock();
        *state.here.entry(id).or_default() += 1;
        ::metrics::gauge!("muster_agents_connected").set(state.here.len() as f64);
    }

    /// Records that this connection of an agent ended.
    pub fn leave(&self, id: AgentKey, line: String) {
        let mut state = self.lock();
        match state.here.get_mut(&id) {
            Some(count) if *count > 1 => *count -= 1,
            _ => {
                state.here.remove(&id);
                state.left.insert(id, line);
            }
        }
        ::metrics::gauge!("muster_agents_connected").set(state.here.len() as f64);
    }

    /// Whether an agent is connected to this server.
    pub fn is_connected(&self, id: AgentKey) -> bool {
        self.lock().here.contains_key(&id)
    }

    /// How many agents are connected to this server.
    #[cfg(test)]
    pub fn count(&self) -> usize {
        self.lock().here.len()
    }

    fn take_left(&self) -> Vec<(AgentKey, String)> {
        self.lock().left.drain().collect()
    }

    fn all_connected(&self) -> Vec<AgentKey> {
        self.lock().here.keys().copied().collect()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().expect("no holder of this lock panics")
    }
}

/// The time of day, and a monotonic clock.
struct Clock {
    day: Timestamp,
    steady: Instant,
}

impl Clock {
    fn read() -> Self {
        Self { day: Timestamp::now(), steady: Instant::now() }
    }

    /// Whether the time of day was set since then.
    fn has_jumped(&self, now: &Self) -> bool {
        let passed = i64::try_from((now.steady - self.steady).as_micros()).unwrap_or(i64::MAX);
        let shown = now.day.micros().saturating_sub(self.day.micros());
        shown.abs_diff(passed) > u64::try_from(JUMP.as_micros()).unwrap_or(u64::MAX)
    }
}

/// Records presence until the server stops, and once more then.
pub async fn record_presence(app: App) {
    let mut ticks: u32 = 0;
    let mut clock = Clock::read();
    loop {
        let stopping = tokio::select! {
            () = app.closing_connections.cancelled() => true,
            () = tokio::time::sleep(FLUSH_LEAVERS) => false,
        };
        ticks = (ticks + 1) % RECORD_ALL_EVERY;
        let ended = app.presence.take_left();
        let left: Vec<AgentKey> = ended.iter().map(|(id, _)| *id).collect();
        // After a jump of the clock all agents would seem to be offline.
        let jumped = std::mem::replace(&mut clock, Clock::read()).has_jumped(&clock);
        let here = match ticks == 0 || stopping || jumped {
            true => app.presence.all_connected(),
            false => Vec::new(),
        };
        let results = [
            record(&app, &left, true).await,
            record_away(&app, &ended).await,
            record(&app, &here, false).await,
        ];
        for result in results {
            if let Err(error) = result {
                tracing::warn!(error = %error, "the presence of agents could not be stored");
            }
        }
        if stopping {
            return;
        }
    }
}

/// Stores that these connections ended, unless their agents have another one by
/// now, and publishes it.
async fn record_away(app: &App, ended: &[(AgentKey, String)]) -> Result<(), DbErr> {
    for chunk in ended.chunks(CHUNK) {
        let write = app.db.begin().await?;
        let away = queries::record_away(&write, chunk).await?;
        write.commit().await?;
        let event = |agent: &queries::AgentPresence| {
            let changed = AgentChanges { connected: Some(false), ..AgentChanges::default() };
            Event::agent_updated(&agent.agent_id, changed).about(agent.client_id, agent.site_id)
        };
        let events: Vec<Event> = away.iter().map(event).collect();
        app.events.publish_all(&events).await;
    }
    Ok(())
}

/// Stores that these agents were connected until now. For those that
/// disconnected, a job checks again when they would become offline or overdue.
/// Those that are still connected but marked as absent, because this could not
/// be stored for a while, are marked as back.
pub(super) async fn record(app: &App, ids: &[AgentKey], left: bool) -> Result<(), DbErr> {
    let now = Timestamp::now();
    for chunk in ids.chunks(CHUNK) {
        let write = app.db.begin().await?;
        queries::record_seen(&write, chunk, now).await?;
        let mut back = Vec::new();
        if left {
            for minutes in queries::list_limits(&write, chunk).await? {
                app.jobs.enqueue(&write, absence_check_job(now, minutes)).await?;
            }
        } else {
            back = queries::record_back(&write, chunk).await?;
        }
        let has_jobs = record_back(app, &write, &back).await?;
        write.commit().await?;
        if has_jobs {
            app.jobs.wake().await;
        }
        publish_status(app, &back).await;
    }
    if left && !ids.is_empty() {
        app.jobs.wake().await;
    }
    Ok(())
}
