//! `muster sim`: simulated agents and API load against a server, how many
//! agents this machine carries, and what remote sessions take.

mod arguments;
mod own_server;
mod remote;
mod remote_arguments;
mod size;

use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, bail};
use muster_sim::Plan;

pub use arguments::SimArguments;
use arguments::{RunArguments, SimCommand};

use super::output::print_line;
use super::{enroll_token, open_files};
use crate::app::App;
use crate::config::Settings;
use crate::time::Timestamp;

/// Files a process needs in addition to its connections.
const OTHER_FILES: u64 = 200;
const TOKEN_LIFE: Duration = Duration::from_secs(24 * 3600);

/// Runs the command.
pub async fn run(settings: Settings, arguments: SimArguments) -> anyhow::Result<ExitCode> {
    match arguments.command {
        Some(SimCommand::Size(arguments)) => size::run(arguments).await,
        Some(SimCommand::Crowd(arguments)) => remote::crowd(settings, arguments).await,
        Some(SimCommand::Session(arguments)) => remote::session(settings, arguments).await,
        Some(SimCommand::Screen(arguments)) => remote::screen(settings, arguments).await,
        None => simulate(settings, arguments.run).await,
    }
}

async fn simulate(settings: Settings, arguments: RunArguments) -> anyhow::Result<ExitCode> {
    need_files(arguments.agents)?;
    let server = match &arguments.server {
        Some(url) => url.clone(),
        None => own_address(&settings),
    };
    let token = match (&arguments.token, arguments.site) {
        (Some(token), _) => token.clone(),
        (None, Some(site)) => make_token(settings, site, arguments.agents).await?,
        (None, None) => bail!("name a --site to enrol the agents in, or give a --token"),
    };
    let report = muster_sim::run(&Plan {
        server,
        token,
        agents: arguments.agents,
        seed: arguments.pace.seed,
        tempo: arguments.tempo(),
        faults: arguments.faults.faults(),
        api_key: arguments.api_key.unwrap_or_default(),
        callers: arguments.callers,
        calls: arguments.calls,
        calls_per_second: arguments.rate,
        pid: arguments.pid,
        agent_ids: arguments.agent_ids,
    })
    .await?;
    write_json(arguments.pace.json.as_deref(), &report.json())?;
    print_line(report.to_string().trim_end());
    Ok(if report.all_arrived { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Every simulated agent is an open file.
fn need_files(agents: usize) -> anyhow::Result<()> {
    let limit = open_files::raise_limit().context("cannot read the limit of open files")?;
    let needed = agents as u64 + OTHER_FILES;
    if limit < needed {
        bail!(
            "{agents} agents need {needed} open files, and this process may have {limit} (ulimit -n)"
        );
    }
    Ok(())
}

/// Where the server of the settings listens.
fn own_address(settings: &Settings) -> String {
    let scheme = if settings.tls.is_some() { "https" } else { "http" };
    format!("{scheme}://{}", settings.listen)
}

async fn make_token(settings: Settings, site: i64, agents: usize) -> anyhow::Result<String> {
    let app = App::open(settings).await?;
    let uses = i64::try_from(agents).ok();
    let expires = Timestamp::now().plus(TOKEN_LIFE);
    let token = enroll_token::create(&app, site, uses, expires, "server").await;
    app.close(Duration::from_secs(5)).await;
    Ok(token?.text.reveal().to_owned())
}

fn write_json(path: Option<&std::path::Path>, text: &str) -> anyhow::Result<()> {
    let Some(path) = path else { return Ok(()) };
    std::fs::write(path, format!("{text}\n"))
        .with_context(|| format!("cannot write {}", path.display()))
}
