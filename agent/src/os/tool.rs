//! The system's own small programs, asked for an answer.

use std::process::Stdio;
use std::time::Duration;

use anyhow::Context;
use tokio::process::Command;

/// What a tool printed.
#[derive(Debug)]
pub struct ToolOutput {
    /// Whether it ended with code 0.
    pub success: bool,
    /// Its standard output.
    pub stdout: String,
    /// Its standard error.
    pub stderr: String,
}

/// Runs a tool that answers soon; one that does not is ended.
pub async fn run_tool(
    program: &str,
    arguments: &[&str],
    limit: Duration,
) -> anyhow::Result<ToolOutput> {
    let output = tokio::time::timeout(limit, tool(program, arguments).output())
        .await
        .with_context(|| format!("{program} does not answer"))?
        .with_context(|| format!("cannot run {program}"))?;
    Ok(ToolOutput {
        success: output.status.success(),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    })
}

/// A tool with nothing to read, which ends with the caller.
pub fn tool(program: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null()).env("LC_ALL", "C").kill_on_drop(true);
    command
}
