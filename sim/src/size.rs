//! How many agents a machine carries: more and more of them, until one of the
//! limits is reached.

use std::fmt::{Display, Formatter};
use std::time::Duration;

use serde::Serialize;
use tokio::time::{Instant, sleep};

use crate::callers::{CallPlan, Callers};
use crate::calls::Call;
use crate::faults::Faults;
use crate::fleet::{Common, Fleet};
use crate::histogram::Summary;
use crate::process;
use crate::progress::Progress;
use crate::run::Tempo;
use crate::server::Server;

/// What to try, and what is too slow.
#[derive(Clone, Debug)]
pub struct SizePlan {
    /// The server's address; it runs on this machine.
    pub server: String,
    /// Its process.
    pub pid: u32,
    /// Lets the agents enrol.
    pub token: String,
    /// The key that commands are sent with.
    pub api_key: String,
    /// From which everything follows.
    pub seed: u64,
    /// How fast agents come, how long each step lasts, what runs do.
    pub tempo: Tempo,
    /// Agents in the first step; each step has twice those of the one before.
    pub first: usize,
    /// The most to try.
    pub most: usize,
    /// Commands that each agent gets in a minute.
    pub commands_per_minute: f64,
    /// 99 of 100 commands must be answered within this time.
    pub p99_limit: Duration,
    /// Part of the machine's processors that the server may use.
    pub processor_limit: f64,
    /// Part of the memory that was free at the start that it may use.
    pub memory_limit: f64,
}

/// What came of the steps.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SizeReport {
    /// The most agents with which everything was within the limits.
    pub carries: usize,
    /// Which limit the next step reached; empty when there was no next step.
    pub limited_by: String,
    /// Memory of the server without agents, in KiB.
    pub base_kib: u64,
    /// Memory each further agent costs, in KiB.
    pub kib_per_agent: f64,
    /// Processors of this machine, which the simulation shares with the server.
    pub processors: usize,
    /// Each step.
    pub steps: Vec<SizeStep>,
}

/// What was seen with so many agents.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SizeStep {
    /// So many.
    pub agents: usize,
    /// Seconds until all were connected.
    pub arrived_after: f64,
    /// Milliseconds that commands took.
    pub commands: Summary,
    /// Commands that were refused or not answered.
    pub failed: u64,
    /// Processors that the server used.
    pub processors: f64,
    /// Its memory, in KiB.
    pub rss_kib: u64,
    /// Which limit was reached; empty for none.
    pub limited_by: String,
}

/// Tries more and more agents.
pub async fn measure_size(plan: &SizePlan) -> anyhow::Result<SizeReport> {
    let server = Server::find(&plan.server).await?;
    let (faults, tempo) = (Faults::default(), &plan.tempo);
    let common = Common::new(server, plan.seed, faults, tempo.work(), tempo.metrics)
        .with_checks(tempo.checks);
    let mut fleet = Fleet::new(common, plan.token.clone());
    let _progress = Progress::begin(&fleet.common, plan.most);
    let base_kib = process::usage(plan.pid).map_or(0, |usage| usage.rss_kib);
    let free_kib = process::available_kib().unwrap_or(u64::MAX);
    let mut report = SizeReport {
        carries: 0,
        limited_by: String::new(),
        base_kib,
        kib_per_agent: 0.0,
        processors: std::thread::available_parallelism().map_or(1, usize::from),
        steps: Vec::new(),
    };
    let mut agents = plan.first.clamp(1, plan.most);
    loop {
        let mut step = try_step(&mut fleet, plan, agents).await?;
        step.limited_by = plan.limit(&step, report.processors, free_kib);
        report.kib_per_agent = step.rss_kib.saturating_sub(base_kib) as f64 / agents as f64;
        let is_good = step.limited_by.is_empty();
        report.limited_by.clone_from(&step.limited_by);
        report.steps.push(step);
        if !is_good {
            break;
        }
        report.carries = agents;
        if agents == plan.most {
            break;
        }
        agents = (agents * 2).min(plan.most);
    }
    fleet.stop().await;
    Ok(report)
}

async fn try_step(fleet: &mut Fleet, plan: &SizePlan, agents: usize) -> anyhow::Result<SizeStep> {
    let identities = fleet.enrol(agents, &[]).await?;
    let began = Instant::now();
    fleet.connect(identities, plan.tempo.arrivals_per_second).await;
    let all_arrived = fleet.arrive(plan.tempo.patience(agents)).await;
    let arrived_after = began.elapsed().as_secs_f64();
    let calls = CallPlan {
        key: plan.api_key.clone(),
        callers: 32,
        calls: vec![Call::Command],
        per_second: Some((agents as f64 * plan.commands_per_minute / 60.0).max(5.0)),
    };
    let (loaded, before) = (Instant::now(), process::usage(plan.pid).unwrap_or_default());
    let callers = Callers::start(&calls, &fleet.common, &fleet.agent_ids);
    sleep(plan.tempo.load).await;
    let tally = callers.stop().await;
    let after = process::usage(plan.pid).unwrap_or_default();
    let commands = tally.first();
    let failed = commands.map_or(0, |tally| tally.put_off + tally.refused + tally.unanswered);
    let late = if all_arrived { "" } else { "not all agents could connect" };
    Ok(SizeStep {
        agents,
        arrived_after,
        commands: commands.map(|tally| tally.took).unwrap_or_default(),
        failed,
        processors: (after.cpu_ms - before.cpu_ms) / 1000.0 / loaded.elapsed().as_secs_f64(),
        rss_kib: after.rss_kib,
        limited_by: late.to_owned(),
    })
}

impl SizePlan {
    /// The first limit that a step reached, in words.
    fn limit(&self, step: &SizeStep, processors: usize, free_kib: u64) -> String {
        let p99_limit = self.p99_limit.as_secs_f64() * 1000.0;
        if !step.limited_by.is_empty() {
            step.limited_by.clone()
        } else if step.failed > 0 {
            format!("{} commands failed", step.failed)
        } else if step.commands.p99 > p99_limit {
            format!("p99 of commands is {:.0} ms, above {p99_limit:.0} ms", step.commands.p99)
        } else if step.processors > self.processor_limit * processors as f64 {
            format!("the server uses {:.1} of {processors} processors", step.processors)
        } else if step.rss_kib as f64 > self.memory_limit * free_kib as f64 {
            format!("the server uses {} MiB of memory", step.rss_kib / 1024)
        } else {
            String::new()
        }
    }
}

impl SizeReport {
    /// The report for programs.
    pub fn json(&self) -> String {
        serde_json::to_string_pretty(self).expect("a report is plain JSON")
    }
}

impl Display for SizeReport {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        writeln!(
            f,
            "{:>8}{:>14}{:>10}{:>10}{:>10}{:>12}{:>12}",
            "agents", "connected in", "commands", "p50 ms", "p99 ms", "processors", "memory MiB"
        )?;
        for step in &self.steps {
            writeln!(
                f,
                "{:>8}{:>12.1} s{:>10}{:>10.1}{:>10.1}{:>12.2}{:>12.0}",
                step.agents,
                step.arrived_after,
                step.commands.count,
                step.commands.p50,
                step.commands.p99,
                step.processors,
                step.rss_kib as f64 / 1024.0,
            )?;
        }
        writeln!(f)?;
        let (memory, base) = (self.kib_per_agent, self.base_kib / 1024);
        writeln!(f, "The server takes {base} MiB, and {memory:.1} KiB for each agent.")?;
        match self.limited_by.as_str() {
            "" => {
                write!(f, "This machine carries {} agents, the most that was tried.", self.carries)
            }
            limit => write!(f, "This machine carries {} agents; with more, {limit}.", self.carries),
        }
    }
}
