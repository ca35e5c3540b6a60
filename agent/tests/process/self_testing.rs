//! `muster-agent self-test`, as a person calls it on a computer that is not enrolled.

use std::collections::BTreeSet;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use serde_json::Value;

use super::*;

/// Every step there is, in the order of the report.
const NAMES: [&str; 48] = [
    "program",
    "private_folder",
    "ledger",
    "task",
    "signatures",
    "clocks",
    "certificates",
    "service",
    "shell_cmd",
    "shell_powershell",
    "shell_pwsh",
    "shell_bash",
    "shell_sh",
    "shell_python",
    "shell_nushell",
    "shell_deno",
    "script",
    "time_limit",
    "cancel",
    "sessions",
    "run_as_user",
    "list_processes",
    "end_process",
    "terminate_process",
    "list_services",
    "read_service",
    "control_service",
    "log_application",
    "log_system",
    "log_security",
    "list_software",
    "inventory",
    "metrics",
    "disks",
    "ping",
    "port",
    "scan_updates",
    "install_updates",
    "change_software",
    "read_registry",
    "change_registry",
    "power",
    "wake_on_lan",
    "update_agent",
    "recover_agent",
    "uninstall",
    "recordings",
    "open_remote",
];

/// What works on any Linux that has a shell and a package manager.
const ALWAYS: [&str; 18] = [
    "program",
    "private_folder",
    "ledger",
    "task",
    "signatures",
    "clocks",
    "certificates",
    "shell_bash",
    "shell_sh",
    "script",
    "time_limit",
    "cancel",
    "list_processes",
    "end_process",
    "terminate_process",
    "list_software",
    "inventory",
    "metrics",
];

/// What would change something, wherever it is tried.
const NEVER: [&str; 7] = [
    "install_updates",
    "change_software",
    "wake_on_lan",
    "update_agent",
    "recover_agent",
    "uninstall",
    "open_remote",
];

/// The self-test, with folders for data and temporary files of its own.
fn self_test(program: &Path, folder: &Path, words: &[&str]) -> Command {
    let mut command = Command::new(program);
    let data = folder.join("data");
    command.arg("self-test").args(words).env("MUSTER_AGENT_DATA", data);
    command.env("TMPDIR", folder).env_remove("MUSTER_LOG").stdin(Stdio::null()).kill_on_drop(true);
    command
}

fn report(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| {
        panic!("{error}: {} {}", text(&output.stdout), text(&output.stderr))
    })
}

fn keys(value: &Value) -> BTreeSet<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

fn step<'a>(report: &'a Value, name: &str) -> &'a Value {
    report["steps"].as_array().unwrap().iter().find(|step| step["name"] == name).unwrap()
}

fn status<'a>(report: &'a Value, name: &str) -> &'a str {
    step(report, name)["status"].as_str().unwrap()
}

fn left_in(folder: &Path) -> Vec<std::ffi::OsString> {
    std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name()).collect()
}

#[tokio::test]
async fn a_computer_that_is_not_enrolled_is_tested_and_nothing_is_left_behind() {
    let folder = tempfile::tempdir().unwrap();
    let program = Path::new(env!("CARGO_BIN_EXE_muster-agent"));
    let output = finish(&mut self_test(program, folder.path(), &["--json"])).await;
    let report = report(&output);
    must_be_whole(&report);
    must_fit_this_linux(&report);
    assert_eq!(left_in(folder.path()), Vec::<std::ffi::OsString>::new());

    let steps = report["steps"].as_array().unwrap();
    let is_problem =
        |step: &&Value| matches!(step["status"].as_str(), Some("failed" | "timed_out"));
    let problems: Vec<&Value> = steps.iter().filter(is_problem).collect();
    assert_eq!(output.status.code(), Some(i32::from(!problems.is_empty())), "{problems:#?}");
}

fn must_be_whole(report: &Value) {
    let expected = [
        "version",
        "plat",
        "goarch",
        "account",
        "has_full_rights",
        "is_enrolled",
        "started",
        "milliseconds",
        "steps",
    ];
    assert_eq!(keys(report), BTreeSet::from(expected));
    assert_eq!(report["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!((&report["plat"], &report["is_enrolled"]), (&"linux".into(), &false.into()));
    let steps = report["steps"].as_array().unwrap();
    let names: Vec<&str> = steps.iter().map(|step| step["name"].as_str().unwrap()).collect();
    assert_eq!(names, NAMES);
    for step in steps {
        let expected = ["name", "title", "status", "detail", "milliseconds"];
        assert_eq!(keys(step), BTreeSet::from(expected));
        assert!(!step["title"].as_str().unwrap().is_empty(), "{step}");
        assert!(!step["detail"].as_str().unwrap().is_empty(), "{step}");
    }
}

/// What a plain Linux has works, and what it lacks is not there.
fn must_fit_this_linux(report: &Value) {
    for name in ALWAYS {
        assert_eq!(status(report, name), "works", "{}", step(report, name));
    }
    for name in NEVER {
        assert_eq!(status(report, name), "not_tried", "{}", step(report, name));
    }
    for (name, reason) in [
        ("shell_cmd", "shell cmd exists on Windows only"),
        ("read_registry", "the registry exists on Windows only"),
        ("change_registry", "the registry exists on Windows only"),
    ] {
        let step = step(report, name);
        assert_eq!((&step["status"], &step["detail"]), (&"not_there".into(), &reason.into()));
    }
    // What has nothing to show is not seen to work, and nothing was restarted.
    for (name, nothing) in [
        ("sessions", "nobody is logged in"),
        ("log_application", "it has no entries of the last 30 days"),
        ("log_system", "it has no entries of the last 30 days"),
    ] {
        let step = step(report, name);
        assert!(step["detail"] != nothing || step["status"] == "not_there", "{step}");
    }
    assert_ne!(status(report, "power"), "works");
    let services = ["service", "list_services", "read_service", "control_service"];
    let has_manager =
        Path::new("/run/systemd/system").is_dir() || Path::new("/run/openrc").is_dir();
    for name in services.into_iter().filter(|_| !has_manager) {
        assert_eq!(status(report, name), "not_there", "{}", step(report, name));
    }
    if Path::new("/usr/bin/python3").exists() {
        assert_eq!(status(report, "shell_python"), "works");
    }
}

#[tokio::test]
async fn the_table_has_a_line_for_each_step_and_counts_them() {
    let folder = tempfile::tempdir().unwrap();
    let program = Path::new(env!("CARGO_BIN_EXE_muster-agent"));
    let output = finish(&mut self_test(program, folder.path(), &[])).await;
    let printed = text(&output.stdout);
    let lines: Vec<&str> = printed.lines().collect();
    let trying = format!("Trying {} functions; this can take two minutes.", NAMES.len());
    assert_eq!(lines[0], trying);
    let version = env!("CARGO_PKG_VERSION");
    assert!(lines[1].starts_with(&format!("muster-agent {version} on linux ")), "{printed}");
    assert!(lines[1].ends_with(", not enrolled"), "{printed}");
    let ledger = lines.iter().find(|line| line.starts_with("Ledger ")).unwrap();
    assert!(ledger.contains(" works ") && ledger.contains(" ms  a run was stored"), "{ledger}");
    let counts = lines.last().unwrap().rsplit_once(" (").unwrap().0;
    let sum: usize = counts
        .split(", ")
        .map(|part| part.split_once(' ').unwrap().0.parse::<usize>().unwrap())
        .sum();
    assert_eq!(sum, NAMES.len(), "{counts}");
}

#[tokio::test]
async fn somebody_without_full_rights_learns_that_and_is_refused_instead_of_alarmed() {
    const NOBODY: u32 = 65_534;
    let is_root = std::fs::read_to_string("/proc/self/status").unwrap().contains("Uid:\t0\t");
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("muster-agent");
    std::fs::copy(env!("CARGO_BIN_EXE_muster-agent"), &program).unwrap();
    let own = folder.path().join("own");
    std::fs::create_dir(&own).unwrap();
    let mut command = self_test(&program, &own, &["--json"]);
    if is_root {
        std::fs::set_permissions(folder.path(), PermissionsExt::from_mode(0o755)).unwrap();
        std::os::unix::fs::chown(&own, Some(NOBODY), Some(NOBODY)).unwrap();
        command.uid(NOBODY).gid(NOBODY);
    }
    let report = report(&finish(&mut command).await);
    assert_eq!(report["has_full_rights"], false);
    for name in ["ledger", "private_folder", "shell_sh", "time_limit", "list_processes"] {
        assert_eq!(status(&report, name), "works", "{}", step(&report, name));
    }
    // Refused where there is something to restart the computer with.
    assert!(["refused", "not_there"].contains(&status(&report, "power")));
    assert_eq!(left_in(&own), Vec::<std::ffi::OsString>::new());
}
