//! The trial of a new program: it reaches the server, or it is not used.

use anyhow::{Context, bail};

use super::departures::Update;
use super::program_files::new_beside;
use crate::data_dir::DataDir;
use crate::os::run_tool;

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

/// What a new program prints that has reached the server.
pub fn reached(version: &str) -> String {
    format!("release {version} reaches the server")
}
