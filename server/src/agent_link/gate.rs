//! Admits agents at a pace the server can sustain.
//!
//! After a restart the whole fleet connects within seconds. Agents beyond the
//! pace get a time to retry at. If all of them waited instead, most would have
//! given up before their turn came. Only agents that have proven who they are
//! count: strangers take no turn from them.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use muster_protocol::LONGEST_PAUSE;
use tokio::sync::Semaphore;

use crate::lane::{Lane, Limits, Slot};

/// Handshakes per second, and how many may come at once.
const PER_SECOND: f64 = 500.0;
const AT_ONCE: f64 = 500.0;
/// How many refused agents may retry each second: a server with two processors
/// can sustain that, encryption included.
const RETRIES_PER_SECOND: f64 = 250.0;
/// The shortest delay before a retry. The longest is that of an agent that
/// found no server: all are back within a minute.
const MIN_DELAY: Duration = Duration::from_secs(2);
/// Agents that are welcomed at the same time: a storm leaves database
/// connections for everybody else. Each waits less long than an agent does.
pub const WELCOMES: Limits = Limits { at_once: 8, waiting: 400, max_wait: Duration::from_secs(8) };
/// Proofs that are checked at the same time, for the same reason. Each takes
/// less than a millisecond.
const PROOFS: Limits = Limits { at_once: 8, waiting: 5000, max_wait: Duration::from_secs(8) };
/// Peers at the same time that may send a hello of more than a few bytes before
/// they have proven anything: agents before protocol 6 with many open runs.
const LARGE_HELLOS: usize = 64;

pub struct Gate {
    /// Permits for handshakes, and when they were counted.
    handshakes: Mutex<(f64, Instant)>,
    /// When the last refused agent is expected to retry.
    last_expected: Mutex<Instant>,
    welcomes: Lane,
    proofs: Lane,
    /// Slots for large hellos of older agents.
    pub large_hellos: Arc<Semaphore>,
}

impl Default for Gate {
    fn default() -> Self {
        Self {
            handshakes: Mutex::new((AT_ONCE, Instant::now())),
            last_expected: Mutex::new(Instant::now()),
            welcomes: Lane::new(WELCOMES),
            proofs: Lane::new(PROOFS),
            large_hellos: Arc::new(Semaphore::new(LARGE_HELLOS)),
        }
    }
}

impl Gate {
    /// Admits one more agent, or returns in how many seconds it should retry.
    pub fn admit(&self) -> Result<(), u64> {
        if self.has_room() { Ok(()) } else { Err(self.put_off()) }
    }

    /// In how many seconds one more refused agent should retry. The more are
    /// refused, the later each retries: they must not all come back at once, as
    /// every attempt costs a handshake.
    pub fn put_off(&self) -> u64 {
        let mut last = self.last_expected.lock().expect("no holder of this lock panics");
        let now = Instant::now();
        let next = (*last).max(now + MIN_DELAY) + Duration::from_secs_f64(1.0 / RETRIES_PER_SECOND);
        *last = next.min(now + LONGEST_PAUSE);
        last.duration_since(now).as_secs()
    }

    fn has_room(&self) -> bool {
        if self.welcomes.is_full() {
            return false;
        }
        let mut state = self.handshakes.lock().expect("no holder of this lock panics");
        let now = Instant::now();
        let filled = state.0 + now.duration_since(state.1).as_secs_f64() * PER_SECOND;
        *state = (filled.min(AT_ONCE), now);
        if state.0 < 1.0 {
            return false;
        }
        state.0 -= 1.0;
        true
    }

    /// How many agents wait to be welcomed.
    #[cfg(test)]
    pub fn waiting(&self) -> usize {
        self.welcomes.waiting()
    }

    /// Takes all slots to be welcomed in, so that agents wait for one.
    #[cfg(test)]
    pub async fn take_all(&self) -> Vec<Slot> {
        let mut slots = Vec::new();
        for _ in 0..WELCOMES.at_once {
            slots.push(self.wait().await.expect("there is room"));
        }
        slots
    }

    /// Waits for a slot to have a proof checked in; none when that would take
    /// too long.
    pub async fn wait_for_proof(&self) -> Option<Slot> {
        self.proofs.enter().await
    }

    /// Waits for a slot to be welcomed in; none when that would take too long.
    pub async fn wait(&self) -> Option<Slot> {
        self.welcomes.enter().await
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    #[test]
    fn a_storm_is_admitted_up_to_the_limit_and_then_refused() {
        let (began, gate) = (Instant::now(), Gate::default());
        let admitted = (0..2000).filter(|_| gate.admit().is_ok()).count() as f64;
        // More may come only as time passes, as on a machine that stood still meanwhile.
        let most = AT_ONCE + PER_SECOND * began.elapsed().as_secs_f64();
        assert!((AT_ONCE..=most).contains(&admitted), "{admitted} of {most}");
    }

    #[test]
    fn refused_agents_retry_one_after_the_other() {
        let (began, gate) = (Instant::now(), Gate::default());
        let delays: Vec<u64> = (0..20_000).filter_map(|_| gate.admit().err()).collect();

        let longest = delays.iter().max();
        assert_eq!((delays[0], longest), (2, Some(&LONGEST_PAUSE.as_secs())));
        let soon = delays.iter().filter(|seconds| **seconds < 12).count() as f64;
        // Each second in which the machine stood still has brought the last ones nearer.
        let most = 3000.0 + RETRIES_PER_SECOND * began.elapsed().as_secs_f64();
        assert!((2000.0..most).contains(&soon), "about 250 each second: {soon}");
    }

    #[tokio::test]
    async fn a_few_are_welcomed_at_once_and_agents_that_wait_too_long_are_refused() {
        let limits = Limits { max_wait: Duration::from_millis(1), ..WELCOMES };
        let gate = Gate { welcomes: Lane::new(limits), ..Gate::default() };
        let mut turns = gate.take_all().await;
        assert!(gate.wait().await.is_none());

        turns.pop();

        assert!(gate.wait().now_or_never().expect("at once").is_some());
    }

    #[tokio::test]
    async fn no_agent_is_admitted_while_too_many_wait() {
        let gate = Gate::default();
        let _turns = gate.take_all().await;
        let mut crowd: Vec<_> = (0..WELCOMES.waiting).map(|_| Box::pin(gate.wait())).collect();
        for one in &mut crowd {
            assert!(one.now_or_never().is_none(), "it waits");
        }
        assert!(gate.admit().is_err());

        crowd.pop();

        assert_eq!(gate.admit(), Ok(()));
    }
}
