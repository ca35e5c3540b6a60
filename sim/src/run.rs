//! A whole simulation: enrol, connect, load, report.

use std::io::ErrorKind;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use tokio::task::JoinHandle;
use tokio::time::{Instant, interval, sleep};

use crate::callers::{CallPlan, CallTally, Callers};
use crate::calls::Call;
use crate::checking::CheckRhythm;
use crate::faults::Faults;
use crate::fleet::{Common, Fleet, Signal};
use crate::process;
use crate::progress::Progress;
use crate::report::{ProcessReport, Report};
use crate::reporting::Rhythm;
use crate::runs::Work;
use crate::server::Server;

/// A storm that is not over after this long counts as one nobody came back from.
const STORM_LIMIT: Duration = Duration::from_secs(120);

/// Results that are under way when the load ends get this long.
const SETTLE_LIMIT: Duration = Duration::from_secs(10);

/// What to simulate.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The server's address, or those of its replicas with commas between them.
    pub server: String,
    /// Lets the agents enrol.
    pub token: String,
    /// How many agents.
    pub agents: usize,
    /// From which everything follows.
    pub seed: u64,
    /// How fast and how long.
    pub tempo: Tempo,
    /// What the network does wrong.
    pub faults: Faults,
    /// The key of the callers of the API; empty: nobody calls.
    pub api_key: String,
    /// How many call at once.
    pub callers: usize,
    /// What they call; empty: the usual mix.
    pub calls: Vec<Call>,
    /// Calls a second; none: as many as are answered.
    pub calls_per_second: Option<f64>,
    /// The server's process, when it runs here.
    pub pid: Option<u32>,
    /// Remembers the ids of the agents: those in it need not enrol again.
    pub agent_ids: Option<PathBuf>,
}

/// How fast and how long.
#[derive(Clone, Copy, Debug)]
pub struct Tempo {
    /// Agents that begin to connect each second.
    pub arrivals_per_second: u32,
    /// How long the load lasts once all are connected.
    pub load: Duration,
    /// How long a run on an agent takes.
    pub run: Duration,
    /// Bytes that a run prints.
    pub output_bytes: usize,
    /// Part of the runs that fail.
    pub failing: f64,
    /// How often agents send metrics; none: never.
    pub metrics: Option<Rhythm>,
    /// How often agents run their checks; none: never.
    pub checks: Option<CheckRhythm>,
}

impl Tempo {
    pub(crate) fn work(&self) -> Work {
        Work { duration: self.run, output_bytes: self.output_bytes, failing: self.failing }
    }

    /// More than so many agents need to arrive, also when the server puts off
    /// every other one.
    pub(crate) fn patience(&self, agents: usize) -> Duration {
        let planned = agents as f64 / f64::from(self.arrivals_per_second.max(1));
        Duration::from_secs_f64(planned * 2.0 + 60.0)
    }
}

/// Simulates, and returns the results. Ctrl-C ends the load early.
pub async fn run(plan: &Plan) -> anyhow::Result<Report> {
    let server = Server::find(&plan.server).await?;
    let tempo = &plan.tempo;
    let common = Common::new(server, plan.seed, plan.faults, tempo.work(), tempo.metrics)
        .with_checks(tempo.checks);
    let mut fleet = Fleet::new(common, plan.token.clone());
    let progress = Progress::begin(&fleet.common, plan.agents);
    let look = || plan.pid.and_then(process::usage);
    let (began, before) = (Instant::now(), look());

    let (enrolled_after, all_arrived, arrived_after) = tokio::select! {
        arrived = arrive(&mut fleet, plan, began) => arrived?,
        _ = tokio::signal::ctrl_c() => anyhow::bail!("stopped before all agents were connected"),
    };
    let (loaded, arrived) = (Instant::now(), look());
    let load = load(&fleet, plan).await;
    let (seconds, after) = (loaded.elapsed().as_secs_f64(), look());

    fleet.settle(SETTLE_LIMIT + plan.tempo.run).await;
    let link = fleet.common.counts.tally();
    let calls: u64 = load.calls.iter().map(|call| call.took.count).sum();
    let looks = [before, arrived, after];
    let process = match looks {
        [Some(before), Some(arrived), Some(after)] => {
            Some(ProcessReport::new([before, arrived, after], link.arrived, calls, seconds))
        }
        _ => None,
    };
    fleet.stop().await;
    drop(progress);
    Ok(Report {
        seed: plan.seed,
        agents: plan.agents,
        server: plan.server.clone(),
        all_arrived,
        enrolled_after,
        arrived_after,
        seconds,
        faults: plan.faults,
        link,
        calls: load.calls,
        storms: load.storms,
        timeline: load.timeline,
        memory_kib: load.memory_kib,
        process,
        problems: fleet.common.problems(),
    })
}

async fn arrive(
    fleet: &mut Fleet,
    plan: &Plan,
    began: Instant,
) -> anyhow::Result<(f64, bool, f64)> {
    let known = remembered(plan)?;
    let identities = fleet.enrol(plan.agents, &known).await?;
    if let Some(file) = plan.agent_ids.as_ref().filter(|_| known.len() < identities.len()) {
        let ids: Vec<&str> = identities.iter().map(|(_, id, _)| id.as_str()).collect();
        std::fs::write(file, ids.join("\n")).context("the ids of agents cannot be written")?;
    }
    let enrolled_after = began.elapsed().as_secs_f64();
    let connecting = Instant::now();
    fleet.connect(identities, plan.tempo.arrivals_per_second).await;
    let all = fleet.arrive(plan.tempo.patience(plan.agents)).await;
    Ok((enrolled_after, all, connecting.elapsed().as_secs_f64()))
}

/// The ids of agents that enrolled in an earlier simulation, by number.
fn remembered(plan: &Plan) -> anyhow::Result<Vec<String>> {
    let Some(file) = &plan.agent_ids else { return Ok(Vec::new()) };
    match std::fs::read_to_string(file) {
        Ok(text) => Ok(text.lines().map(str::to_owned).collect()),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(error).context("the ids of agents cannot be read"),
    }
}

struct Load {
    calls: Vec<CallTally>,
    storms: Vec<Option<f64>>,
    timeline: Vec<u64>,
    memory_kib: Vec<u64>,
}

async fn load(fleet: &Fleet, plan: &Plan) -> Load {
    let callers = (!plan.api_key.is_empty()).then(|| {
        let calls = if plan.calls.is_empty() { Call::mix() } else { plan.calls.clone() };
        let plan = CallPlan {
            key: plan.api_key.clone(),
            callers: plan.callers,
            calls,
            per_second: plan.calls_per_second,
        };
        Callers::start(&plan, &fleet.common, &fleet.agent_ids)
    });
    let storms = plan.faults.storm_every.map(|every| begin_storms(&fleet.common, every));
    let (mut timeline, mut memory_kib) = (Vec::new(), Vec::new());
    let watch = async {
        let mut seconds = interval(Duration::from_secs(1));
        loop {
            seconds.tick().await;
            timeline.push(fleet.common.counts.connected.get());
            memory_kib.extend(plan.pid.and_then(process::usage).map(|usage| usage.rss_kib));
        }
    };
    tokio::select! {
        () = watch => {}
        () = sleep(plan.tempo.load) => {}
        // It means: end early, and report.
        _ = tokio::signal::ctrl_c() => {}
    }
    let calls = match callers {
        Some(callers) => callers.stop().await,
        None => Vec::new(),
    };
    Load { calls, storms: end_storms(storms).await, timeline, memory_kib }
}

type Storms = (tokio::sync::watch::Sender<bool>, JoinHandle<Vec<Option<f64>>>);

fn begin_storms(common: &Arc<Common>, every: Duration) -> Storms {
    let common = Arc::clone(common);
    let (stop, mut stopped) = tokio::sync::watch::channel(false);
    let task = tokio::spawn(async move {
        let mut storms = Vec::new();
        loop {
            tokio::select! {
                () = sleep(every) => {}
                _ = stopped.changed() => return storms,
            }
            let number = storms.len() as u64 + 1;
            storms.push(storm(&common, number).await);
        }
    });
    (stop, task)
}

/// Breaks all lines and waits until as many are open again.
async fn storm(common: &Common, number: u64) -> Option<f64> {
    let counts = &common.counts;
    let (open, lines) = (counts.connected.get(), counts.lines.get());
    let began = Instant::now();
    common.signal.send_replace(Signal::Storm(number));
    while counts.lines.get() < lines + open {
        if began.elapsed() > STORM_LIMIT {
            return None;
        }
        sleep(Duration::from_millis(20)).await;
    }
    Some(began.elapsed().as_secs_f64())
}

/// A storm that has begun is waited for.
async fn end_storms(storms: Option<Storms>) -> Vec<Option<f64>> {
    let Some((stop, task)) = storms else { return Vec::new() };
    stop.send_replace(true);
    task.await.unwrap_or_default()
}
