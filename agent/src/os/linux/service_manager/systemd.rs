//! The agent as a service of systemd.
//!
//! What systemd learned only after version 219, which RHEL 7 has, is not relied on.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail, ensure};

use super::unit::{SERVICE, UNIT_FILE, read_unit, unit_text};
use crate::os::{ServiceDefinition, run_tool};

const SYSTEMCTL_LIMIT: Duration = Duration::from_secs(60);

/// systemd has taken over the work by then, or says that it does not.
const DETACH_LIMIT: Duration = Duration::from_secs(30);

/// What every systemd understands comes last.
const DETACH_OPTIONS: [&[&str]; 2] = [&["--collect", "--no-block", "--"], &["--"]];

/// Installs the service and starts it, now and after every start of the system.
pub async fn install(service: ServiceDefinition<'_>) -> anyhow::Result<String> {
    std::fs::write(UNIT_FILE, unit_text(service))
        .with_context(|| format!("cannot write {UNIT_FILE}"))?;
    systemctl(&["daemon-reload"]).await?;
    systemctl(&["enable", SERVICE]).await?;
    // Not just started: one that runs already may be an older program.
    systemctl(&["restart", SERVICE]).await?;
    Ok(format!("{SERVICE} is installed and started; see: systemctl status {SERVICE}"))
}

/// The program of the service with this data directory; none without such a service.
pub fn program_for(data: &Path) -> Option<PathBuf> {
    let started = read_unit(&std::fs::read_to_string(UNIT_FILE).ok()?)?;
    (started.data == data).then_some(started.program)
}

/// Stops and removes the service.
pub async fn remove() -> anyhow::Result<()> {
    systemctl(&["disable", SERVICE]).await?;
    systemctl(&["stop", SERVICE]).await?;
    std::fs::remove_file(UNIT_FILE).with_context(|| format!("cannot remove {UNIT_FILE}"))?;
    systemctl(&["daemon-reload"]).await?;
    // One that failed lately would still be listed.
    let _ = systemctl(&["reset-failed", SERVICE]).await;
    Ok(())
}

/// Whether systemd started this process as the service of this program and data directory.
pub fn is_this_process(program: &Path, data: &Path) -> bool {
    // Before version 232 only the control group shows who started a process.
    let by_systemd = std::env::var_os("INVOCATION_ID").is_some()
        || is_in_unit(&std::fs::read_to_string("/proc/self/cgroup").unwrap_or_default());
    let unit = std::fs::read_to_string(UNIT_FILE).ok().filter(|_| by_systemd);
    unit.is_some_and(|unit| starts(&unit, program, data))
}

/// Reads the control groups of a process, one or several by the version of the kernel.
fn is_in_unit(groups: &str) -> bool {
    groups.lines().any(|line| line.split('/').any(|part| part == SERVICE))
}

fn starts(unit: &str, program: &Path, data: &Path) -> bool {
    let same = |one: &Path, other: &Path| one.to_string_lossy() == other.to_string_lossy();
    let started = read_unit(unit);
    started.is_some_and(|started| same(&started.program, program) && same(&started.data, data))
}

/// Has systemd run a program in a unit of its own.
pub async fn run_detached(program: &Path, arguments: &[&str]) -> anyhow::Result<()> {
    detach_by("systemd-run", program, arguments).await
}

async fn detach_by(systemd_run: &str, program: &Path, arguments: &[&str]) -> anyhow::Result<()> {
    let program = program.to_string_lossy();
    let mut complaint = String::new();
    for options in DETACH_OPTIONS {
        let words: Vec<&str> = [options, &[&program], arguments].concat();
        let output = run_tool(systemd_run, &words, DETACH_LIMIT).await?;
        if output.success {
            return Ok(());
        }
        complaint = output.stderr.trim().to_owned();
        ensure!(complaint.contains("unrecognized option"), "systemd-run failed: {complaint}");
    }
    bail!("systemd-run failed: {complaint}")
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
    use crate::tests::fake_program::write_program;

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

    #[test]
    fn the_control_group_shows_who_started_a_process_where_systemd_does_not_say() {
        let of_rhel_7 = "3:cpu,cpuacct:/\n1:name=systemd:/system.slice/muster-agent.service\n";
        let deeper = "0::/system.slice/muster-agent.service/muster-run-1\n";
        let by_hand = "1:name=systemd:/user.slice/user-0.slice/session-3.scope\n";
        assert!(is_in_unit(of_rhel_7) && is_in_unit(deeper));
        assert!(!is_in_unit(by_hand) && !is_in_unit("0::/not-muster-agent.service\n"));
    }

    #[tokio::test]
    async fn a_systemd_without_newer_options_runs_a_program_too() {
        let folder = tempfile::tempdir().unwrap();
        let script = "#!/bin/sh\ncase $1 in\n\
            --collect) echo \"systemd-run: unrecognized option '--collect'\" >&2; exit 1 ;;\n\
            esac\necho \"$*\" >> \"${0%/*}/calls\"\n";
        let old = write_program(folder.path(), "systemd-run", script).await;
        detach_by(&old, Path::new("/bin/agent"), &["uninstall", "--yes"]).await.unwrap();
        let calls = std::fs::read_to_string(folder.path().join("calls")).unwrap();
        assert_eq!(calls, "-- /bin/agent uninstall --yes\n");

        let script = "#!/bin/sh\necho 'Failed to start: access denied' >&2\nexit 1\n";
        let refusing = write_program(folder.path(), "refusing", script).await;
        let refusal = detach_by(&refusing, Path::new("/bin/agent"), &[]).await.unwrap_err();
        assert_eq!(refusal.to_string(), "systemd-run failed: Failed to start: access denied");
    }
}
