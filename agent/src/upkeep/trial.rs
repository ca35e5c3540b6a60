//! The trial of a new program: it reaches the server, or it is not used.

use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, bail};

use super::departure::Update;
use super::places::new_beside;
use crate::agent::Agent;
use crate::cli::say;
use crate::clock::Clock;
use crate::data_dir::DataDir;
use crate::link::handshake;
use crate::link::session::LineEnd;
use crate::os::run_tool;
use crate::release;
use crate::transport::ProxySettings;

/// Between two tries to reach the server.
const BETWEEN_TRIES: Duration = Duration::from_secs(1);

/// Lets a new program show that it opens this agent's data and gets in.
pub async fn try_program(data: &DataDir, update: &Update) -> anyhow::Result<()> {
    let new = new_beside(&update.program);
    let new = new.to_str().context("the path of the new program is not text")?;
    let folder = std::path::absolute(data.root())?;
    let folder = folder.to_str().context("the path of the data directory is not text")?;
    tracing::info!(version = update.version, "trying a new program");
    let tried = run_tool(new, &["try", "--data", folder], update.trial).await;
    let seconds = update.trial.as_secs();
    let output = tried.with_context(|| {
        format!("the new program did not reach the server within {seconds} seconds")
    })?;
    if !output.success || output.stdout.trim() != reached(&update.version) {
        let words = output.stderr.lines().last().unwrap_or_default().trim();
        bail!("the new program did not reach the server: {words}");
    }
    Ok(())
}

fn reached(version: &str) -> String {
    format!("release {version} reaches the server")
}

/// `muster-agent try`: opens the data, gets in, says so, and is gone. Tries
/// until whoever asked has enough of it.
pub async fn try_out(data: DataDir) -> anyhow::Result<ExitCode> {
    let proxies = ProxySettings::from_environment();
    let agent = Agent::open_on_trial(data, proxies, Clock::of_this_machine()).await?;
    loop {
        match handshake::open(&agent).await {
            Ok(_) => {
                say(&reached(release::version()));
                return Ok(ExitCode::SUCCESS);
            }
            Err(LineEnd::Broken { reason, retry_after }) => {
                tracing::warn!(reason, "no line to the server");
                tokio::time::sleep(retry_after.unwrap_or_default().max(BETWEEN_TRIES)).await;
            }
            Err(LineEnd::Refused(reason)) => bail!("{reason}"),
            Err(LineEnd::Removed | LineEnd::Stopped) => bail!("this agent was removed"),
        }
    }
}
