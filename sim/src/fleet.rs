//! All simulated agents together.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::stream::{self, StreamExt};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, sleep_until};

use crate::agent::Agent;
use crate::checking::CheckRhythm;
use crate::counts::Counts;
use crate::enrolment;
use crate::faults::Faults;
use crate::identity::Identity;
use crate::reporting::Rhythm;
use crate::runs::Work;
use crate::server::Server;

/// Enrolments under way at once.
const ENROLLING: usize = 16;
/// Different problems that the report names.
const PROBLEMS: usize = 10;
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// A signal to all agents at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signal {
    /// Every line breaks, for the time with this number.
    Storm(u64),
    /// The simulation is over.
    Stop,
}

/// What all agents share.
pub struct Common {
    /// Where they connect.
    pub server: Server,
    /// From which everything follows.
    pub seed: u64,
    /// What the network does wrong.
    pub faults: Faults,
    /// What runs take and print.
    pub work: Work,
    /// How often they send metrics; none: never.
    pub metrics: Option<Rhythm>,
    /// How often they run their checks; none: never.
    pub checks: Option<CheckRhythm>,
    /// What happened so far.
    pub counts: Counts,
    /// A signal to all agents at once.
    pub signal: watch::Sender<Signal>,
    is_settling: AtomicBool,
    problems: Mutex<Vec<String>>,
}

impl Common {
    /// What a fleet of no agents shares.
    pub fn new(
        server: Server,
        seed: u64,
        faults: Faults,
        work: Work,
        metrics: Option<Rhythm>,
    ) -> Self {
        Self {
            server,
            seed,
            faults,
            work,
            metrics,
            checks: None,
            counts: Counts::default(),
            signal: watch::Sender::new(Signal::Storm(0)),
            is_settling: AtomicBool::new(false),
            problems: Mutex::default(),
        }
    }

    /// The same, with agents that run their checks.
    pub fn with_checks(self, checks: Option<CheckRhythm>) -> Self {
        Self { checks, ..self }
    }

    /// Whether the load is over: what is on the way is waited for, and agents
    /// begin nothing by themselves.
    pub fn is_settling(&self) -> bool {
        self.is_settling.load(Ordering::Relaxed)
    }

    /// Counts a line that failed and keeps the reason, once.
    pub fn note_problem(&self, reason: String) {
        self.counts.failed.up();
        let mut problems = self.problems.lock().unwrap_or_else(PoisonError::into_inner);
        if problems.len() < PROBLEMS && !problems.contains(&reason) {
            problems.push(reason);
        }
    }

    /// The different reasons for which lines failed.
    pub fn problems(&self) -> Vec<String> {
        self.problems.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// An agent's number, id and identity.
pub type Enrolled = (usize, String, Identity);

/// Agents, each in a task of its own.
pub struct Fleet {
    /// What they share.
    pub common: Arc<Common>,
    token: String,
    /// The ids of all agents, by their number.
    pub agent_ids: Vec<String>,
    tasks: JoinSet<()>,
}

impl Fleet {
    /// A fleet of no agents yet.
    pub fn new(common: Common, token: String) -> Self {
        Self { common: Arc::new(common), token, agent_ids: Vec::new(), tasks: JoinSet::new() }
    }

    /// Enrols agents until there are so many. Those with a known id, by their number,
    /// are enrolled already.
    pub async fn enrol(&self, agents: usize, known: &[String]) -> anyhow::Result<Vec<Enrolled>> {
        let (common, token) = (&self.common, &self.token);
        let enrolling = (self.agent_ids.len()..agents).map(async |number| {
            let identity = Identity::new(common.seed, number);
            let agent_id = match known.get(number) {
                Some(agent_id) => agent_id.clone(),
                None => enrolment::enrol(&common.server, token, &identity, &common.counts).await?,
            };
            Ok((number, agent_id, identity))
        });
        let all: Vec<anyhow::Result<_>> =
            stream::iter(enrolling).buffered(ENROLLING).collect().await;
        all.into_iter().collect()
    }

    /// Lets enrolled agents connect, at a pace. Returns when all have been let
    /// go, which is before all have arrived.
    pub async fn connect(&mut self, enrolled: Vec<Enrolled>, per_second: u32) {
        let between = Duration::from_secs(1) / per_second.max(1);
        let mut next = Instant::now();
        for (number, agent_id, identity) in enrolled {
            sleep_until(next).await;
            next += between;
            self.agent_ids.push(agent_id.clone());
            self.tasks.spawn(Agent::new(number, agent_id, identity, &self.common).run());
        }
    }

    /// Waits until every agent was connected once, or the time is over; returns
    /// which.
    pub async fn arrive(&self, limit: Duration) -> bool {
        let deadline = Instant::now() + limit;
        while (self.common.counts.arrived.get() as usize) < self.agent_ids.len() {
            if Instant::now() >= deadline {
                return false;
            }
            sleep(POLL_INTERVAL).await;
        }
        true
    }

    /// Waits until the server has the result of every order and all metrics that
    /// are on the way, or the time is over.
    pub async fn settle(&self, limit: Duration) {
        self.common.is_settling.store(true, Ordering::Relaxed);
        let deadline = Instant::now() + limit;
        while self.common.counts.are_open() && Instant::now() < deadline {
            sleep(POLL_INTERVAL).await;
        }
    }

    /// Closes all lines and waits for the end of all agents.
    pub async fn stop(&mut self) {
        self.common.signal.send_replace(Signal::Stop);
        while self.tasks.join_next().await.is_some() {}
    }
}
