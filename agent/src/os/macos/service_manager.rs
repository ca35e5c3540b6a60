//! The agent as a service of macOS. launchd will start and stop it.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

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

/// Returns when the service manager asks the agent to stop, other than by a signal: here
/// it never does.
pub async fn stop_requested() {
    std::future::pending().await
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

/// The program and the arguments by which the package is removed that this data
/// directory's agent came with; none when that is done from outside.
pub fn package_removal(_data: &Path) -> Option<(PathBuf, Vec<String>)> {
    None
}

/// Does the work of a service that the system has started: here it is a process like any
/// other.
pub fn run_as_service(
    work: Box<dyn FnOnce() -> ExitCode + Send>,
    _final_exit_code: u8,
) -> ExitCode {
    work()
}

/// Reports to the service manager that the agent works: here it does not wait for that.
pub fn report_started() {}

/// Whether what this process logs gets its time elsewhere.
pub fn log_has_time() -> bool {
    false
}
