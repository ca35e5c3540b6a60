//! Who is connected here, and when each agent was last seen.
//!
//! Nothing is written per heartbeat: the whole set is noted every half minute,
//! and whoever leaves a second later.

use std::collections::HashMap;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use sea_orm::DbErr;

use super::absence::{look_again, tell};
use super::presence_queries as queries;
use crate::app::App;
use crate::events::Event;
use crate::events::catalogue::AgentChanges;
use crate::ids::AgentKey;
use crate::time::Timestamp;

const FLUSH_LEAVERS: Duration = Duration::from_secs(1);
/// Well below the shortest offline time, two minutes.
const NOTE_ALL_EVERY: u32 = 30;
/// A clock that differs by so much was set.
const JUMP: Duration = Duration::from_secs(30);
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
    here: HashMap<AgentKey, u32>,
    /// Row id → the line that ended.
    left: HashMap<AgentKey, String>,
}

impl Presence {
    /// An agent is connected.
    pub fn enter(&self, id: AgentKey) {
        let mut state = self.lock();
        *state.here.entry(id).or_default() += 1;
        ::metrics::gauge!("muster_agents_connected").set(state.here.len() as f64);
    }

    /// A connection of an agent has ended: this line.
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
    pub fn is_here(&self, id: AgentKey) -> bool {
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

    fn everybody(&self) -> Vec<AgentKey> {
        self.lock().here.keys().copied().collect()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().expect("no holder of this lock panics")
    }
}

/// The time of day, and one that only ever goes on.
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

/// Notes presence until the server stops, and once more then.
pub async fn keep_noting(app: App) {
    let mut ticks: u32 = 0;
    let mut clock = Clock::read();
    loop {
        let stopping = tokio::select! {
            () = app.closing_lines.cancelled() => true,
            () = tokio::time::sleep(FLUSH_LEAVERS) => false,
        };
        ticks = (ticks + 1) % NOTE_ALL_EVERY;
        let ended = app.presence.take_left();
        let left: Vec<AgentKey> = ended.iter().map(|(id, _)| *id).collect();
        // After a jump of the clock everybody would seem to be away.
        let jumped = std::mem::replace(&mut clock, Clock::read()).has_jumped(&clock);
        let here = match ticks == 0 || stopping || jumped {
            true => app.presence.everybody(),
            false => Vec::new(),
        };
        let results = [
            note(&app, &left, true).await,
            note_away(&app, &ended).await,
            note(&app, &here, false).await,
        ];
        for result in results {
            if let Err(error) = result {
                tracing::warn!(error = %error, "who was last seen when could not be noted");
            }
        }
        if stopping {
            return;
        }
    }
}

/// Writes down that the lines of these ended, unless they have another by now,
/// and tells whoever watches.
async fn note_away(app: &App, ended: &[(AgentKey, String)]) -> Result<(), DbErr> {
    for chunk in ended.chunks(CHUNK) {
        let write = app.db.begin().await?;
        let away = queries::note_away(&write, chunk).await?;
        write.commit().await?;
        let event = |agent: &queries::Told| {
            let changed = AgentChanges { connected: Some(false), ..AgentChanges::default() };
            Event::agent_updated(&agent.agent_id, changed).about(agent.client_id, agent.site_id)
        };
        let events: Vec<Event> = away.iter().map(event).collect();
        app.events.publish_all(&events).await;
    }
    Ok(())
}

/// Writes down that these were here until now. For those who left, somebody
/// looks again when they would count as offline, or as overdue; those who are
/// still here and were thought away, because this could not be written for a
/// while, are back.
pub(super) async fn note(app: &App, ids: &[AgentKey], left: bool) -> Result<(), DbErr> {
    let now = Timestamp::now();
    for chunk in ids.chunks(CHUNK) {
        let write = app.db.begin().await?;
        queries::note_seen(&write, chunk, now).await?;
        let mut back = Vec::new();
        if left {
            for minutes in queries::list_limits(&write, chunk).await? {
                app.jobs.enqueue(&write, look_again(now, minutes)).await?;
            }
        } else {
            back = queries::note_back(&write, chunk).await?;
        }
        write.commit().await?;
        tell(app, &back).await;
    }
    if left && !ids.is_empty() {
        app.jobs.wake().await;
    }
    Ok(())
}
