//! Many sessions at one relay: people who type, and many more who do nothing.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use futures_util::stream::{self, StreamExt};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, sleep_until, timeout_at};

use super::helper::SCREEN_BYTES;
use super::report::CrowdReport;
use super::session::Caller;
use super::terminal::Terminal;
use crate::faults::Faults;
use crate::fleet::{Common, Fleet};
use crate::histogram::Histogram;
use crate::process;
use crate::run::Tempo;
use crate::server::Server;

/// Agents that begin to connect each second.
const ARRIVALS: u32 = 100;
/// Sessions that are opened, or ended, at once.
const AT_ONCE: usize = 16;
/// A viewer of a thousand has as many of these buffers.
const READ_BYTES: usize = 4096;
/// Every so many keys one ends a line, which brings a screen of output.
const KEYS_OF_A_LINE: u64 = 40;
/// After opening, until memory and processors are looked at.
const CALM: Duration = Duration::from_secs(3);
/// What was typed last is echoed by then.
const LAST_ECHO: Duration = Duration::from_secs(5);

/// How many sessions, and what is done in them.
#[derive(Clone, Debug)]
pub struct CrowdPlan {
    /// The server's address.
    pub server: String,
    /// Lets the agents enrol.
    pub token: String,
    /// The key that sessions are opened with.
    pub api_key: String,
    /// From which the agents follow.
    pub seed: u64,
    /// Simulated computers, over which the sessions spread.
    pub agents: usize,
    /// Terminals that somebody types into.
    pub active: usize,
    /// Terminals in which nothing happens.
    pub idle: usize,
    /// Keys that each person types in a second.
    pub keys_per_second: f64,
    /// How long people type.
    pub load: Duration,
    /// The process of the relay, when it runs here.
    pub pid: Option<u32>,
}

/// Opens all sessions, has people type, and ends them all.
pub async fn simulate_crowd(plan: &CrowdPlan) -> anyhow::Result<CrowdReport> {
    let server = Server::find(&plan.server).await?;
    let tempo = tempo_of(plan.load);
    let common = Common::new(server, plan.seed, Faults::default(), tempo.work(), tempo.metrics);
    let mut fleet = Fleet::new(common, plan.token.clone());
    let identities = fleet.enrol(plan.agents, &[]).await?;
    fleet.connect(identities, tempo.arrivals_per_second).await;
    anyhow::ensure!(
        fleet.arrive(tempo.patience(plan.agents)).await,
        "not all agents could connect: {:?}",
        fleet.common.problems()
    );
    let simulated = tokio::select! {
        report = be_there(plan, &fleet) => report,
        _ = tokio::signal::ctrl_c() => Err(anyhow::anyhow!("stopped before it was over")),
    };
    fleet.stop().await;
    simulated
}

/// Agents that do nothing but to have terminals.
fn tempo_of(load: Duration) -> Tempo {
    Tempo {
        arrivals_per_second: ARRIVALS,
        load,
        run: Duration::ZERO,
        output_bytes: 0,
        failing: 0.0,
        metrics: None,
        checks: None,
    }
}

async fn be_there(plan: &CrowdPlan, fleet: &Fleet) -> anyhow::Result<CrowdReport> {
    let (server, look) = (&fleet.common.server, || plan.pid.and_then(process::usage));
    let caller = Caller { server, key: &plan.api_key, read_bytes: READ_BYTES };
    let before = look();
    let opening = Histogram::default();
    let terminals = open_all(plan, fleet, caller, &opening).await?;
    let sessions: Vec<String> = terminals.iter().map(|terminal| terminal.session.clone()).collect();

    let (echo, stop) = (Arc::new(Histogram::default()), watch::Sender::new(false));
    let every = Duration::from_secs_f64(1.0 / plan.keys_per_second);
    let mut people = JoinSet::new();
    for (number, terminal) in terminals.into_iter().enumerate() {
        // Not all at the same moment.
        let first = CALM + every.mul_f64(number as f64 / plan.active.max(1) as f64);
        let keys = (number < plan.active).then_some((first, every));
        let person =
            Person { terminal, echo: Arc::clone(&echo), awaited: VecDeque::new(), keys: 0 };
        people.spawn(person.sit(keys, stop.subscribe()));
    }
    sleep(CALM).await;
    let (began, with_all) = (Instant::now(), look());
    sleep(plan.load).await;
    let (seconds, after) = (began.elapsed().as_secs_f64(), look());

    stop.send_replace(true);
    let (mut lost, mut unanswered) = (0, 0);
    while let Some(ended) = people.join_next().await {
        match ended {
            Ok(Ok(waiting)) => unanswered += waiting,
            Ok(Err(_)) | Err(_) => lost += 1,
        }
    }
    let ended = end_all(caller, &sessions).await;
    if lost == 0 {
        ended?;
    }
    let counts = (plan.active, plan.idle, lost, unanswered);
    let summaries = (opening.summary(), echo.summary());
    Ok(CrowdReport::new(counts, summaries, seconds, [before, with_all, after]))
}

async fn open_all(
    plan: &CrowdPlan,
    fleet: &Fleet,
    caller: Caller<'_>,
    opening: &Histogram,
) -> anyhow::Result<Vec<Terminal>> {
    let open = async |number: usize| {
        let agent = &fleet.agent_ids[number % fleet.agent_ids.len()];
        let began = Instant::now();
        let terminal = Terminal::open(caller, number, agent).await?;
        opening.add(began.elapsed());
        Ok(terminal)
    };
    let all = stream::iter((0..plan.active + plan.idle).map(open)).buffer_unordered(AT_ONCE);
    let all: Vec<anyhow::Result<Terminal>> = all.collect().await;
    all.into_iter().collect()
}

async fn end_all(caller: Caller<'_>, sessions: &[String]) -> anyhow::Result<()> {
    let end = async |session: &String| caller.end(session).await;
    let ends: Vec<anyhow::Result<()>> =
        stream::iter(sessions.iter().map(end)).buffer_unordered(AT_ONCE).collect().await;
    ends.into_iter().collect()
}

/// Somebody at a terminal.
struct Person {
    terminal: Terminal,
    echo: Arc<Histogram>,
    /// Where the echo of a key ends, and when the key was typed.
    awaited: VecDeque<(u64, Instant)>,
    keys: u64,
}

impl Person {
    /// Types at this pace, if at all, and reads until told to stop. Returns how many keys
    /// had no echo by then.
    async fn sit(
        mut self,
        keys: Option<(Duration, Duration)>,
        mut stop: watch::Receiver<bool>,
    ) -> anyhow::Result<u64> {
        let mut next = keys.map(|(first, every)| (Instant::now() + first, every));
        let mut expected = self.terminal.printed();
        loop {
            let due = next.map(|(at, _)| at);
            tokio::select! {
                plain = self.terminal.next() => {
                    self.terminal.take(&plain?).await?;
                    self.take_echoes();
                }
                () = sleep_until(due.unwrap_or_else(Instant::now)), if due.is_some() => {
                    expected += self.type_key(expected).await?;
                    next = next.map(|(at, every)| (at + every, every));
                }
                _ = stop.changed() => break,
            }
        }
        let deadline = Instant::now() + LAST_ECHO;
        while !self.awaited.is_empty() {
            let Ok(plain) = timeout_at(deadline, self.terminal.next()).await else { break };
            self.terminal.take(&plain?).await?;
            self.take_echoes();
        }
        Ok(self.awaited.len() as u64)
    }

    /// Types the next key. Returns how many bytes are printed for it.
    async fn type_key(&mut self, expected: u64) -> anyhow::Result<u64> {
        self.keys += 1;
        let ends_line = self.keys.is_multiple_of(KEYS_OF_A_LINE);
        let (key, more) = if ends_line { (b'\n', SCREEN_BYTES as u64) } else { (b'x', 0) };
        self.awaited.push_back((expected + 1, Instant::now()));
        self.terminal.type_bytes(&[key]).await?;
        Ok(1 + more)
    }

    fn take_echoes(&mut self) {
        let printed = self.terminal.printed();
        while let Some((_, typed)) = self.awaited.pop_front_if(|(end, _)| *end <= printed) {
            self.echo.add(typed.elapsed());
        }
    }
}
