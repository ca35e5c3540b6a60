//! `muster-agent install`: the agent as a systemd service.

use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, bail};

use super::say;
use super::unit::{SERVICE, UNIT_FILE, unit_text};
use crate::data_dir::DataDir;
use crate::identity::Identity;
use crate::run::run_tool;

const SYSTEMCTL_LIMIT: Duration = Duration::from_secs(60);

/// Writes the unit, and starts it now and after every start of the system.
pub async fn install(data: &DataDir) -> anyhow::Result<ExitCode> {
    require_systemd()?;
    if Identity::load(data)?.is_none() {
        bail!("this computer is not enrolled: run muster-agent enroll first");
    }
    let program = std::env::current_exe().context("cannot find this program's own file")?;
    let folder = std::path::absolute(data.root())?;
    std::fs::write(UNIT_FILE, unit_text(&program, &folder))
        .with_context(|| format!("cannot write {UNIT_FILE}"))?;
    systemctl(&["daemon-reload"]).await?;
    systemctl(&["enable", SERVICE]).await?;
    // Not just started: one that runs already may be an older program.
    systemctl(&["restart", SERVICE]).await?;
    say(&format!("{SERVICE} is installed and started; see: systemctl status {SERVICE}"));
    Ok(ExitCode::SUCCESS)
}

/// Says what is missing before anything is changed.
pub fn require_systemd() -> anyhow::Result<()> {
    #[cfg(unix)]
    if !nix::unistd::Uid::effective().is_root() {
        bail!("this needs root: run it with sudo");
    }
    if !Path::new("/run/systemd/system").exists() {
        bail!("systemd does not run here: start `muster-agent run` by other means");
    }
    Ok(())
}

/// Gives systemd an order.
pub async fn systemctl(arguments: &[&str]) -> anyhow::Result<()> {
    let output = run_tool("systemctl", arguments, SYSTEMCTL_LIMIT).await?;
    if !output.success {
        bail!("systemctl {} failed: {}", arguments.join(" "), output.stderr.trim());
    }
    Ok(())
}
