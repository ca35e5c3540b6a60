//! The agent as a service of OpenRC.

use std::ffi::OsStr;
use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use process_wrap::tokio::{CommandWrap, ProcessSession};
use tokio::process::Command;

use super::init_script::{SCRIPT_FILE, SERVICE, SERVICE_OPTION, read_script, script_text};
use crate::os::programs::find_program;
use crate::os::{ServiceDefinition, run_tool};

/// How long one of OpenRC's programs may take.
const LIMIT: Duration = Duration::from_secs(60);

/// How long the service may take to end when it is removed: it waits for a package
/// manager. `rc-service` waits as well, and must not be ended in the middle of it.
const REMOVAL_STOP_LIMIT: Duration = Duration::from_secs(720);

/// What starts the agent again when it ends; an OpenRC before 0.21 does not have it.
const SUPERVISOR: &str = "supervise-daemon";

/// The runlevel of a system that is up.
const RUNLEVEL: &str = "default";

/// Where runlevels are.
const RUNLEVELS: &str = "/etc/runlevels";

/// Where a process is put that must outlive its service, should OpenRC keep services in
/// control groups: it may be told to kill what is left in them. The last one is that of
/// version 1.
const ROOT_GROUPS: [&str; 3] = [
    "/sys/fs/cgroup/cgroup.procs",
    "/sys/fs/cgroup/unified/cgroup.procs",
    "/sys/fs/cgroup/openrc/cgroup.procs",
];

/// Installs the service and starts it, now and after every start of the system.
pub async fn install(service: ServiceDefinition<'_>) -> anyhow::Result<String> {
    ensure!(find_program(SUPERVISOR).is_some(), "this OpenRC is too old: it has no {SUPERVISOR}");
    let text = script_text(service)?;
    std::fs::write(SCRIPT_FILE, text)
        .and_then(|()| std::fs::set_permissions(SCRIPT_FILE, Permissions::from_mode(0o755)))
        .with_context(|| format!("cannot write {SCRIPT_FILE}"))?;
    call("rc-update", &["add", SERVICE, RUNLEVEL], LIMIT).await?;
    // Not just started: one that runs already may be an older program.
    call("rc-service", &[SERVICE, "restart"], service.stop_limit + LIMIT).await?;
    Ok(format!("{SERVICE} is installed and started; see: rc-service {SERVICE} status"))
}

/// The program of the service with this data directory; none without such a service.
pub fn program_for(data: &Path) -> Option<PathBuf> {
    let started = read_script(&std::fs::read_to_string(SCRIPT_FILE).ok()?)?;
    (started.data == data).then_some(started.program)
}

/// Stops and removes the service.
pub async fn remove() -> anyhow::Result<()> {
    call("rc-service", &[SERVICE, "stop"], REMOVAL_STOP_LIMIT).await?;
    let leaves = call("rc-update", &["--all", "delete", SERVICE], LIMIT).await;
    // It complains when there is nothing to leave.
    if is_in_a_runlevel() {
        leaves?;
    }
    std::fs::remove_file(SCRIPT_FILE).with_context(|| format!("cannot remove {SCRIPT_FILE}"))
}

fn is_in_a_runlevel() -> bool {
    let levels = std::fs::read_dir(RUNLEVELS).into_iter().flatten().flatten();
    levels.into_iter().any(|level| level.path().join(SERVICE).is_symlink())
}

/// Whether OpenRC started this process as the service of this program and data directory.
pub fn is_this_process(program: &Path, data: &Path) -> bool {
    is_service() && program_for(data).is_some_and(|own| own == program)
}

/// Whether OpenRC started this process.
pub fn is_service() -> bool {
    std::env::args_os().any(|argument| argument == OsStr::new(SERVICE_OPTION))
}

/// Starts a program that stays when this process ends, in a session of its own.
pub fn run_detached(program: &Path, arguments: &[&str]) -> anyhow::Result<()> {
    let mut command = Command::new(program);
    command.args(arguments).current_dir("/");
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut command = CommandWrap::from(command);
    let child = command.wrap(ProcessSession).spawn();
    let child = child.with_context(|| format!("cannot run {}", program.display()))?;
    if let Some(id) = child.id() {
        for group in ROOT_GROUPS {
            let _ = std::fs::write(group, id.to_string());
        }
    }
    Ok(())
}

async fn call(program: &str, arguments: &[&str], limit: Duration) -> anyhow::Result<()> {
    let output = run_tool(program, arguments, limit).await?;
    if !output.success {
        bail!("{program} {} failed: {}", arguments.join(" "), output.stderr.trim());
    }
    Ok(())
}
