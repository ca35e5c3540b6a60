//! The agent as a service of macOS: a daemon of launchd.

mod daemon;
mod definition;

use std::path::{Path, PathBuf};
use std::process::{ExitCode, Stdio};

use anyhow::Context;
use process_wrap::tokio::{CommandWrap, ProcessSession};
use tokio::process::Command;

use crate::os::ServiceDefinition;
use crate::os::unix::root;
use daemon::Daemon;
use definition::LABEL;

pub use daemon::is_service;

/// Fails with what is missing, before anything is changed.
pub fn require() -> anyhow::Result<()> {
    root::require()
}

/// Installs the service and starts it, now and after every start of the
/// system. Returns a sentence that says so.
pub async fn install(service: ServiceDefinition<'_>) -> anyhow::Result<String> {
    Daemon::default().install(service).await?;
    Ok(format!("{LABEL} is installed and started; see: sudo launchctl print system/{LABEL}"))
}

/// Stops and removes the service that runs with this data directory, and
/// returns its program. Another agent's service is left alone.
pub async fn remove(data: &Path) -> anyhow::Result<Option<PathBuf>> {
    let daemon = Daemon::default();
    let Some(program) = daemon.program(data) else { return Ok(None) };
    require()?;
    daemon.remove().await?;
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
    is_service() && Daemon::default().program(data).is_some_and(|known| known == program)
}

/// Starts a program outside of the service: one that removes its own service
/// would be ended by that in the middle of it. launchd leaves alone what has a session of
/// its own.
pub async fn run_detached(program: &Path, arguments: &[&str]) -> anyhow::Result<()> {
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let started = CommandWrap::from(command).wrap(ProcessSession).spawn();
    started.with_context(|| format!("{} cannot be started", program.display()))?;
    Ok(())
}

/// The program and the arguments by which the package is removed that this data
/// directory's agent came with; none when that is done from outside.
pub fn package_removal(_data: &Path) -> Option<(PathBuf, Vec<String>)> {
    None
}

/// Does the work of a service that the system has started. One that must not be started
/// again ends well: launchd starts every other one again.
pub fn run_as_service(work: Box<dyn FnOnce() -> ExitCode + Send>, final_exit_code: u8) -> ExitCode {
    match work() {
        code if code == ExitCode::from(final_exit_code) => ExitCode::SUCCESS,
        code => code,
    }
}

/// Reports to the service manager that the agent works: here it does not wait for that.
pub fn report_started() {}

/// Whether what this process logs gets its time elsewhere.
pub fn log_has_time() -> bool {
    is_service()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_agent_that_was_removed_is_not_started_again() {
        let run = |code: u8| run_as_service(Box::new(move || ExitCode::from(code)), 3);
        assert_eq!(
            [run(3), run(1), run(0)].map(|code| code == ExitCode::SUCCESS),
            [true, false, true]
        );
    }

    #[tokio::test]
    async fn a_detached_program_has_a_session_of_its_own() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("session");
        let script = format!("ps -o sid= -p $$ > {0}.new; mv {0}.new {0}", file.display());
        run_detached(Path::new("/bin/sh"), &["-c", &script]).await.unwrap();
        let own = nix::unistd::getsid(None).unwrap().to_string();
        let session = loop {
            match std::fs::read_to_string(&file) {
                Ok(text) => break text,
                Err(_) => tokio::time::sleep(std::time::Duration::from_millis(5)).await,
            }
        };
        assert_ne!(session.trim(), own);
        assert!(session.trim().parse::<u32>().is_ok(), "{session}");
    }
}
