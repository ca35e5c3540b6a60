//! The agent as a service of systemd or of OpenRC.

mod init_script;
mod openrc;
mod systemd;
mod unit;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::bail;

use super::init_system::{InitSystem, running};
use crate::os::ServiceDefinition;
use crate::os::unix::root;

/// Fails with what is missing, before anything is changed.
pub fn require() -> anyhow::Result<()> {
    root::require()?;
    required_init_system().map(drop)
}

fn required_init_system() -> anyhow::Result<InitSystem> {
    let Some(system) = running() else {
        bail!("neither systemd nor OpenRC runs here: start `muster-agent run` by other means");
    };
    Ok(system)
}

/// Installs the service and starts it, now and after every start of the
/// system. Returns a sentence that says so.
pub async fn install(service: ServiceDefinition<'_>) -> anyhow::Result<String> {
    match required_init_system()? {
        InitSystem::Systemd => systemd::install(service).await,
        InitSystem::OpenRc => openrc::install(service).await,
    }
}

/// Stops and removes the service that runs with this data directory, and
/// returns its program. Another agent's service is left alone.
pub async fn remove(data: &Path) -> anyhow::Result<Option<PathBuf>> {
    let program = if let Some(program) = systemd::program_for(data) {
        require()?;
        systemd::remove().await?;
        program
    } else if let Some(program) = openrc::program_for(data) {
        require()?;
        openrc::remove().await?;
        program
    } else {
        return Ok(None);
    };
    Ok(Some(program).filter(|program| program.exists()))
}

/// Returns when the service manager asks the agent to stop, other than by a signal: here
/// it never does.
pub async fn stop_requested() {
    std::future::pending().await
}

/// Whether this process is the service of this program and data directory, and
/// was not started by hand.
pub fn is_this_process(program: &Path, data: &Path) -> bool {
    systemd::is_this_process(program, data) || openrc::is_this_process(program, data)
}

/// Starts a program outside of the service: one that removes its own service
/// would be ended by that in the middle of it.
pub async fn run_detached(program: &Path, arguments: &[&str]) -> anyhow::Result<()> {
    match required_init_system()? {
        InitSystem::Systemd => systemd::run_detached(program, arguments).await,
        InitSystem::OpenRc => openrc::run_detached(program, arguments),
    }
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

/// Whether this process is a service whose standard error nobody reads.
pub(in crate::os::linux) fn is_service_without_journal() -> bool {
    openrc::is_service()
}

/// Whether a script of OpenRC is the one that this process was started by.
pub(in crate::os::linux) fn is_own_script(name: &str) -> bool {
    name == init_script::SERVICE && openrc::is_service()
}

/// Whether what this process logs gets its time elsewhere: systemd sets this
/// variable for a service that writes to its journal.
pub fn log_has_time() -> bool {
    std::env::var_os("JOURNAL_STREAM").is_some()
}
