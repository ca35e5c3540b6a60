//! The agent as a service of Windows, which the service control manager starts and stops.

mod command_line;
pub mod control;
mod definition;
mod dispatch;
mod package;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, bail};
use windows_service::service::ServiceAccess;
use windows_service::service_manager::ServiceManagerAccess;

use super::detached::start_detached;
use super::inventory;
use super::service_log::{forget_source, register_source};
use crate::os::{ServiceDefinition, accounts};
use command_line::read_command_line;
use control::SERVICE;

pub use dispatch::{is_service, is_stopping};

/// How long the service may take to end when it is removed: it waits for a package
/// manager.
const REMOVAL_STOP_LIMIT: Duration = Duration::from_secs(660);

/// Fails with what is missing, before anything is changed.
pub fn require() -> anyhow::Result<()> {
    if !accounts::is_administrator() {
        bail!("this needs the rights of an administrator: run it in an elevated prompt");
    }
    Ok(())
}

/// Installs the service and starts it, now and after every start of the
/// system. Returns a sentence that says so.
pub async fn install(service: ServiceDefinition<'_>) -> anyhow::Result<String> {
    let ServiceDefinition { program, data, stop_limit, final_exit_code } = service;
    // Its code at its end is the service's own affair: it reports no error then.
    tracing::debug!(?program, ?data, final_exit_code, "installing the service");
    let (program, data) = (program.to_owned(), data.to_owned());
    let work = tokio::task::spawn_blocking(move || {
        let wanted = definition::service_info(&program, &data);
        let access = ServiceManagerAccess::CONNECT | ServiceManagerAccess::CREATE_SERVICE;
        let manager = control::connect(access)?;
        let service = definition::create_or_change(&manager, &wanted)?;
        definition::describe(&service, stop_limit)?;
        if let Err(error) = register_source() {
            tracing::warn!("the event log will not know the agent: {error:#}");
        }
        // Not just started: one that runs already may be an older program.
        control::stop(&service, stop_limit)?;
        control::start(&service)
    });
    work.await??;
    Ok(format!("{SERVICE} is installed and started; see: sc query {SERVICE}"))
}

/// Stops and removes the service that runs with this data directory, and
/// returns its program. Another agent's service is left alone.
pub async fn remove(data: &Path) -> anyhow::Result<Option<PathBuf>> {
    let data = data.to_owned();
    let work = tokio::task::spawn_blocking(move || {
        let Some(program) = program_of_service(&data)? else { return Ok(None) };
        require()?;
        let manager = control::connect(ServiceManagerAccess::CONNECT)?;
        let access = ServiceAccess::QUERY_STATUS | ServiceAccess::STOP | ServiceAccess::DELETE;
        let Some(service) = control::open(&manager, access)? else { return Ok(None) };
        control::stop(&service, REMOVAL_STOP_LIMIT)?;
        control::delete(&manager, service)?;
        forget_source().context("the event log still knows the agent")?;
        inventory::forget_boot_mark();
        Ok(Some(program).filter(|program| program.exists()))
    });
    work.await?
}

/// The program of the service that runs with this data directory.
fn program_of_service(data: &Path) -> anyhow::Result<Option<PathBuf>> {
    let Some(line) = control::read_command_line()? else { return Ok(None) };
    let started = read_command_line(&line).filter(|started| is_same_path(&started.data, data));
    Ok(started.map(|started| started.program))
}

/// The program and the arguments by which the package is removed that this data
/// directory's agent came with; none when that is done from outside.
pub fn package_removal(data: &Path) -> Option<(PathBuf, Vec<String>)> {
    program_of_service(data).ok().flatten()?;
    package::removal()
}

/// Does the work of a service that the system has started: until it ends, the service
/// control manager is told how it is. In a console the work is done all the same.
pub fn run_as_service(work: Box<dyn FnOnce() -> ExitCode + Send>, final_exit_code: u8) -> ExitCode {
    dispatch::run(work, final_exit_code)
}

/// Reports to the service manager that the agent works.
pub fn report_started() {
    dispatch::report_started();
}

/// Returns when the service manager asks the agent to stop, other than by a signal.
pub async fn stop_requested() {
    dispatch::stop_requested().await;
}

/// Whether this process is the service of this program and data directory, and
/// was not started by hand.
pub fn is_this_process(program: &Path, data: &Path) -> bool {
    let known = if is_service() { program_of_service(data).ok().flatten() } else { None };
    known.is_some_and(|known| is_same_path(&known, program))
}

/// Upper and lower case are the same.
fn is_same_path(one: &Path, other: &Path) -> bool {
    let plain = |path: &Path| {
        let text = path.to_string_lossy().to_lowercase().replace('/', "\\");
        let text = text.strip_prefix(r"\\?\").unwrap_or(&text).to_owned();
        text.trim_end_matches('\\').to_owned()
    };
    plain(one) == plain(other)
}

/// Starts a program outside of the service: one that removes its own service
/// would be ended by that in the middle of it.
pub async fn run_detached(program: &Path, arguments: &[&str]) -> anyhow::Result<()> {
    let name = program.display();
    start_detached(program, arguments).with_context(|| format!("{name} cannot be started"))?;
    Ok(())
}

/// Whether what this process logs gets its time elsewhere.
pub fn log_has_time() -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_compared_as_windows_does() {
        let same = |one: &str, other: &str| is_same_path(Path::new(one), Path::new(other));
        assert!(same(r"C:\ProgramData\Muster", r"c:\programdata\muster\"));
        assert!(same(r"\\?\C:\a b\agent.exe", "C:/a b/Agent.exe"));
        assert!(!same(r"C:\a", r"C:\a b"));
    }

    #[test]
    fn a_data_directory_without_a_service_has_no_program_and_no_package() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(program_of_service(folder.path()).unwrap(), None);
        assert_eq!(package_removal(folder.path()), None);
        assert!(!is_this_process(&std::env::current_exe().unwrap(), folder.path()));
    }
}
