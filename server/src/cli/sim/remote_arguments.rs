//! The arguments of `muster sim crowd`, `muster sim session` and `muster sim screen`.

use std::path::PathBuf;

use clap::{Args, value_parser};

use super::arguments::{agents, number, positive};

#[derive(Args)]
pub(super) struct CrowdArguments {
    /// Terminals that somebody types into.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = sessions)]
    pub active: usize,
    /// Terminals in which nothing happens.
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = sessions)]
    pub idle: usize,
    /// Simulated agents, over which the terminals spread.
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = agents)]
    pub agents: usize,
    /// Keys that each person types in a second; every fortieth brings a thousand bytes.
    #[arg(long, value_name = "N", default_value_t = 5.0, value_parser = positive)]
    pub keys_per_second: f64,
    /// The server's address; without it, the server of the settings.
    #[arg(long, value_name = "URL")]
    pub server: Option<String>,
    /// The site to enrol in, with a token made in the database of the settings.
    #[arg(long, value_name = "ID")]
    pub site: Option<i64>,
    /// An enrolment token that was made before, in place of --site.
    // A token may begin with a hyphen.
    #[arg(long, value_name = "TOKEN", conflicts_with = "site", allow_hyphen_values = true)]
    pub token: Option<String>,
    /// A key to open the sessions with.
    #[arg(long, value_name = "KEY", env = "MUSTER_SIM_API_KEY", hide_env_values = true)]
    pub api_key: String,
    /// The relay's process on this machine, to report its memory and time.
    #[arg(long, value_name = "PID")]
    pub pid: Option<u32>,
    /// How long they type, once all terminals are open.
    #[arg(long, value_name = "S", default_value_t = 30, value_parser = value_parser!(u64).range(1..=86_400))]
    pub seconds: u64,
    /// The same seed brings the same agents.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Write the report as JSON to this file.
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
}

#[derive(Args)]
pub(super) struct SessionArguments {
    /// A real agent, which runs on this machine.
    #[arg(long, value_name = "ID")]
    pub agent_id: String,
    /// Terminals to open, one after the other.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = times)]
    pub openings: usize,
    /// Keys to type.
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = times)]
    pub keys: usize,
    /// How long `yes` prints to a viewer who does not read. A relay cuts off who does not
    /// read for 20 seconds.
    #[arg(long, value_name = "S", default_value_t = 10, value_parser = value_parser!(u64).range(1..=15))]
    pub flood_seconds: u64,
    /// The size of the file to upload and download.
    #[arg(long, value_name = "MIB", default_value_t = 256, value_parser = mib)]
    pub file_mib: usize,
    /// The folder of the agent to keep it in meanwhile; without it, that for temporary files.
    #[arg(long, value_name = "FOLDER")]
    pub folder: Option<PathBuf>,
    /// The server's address; without it, the server of the settings.
    #[arg(long, value_name = "URL")]
    pub server: Option<String>,
    /// A key to open the sessions with.
    #[arg(long, value_name = "KEY", env = "MUSTER_SIM_API_KEY", hide_env_values = true)]
    pub api_key: String,
    /// The relay's process on this machine, to report its memory.
    #[arg(long, value_name = "PID")]
    pub pid: Option<u32>,
    /// Write the report as JSON to this file.
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
}

#[derive(Args)]
pub(super) struct ScreenArguments {
    /// A real agent, which runs on this machine and on whose screen something changes all the
    /// time.
    #[arg(long, value_name = "ID")]
    pub agent_id: String,
    /// How long frames are counted.
    #[arg(long, value_name = "S", default_value_t = 15, value_parser = value_parser!(u64).range(1..=240))]
    pub seconds: u64,
    /// The server's address; without it, the server of the settings.
    #[arg(long, value_name = "URL")]
    pub server: Option<String>,
    /// A key to open the session with.
    #[arg(long, value_name = "KEY", env = "MUSTER_SIM_API_KEY", hide_env_values = true)]
    pub api_key: String,
    /// Write the report as JSON to this file.
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
}

/// A relay takes 8,000 sockets, and each session has two.
fn sessions(text: &str) -> Result<usize, String> {
    number(text, 0..=4_000)
}

fn times(text: &str) -> Result<usize, String> {
    number(text, 1..=10_000)
}

fn mib(text: &str) -> Result<usize, String> {
    number(text, 1..=4_096)
}
