//! The agent as a service of macOS. launchd will start and stop it.

use std::path::{Path, PathBuf};

use crate::os::{Problem, ServiceDefinition};

/// Fails with what is missing, before anything is changed.
pub fn require() -> anyhow::Result<()> {
    Err(Problem::not_supported_yet("running the agent as a service").into())
}

/// Installs the service and starts it, now and after every start of the
/// system. Returns a sentence that says so.
pub async fn install(_service: ServiceDefinition<'_>) -> anyhow::Result<String> {
    Err(Problem::not_supported_yet("running the agent as a service").into())
}

/// Stops and removes the service that runs with this data directory, and
/// returns its program: there can be none yet.
pub async fn remove(_data: &Path) -> anyhow::Result<Option<PathBuf>> {
    Ok(None)
}

/// Whether this process is the service of this program and data directory: it
/// was started by hand.
pub fn is_this_process(_program: &Path, _data: &Path) -> bool {
    false
}

/// Starts a program outside of the service.
pub async fn run_detached(_program: &Path, _arguments: &[&str]) -> anyhow::Result<()> {
    Err(Problem::not_supported_yet("running the agent as a service").into())
}

/// Whether what this process logs gets its time elsewhere.
pub fn log_has_time() -> bool {
    false
}
