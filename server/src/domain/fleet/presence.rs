//! The agents connected to this server, and when each was last seen.
//!
//! Nothing is written per heartbeat: each connected agent is recorded every half
//! minute, some of them every second, and those that disconnected within a second.

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
/// After as many seconds every connected agent was recorded. Well below the shortest
/// offline time, two minutes.
const TURNS: u32 = 30;
/// Agents with neighbouring keys that are recorded in the same turn.
const NEIGHBOURS: i64 = 64;
/// The clock was set if it differs by this much.
const JUMP: Duration = Duration::from_secs(30);
/// Agents per statement. Rows of agents are long: while the only writer stores as many
/// as PostgreSQL takes at once, every command waits for a tenth of a second.
const CHUNK: usize = 500;
const CHUNK_WITH_ONE_WRITER: usize = 64;

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

    /// The connected agents whose turn it is, or all of them.
    fn connected(&self, turn: Option<u32>) -> Vec<AgentKey> {
        let mut ids: Vec<AgentKey> = self.lock().here.keys().copied().collect();
        if let Some(turn) = turn {
            ids.retain(|id| turn_of(*id) == turn);
        }
        // Neighbours are near each other in the database, too.
        ids.sort_unstable();
        ids
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().expect("no holder of this lock panics")
    }
}

/// The second of each half minute in which an agent is recorded.
fn turn_of(id: AgentKey) -> u32 {
    let turn = (id.0 / NEIGHBOURS).rem_euclid(i64::from(TURNS));
    u32::try_from(turn).expect("there are few turns")
}

fn chunk_size(app: &App) -> usize {
    if app.db.is_shared() { CHUNK } else { CHUNK_WITH_ONE_WRITER }
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
    let mut turn: u32 = 0;
    let mut clock = Clock::read();
    loop {
        let stopping = tokio::select! {
            () = app.closing_connections.cancelled() => true,
            () = tokio::time::sleep(FLUSH_LEAVERS) => false,
        };
        turn = (turn + 1) % TURNS;
        let ended = app.presence.take_left();
        let left: Vec<AgentKey> = ended.iter().map(|(id, _)| *id).collect();
        // After a jump of the clock all agents would seem to be offline.
        let jumped = std::mem::replace(&mut clock, Clock::read()).has_jumped(&clock);
        let here = app.presence.connected((!stopping && !jumped).then_some(turn));
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
    for chunk in ended.chunks(chunk_size(app)) {
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
    for chunk in ids.chunks(chunk_size(app)) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_connected_agent_is_recorded_once_in_all_turns_and_a_fleet_evenly() {
        let presence = Presence::default();
        for id in 1..=10_000 {
            presence.enter(AgentKey(id));
        }

        let turns: Vec<Vec<AgentKey>> =
            (0..TURNS).map(|turn| presence.connected(Some(turn))).collect();

        let most = turns.iter().map(Vec::len).max();
        assert!(most <= Some(6 * 64), "a turn is long: {most:?}");
        let mut recorded = turns.concat();
        recorded.sort_unstable();
        assert_eq!(recorded, presence.connected(None));
        assert_eq!(recorded, (1..=10_000).map(AgentKey).collect::<Vec<_>>());
    }
}
