//! `muster-agent uninstall`: nothing of the agent stays but the program's file.

use std::io::{IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::Args;

use super::install::{require_systemd, systemctl};
use super::say;
use super::unit::{SERVICE, UNIT_FILE};
use crate::data_dir::DataDir;

/// Options of `uninstall`.
#[derive(Debug, Args)]
pub struct Uninstall {
    /// Do not ask
    #[arg(long)]
    yes: bool,
}

impl Uninstall {
    /// Removes the service and the data directory, after asking.
    pub async fn run(&self, data: &DataDir) -> anyhow::Result<ExitCode> {
        if !self.yes && !ask(data)? {
            say("nothing was removed");
            return Ok(ExitCode::FAILURE);
        }
        if Path::new(UNIT_FILE).exists() {
            require_systemd()?;
            systemctl(&["disable", "--now", SERVICE]).await?;
            std::fs::remove_file(UNIT_FILE)
                .with_context(|| format!("cannot remove {UNIT_FILE}"))?;
            systemctl(&["daemon-reload"]).await?;
        }
        remove_data(data).await?;
        say("the agent is removed; delete it on the server too");
        Ok(ExitCode::SUCCESS)
    }
}

fn ask(data: &DataDir) -> anyhow::Result<bool> {
    if !std::io::stdin().is_terminal() {
        bail!("this removes the agent and {}: confirm with --yes", data.root().display());
    }
    let mut stdout = std::io::stdout();
    write!(stdout, "Remove the agent and {}? [y/N] ", data.root().display())?;
    stdout.flush()?;
    let mut answer = String::new();
    std::io::stdin().read_line(&mut answer)?;
    Ok(matches!(answer.trim(), "y" | "Y" | "yes"))
}

/// Removes what the agent made, by name: the folder may be a wrong one.
async fn remove_data(data: &DataDir) -> anyhow::Result<()> {
    if !data.root().exists() {
        return Ok(());
    }
    // Held to the end, so that no agent starts in what is being removed.
    let _lock = data.lock().await?;
    let runs = data.runs();
    if runs.exists() {
        std::fs::remove_dir_all(&runs).context("cannot remove the runs")?;
    }
    for name in ["identity.json", "ledger.redb", "status.json", "lock"] {
        match std::fs::remove_file(data.root().join(name)) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(error).with_context(|| format!("cannot remove {name}"));
            }
            _ => {}
        }
    }
    // Stays when somebody keeps something else in it.
    let _ = std::fs::remove_dir(data.root());
    Ok(())
}
