//! The agent as a service of systemd.

mod unit;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, bail};

use crate::os::{ServiceDefinition, accounts, run_tool};
use unit::{SERVICE, UNIT_FILE, read_unit, unit_text};

const SYSTEMCTL_LIMIT: Duration = Duration::from_secs(60);

/// systemd has taken over the work by then, or says that it does not.
const DETACH_LIMIT: Duration = Duration::from_secs(30);

/// Fails with what is missing, before anything is changed.
pub fn require() -> anyhow::Result<()> {
    if !accounts::is_administrator() {
        bail!("this needs root: run it with sudo");
    }
    if !Path::new("/run/systemd/system").exists() {
        bail!("systemd does not run here: start `muster-agent run` by other means");
    }
    Ok(())
}

/// Installs the service and starts it, now and after every start of the
/// system. Returns a sentence that says so.
pub async fn install(service: ServiceDefinition<'_>) -> anyhow::Result<String> {
    std::fs::write(UNIT_FILE, unit_text(service))
        .with_context(|| format!("cannot write {UNIT_FILE}"))?;
    systemctl(&["daemon-reload"]).await?;
    systemctl(&["enable", SERVICE]).await?;
    // Not just started: one that runs already may be an older program.
    systemctl(&["restart", SERVICE]).await?;
    Ok(format!("{SERVICE} is installed and started; see: systemctl status {SERVICE}"))
}

/// Stops and removes the service that runs with this data directory, and
/// returns its program. Another agent's service is left alone.
pub async fn remove(data: &Path) -> anyhow::Result<Option<PathBuf>> {
    let Ok(text) = std::fs::read_to_string(UNIT_FILE) else { return Ok(None) };
    let Some(started) = read_unit(&text).filter(|started| started.data == data) else {
        return Ok(None);
    };
    require()?;
    systemctl(&["disable", "--now", SERVICE]).await?;
    std::fs::remove_file(UNIT_FILE).with_context(|| format!("cannot remove {UNIT_FILE}"))?;
    systemctl(&["daemon-reload"]).await?;
    // One that failed lately would still be listed.
    let _ = systemctl(&["reset-failed", SERVICE]).await;
    Ok(Some(started.program).filter(|program| program.exists()))
}

/// Returns when the service manager asks the agent to stop, other than by a signal: here
/// it never does.
pub async fn stop_requested() {
    std::future::pending().await
}

/// Whether this process is the service of this program and data directory, and
/// was not started by hand.
pub fn is_this_process(program: &Path, data: &Path) -> bool {
    let by_systemd = std::env::var_os("INVOCATION_ID").is_some();
    let unit = std::fs::read_to_string(UNIT_FILE).ok().filter(|_| by_systemd);
    unit.is_some_and(|unit| starts(&unit, program, data))
}

fn starts(unit: &str, program: &Path, data: &Path) -> bool {
    let same = |one: &Path, other: &Path| one.to_string_lossy() == other.to_string_lossy();
    let started = read_unit(unit);
    started.is_some_and(|started| same(&started.program, program) && same(&started.data, data))
}

/// Starts a program outside of the service: one that removes its own service
/// would be ended by that in the middle of it.
pub async fn run_detached(program: &Path, arguments: &[&str]) -> anyhow::Result<()> {
    let program = program.to_string_lossy();
    let mut words = vec!["--collect", "--no-block", "--", &program];
    words.extend(arguments);
    let output = run_tool("systemd-run", &words, DETACH_LIMIT).await?;
    anyhow::ensure!(output.success, "systemd-run failed: {}", output.stderr.trim());
    Ok(())
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

/// Whether what this process logs gets its time elsewhere: systemd sets this
/// variable for a service that writes to its journal.
pub fn log_has_time() -> bool {
    std::env::var_os("JOURNAL_STREAM").is_some()
}

async fn systemctl(arguments: &[&str]) -> anyhow::Result<()> {
    let output = run_tool("systemctl", arguments, SYSTEMCTL_LIMIT).await?;
    if !output.success {
        bail!("systemctl {} failed: {}", arguments.join(" "), output.stderr.trim());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_unit_of_this_program_and_data_is_its_service() {
        let (program, data) = (Path::new("/usr/bin/muster-agent"), Path::new("/var/lib/agent"));
        let stop_limit = Duration::from_secs(1);
        let unit = unit_text(ServiceDefinition { program, data, stop_limit, final_exit_code: 3 });
        assert!(starts(&unit, program, data));
        assert!(!starts(&unit, Path::new("/tmp/muster-agent"), data));
        assert!(!starts(&unit, program, Path::new("/tmp/data")));
        assert!(!starts("[Service]\n", program, data));
    }
}
