//! The arguments of `muster sim`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand, value_parser};
use muster_sim::{Call, CheckRhythm, Faults, Rhythm, Tempo};

use super::remote_arguments::{CrowdArguments, ScreenArguments, SessionArguments};

/// Arguments of `muster sim`.
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct SimArguments {
    #[command(subcommand)]
    pub(super) command: Option<SimCommand>,
    #[command(flatten)]
    pub(super) run: RunArguments,
}

#[derive(Subcommand)]
pub(super) enum SimCommand {
    /// Tell how many agents this machine carries, with a server of its own on
    /// empty data.
    Size(SizeArguments),
    /// Tell what many remote sessions take at the relay, with terminals of simulated
    /// agents.
    Crowd(CrowdArguments),
    /// Tell what remote sessions of a real agent take: opening, keys, a flood, files.
    Session(SessionArguments),
    /// Tell what the screen of a real agent takes while something on it changes all the time:
    /// frames, bytes, processor time.
    Screen(ScreenArguments),
}

#[derive(Args)]
pub(super) struct RunArguments {
    /// How many agents to simulate.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = agents)]
    pub agents: usize,
    /// The server's address; without it, the server of the settings. Several
    /// replicas by commas: the agents spread over them, the first is called.
    #[arg(long, value_name = "URL")]
    pub server: Option<String>,
    /// The site to enrol in, with a token made in the database of the settings.
    #[arg(long, value_name = "ID")]
    pub site: Option<i64>,
    /// An enrolment token that was made before, in place of --site.
    // A token may begin with a hyphen.
    #[arg(long, value_name = "TOKEN", conflicts_with = "site", allow_hyphen_values = true)]
    pub token: Option<String>,
    /// A key to call the API with; without it nobody does.
    #[arg(long, value_name = "KEY", env = "MUSTER_SIM_API_KEY", hide_env_values = true)]
    pub api_key: Option<String>,
    /// How many call the API at once.
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = callers)]
    pub callers: usize,
    /// What they call, by commas: clients, agents, agents-reduced, agents-page,
    /// agent, software, agent-tasks, metrics, metrics-fleet, metrics-export,
    /// audit, audit-deep, command, code; without it, a mix.
    #[arg(long, value_name = "CALLS", value_delimiter = ',')]
    pub calls: Vec<Call>,
    /// Calls a second of all callers; without it, as many as are answered.
    #[arg(long, value_name = "N", value_parser = positive)]
    pub rate: Option<f64>,
    /// The server's process on this machine, to report its memory and time.
    #[arg(long, value_name = "PID")]
    pub pid: Option<u32>,
    /// Remember the agents in this file: those in it are enrolled already.
    #[arg(long, value_name = "FILE")]
    pub agent_ids: Option<PathBuf>,
    /// Days of metrics that the agents measured before, and send first.
    #[arg(long, value_name = "DAYS", default_value_t = 0, value_parser = value_parser!(u32).range(0..=365))]
    pub metrics_days: u32,
    #[command(flatten)]
    pub pace: PaceArguments,
    #[command(flatten)]
    pub faults: FaultArguments,
}

#[derive(Args)]
pub(super) struct SizeArguments {
    /// The most agents to try.
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = agents)]
    pub most: usize,
    /// Agents to begin with; each step doubles them.
    #[arg(long, value_name = "N", default_value_t = 250, value_parser = agents)]
    pub first: usize,
    /// Commands that each agent gets in a minute.
    #[arg(long, value_name = "N", default_value_t = 0.1, value_parser = positive)]
    pub commands_per_minute: f64,
    /// 99 of 100 commands must be answered within so many milliseconds.
    #[arg(long, value_name = "MS", default_value_t = 50, value_parser = value_parser!(u64).range(1..=60_000))]
    pub p99: u64,
    /// PostgreSQL with an empty database, in place of SQLite.
    #[arg(long, value_name = "URL")]
    pub database_url: Option<String>,
    /// NATS, together with --database-url.
    #[arg(long, value_name = "URL", requires = "database_url")]
    pub bus_url: Option<String>,
    #[command(flatten)]
    pub pace: PaceArguments,
}

#[derive(Args)]
pub(super) struct PaceArguments {
    /// How long the load lasts, once all agents are connected; of each step
    /// with `size`.
    #[arg(long, value_name = "S", default_value_t = 30, value_parser = value_parser!(u64).range(1..=86_400))]
    pub seconds: u64,
    /// The same seed brings the same agents with the same behaviour.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Agents that begin to connect each second.
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = value_parser!(u32).range(1..=100_000))]
    pub arrivals: u32,
    /// How long a run on an agent takes, in milliseconds.
    #[arg(long, value_name = "MS", default_value_t = 0, value_parser = value_parser!(u64).range(0..=600_000))]
    pub run_ms: u64,
    /// Bytes that a run prints.
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = value_parser!(u64).range(0..=1_000_000))]
    pub output_bytes: u64,
    /// Percent of the runs that end with code 1.
    #[arg(long, value_name = "PERCENT", default_value_t = 0.0, value_parser = percent)]
    pub failing: f64,
    /// Seconds from one message with metrics of an agent to the next; each has
    /// the last five minutes at least. 0: agents send none.
    #[arg(long, value_name = "S", default_value_t = 300, value_parser = value_parser!(u64).range(0..=86_400))]
    pub metrics_every: u64,
    /// Checks of an agent that it runs at most, of those that the server gives it.
    /// 0: agents run none.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = value_parser!(u32).range(0..=1000))]
    pub checks: u32,
    /// Seconds from one run of an agent's checks to the next.
    #[arg(long, value_name = "S", default_value_t = 120, value_parser = value_parser!(u64).range(1..=86_400))]
    pub check_every: u64,
    /// Percent of the checks that fail.
    #[arg(long, value_name = "PERCENT", default_value_t = 1.0, value_parser = percent)]
    pub checks_failing: f64,
    /// Write the report as JSON to this file.
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
}

/// What the network does wrong.
#[derive(Args)]
pub(super) struct FaultArguments {
    /// Milliseconds that every message of an agent is late.
    #[arg(long, value_name = "MS", default_value_t = 0, value_parser = value_parser!(u64).range(0..=60_000))]
    pub latency: u64,
    /// Up to so many milliseconds more, by chance.
    #[arg(long, value_name = "MS", default_value_t = 0, value_parser = value_parser!(u64).range(0..=60_000))]
    pub jitter: u64,
    /// Percent of the messages whose packet is lost and sent again.
    #[arg(long, value_name = "PERCENT", default_value_t = 0.0, value_parser = percent)]
    pub loss: f64,
    /// Mean seconds until a line breaks; 0: never.
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub drop_after: u64,
    /// Break all lines at once, every so many seconds; 0: never.
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub storm_every: u64,
}

impl RunArguments {
    pub fn tempo(&self) -> Tempo {
        let tempo = self.pace.tempo();
        let metrics = tempo.metrics.map(|rhythm| Rhythm { days: self.metrics_days, ..rhythm });
        Tempo { metrics, ..tempo }
    }
}

impl PaceArguments {
    pub fn tempo(&self) -> Tempo {
        let every = Duration::from_secs(self.metrics_every);
        Tempo {
            arrivals_per_second: self.arrivals,
            load: Duration::from_secs(self.seconds),
            run: Duration::from_millis(self.run_ms),
            output_bytes: usize::try_from(self.output_bytes).unwrap_or(0),
            failing: self.failing / 100.0,
            metrics: (!every.is_zero()).then_some(Rhythm { every, days: 0 }),
            checks: (self.checks > 0).then(|| CheckRhythm {
                every: Duration::from_secs(self.check_every),
                most: self.checks as usize,
                failing: self.checks_failing / 100.0,
            }),
        }
    }
}

impl FaultArguments {
    pub fn faults(&self) -> Faults {
        let seconds = |count: u64| (count > 0).then(|| Duration::from_secs(count));
        Faults {
            latency: Duration::from_millis(self.latency),
            jitter: Duration::from_millis(self.jitter),
            loss: self.loss / 100.0,
            drop_after: seconds(self.drop_after),
            storm_every: seconds(self.storm_every),
        }
    }
}

pub(super) fn agents(text: &str) -> Result<usize, String> {
    number(text, 1..=50_000)
}

fn callers(text: &str) -> Result<usize, String> {
    number(text, 1..=5_000)
}

pub(super) fn number(text: &str, range: std::ops::RangeInclusive<usize>) -> Result<usize, String> {
    let found = text.parse().ok().filter(|number| range.contains(number));
    found.ok_or_else(|| format!("it should be {} to {}", range.start(), range.end()))
}

fn percent(text: &str) -> Result<f64, String> {
    let found = text.parse().ok().filter(|number| (0.0..=100.0).contains(number));
    found.ok_or_else(|| "it should be 0 to 100".to_owned())
}

pub(super) fn positive(text: &str) -> Result<f64, String> {
    let found = text.parse().ok().filter(|number: &f64| *number > 0.0 && *number <= 1e6);
    found.ok_or_else(|| "it should be a number above 0".to_owned())
}
