//! The checks of ready-made monitoring.
//!
//! Their thresholds are mild: an alert that nobody has to act on teaches people to
//! ignore alerts.

use serde_json::{Map, Value, json};

use super::scripts::{BACKUP, CERTIFICATE, REBOOT, REBOOT_WINDOWS};
use crate::domain::checks::CheckSettings;
use crate::features::checks::form::read_settings;
use crate::features::checks::limits;
use crate::features::scripts::ReadyScript;
use crate::input::read;

/// The computers that a policy is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Machines {
    Servers,
    Workstations,
}

impl Machines {
    /// Its names in the API, and for people.
    pub const KINDS: [&'static str; 2] = ["server", "workstation"];

    /// Reads the name in the API.
    pub fn parse(kind: &str) -> Self {
        if kind == "server" { Self::Servers } else { Self::Workstations }
    }

    /// What people call the policy, if they do not say.
    pub fn policy_name(self) -> &'static str {
        match self {
            Self::Servers => "Basic monitoring (servers)",
            Self::Workstations => "Basic monitoring (workstations)",
        }
    }
}

/// The scripts that some of the checks run.
pub const SCRIPTS: [&ReadyScript; 4] = [&BACKUP, &CERTIFICATE, &REBOOT, &REBOOT_WINDOWS];

const EVERYWHERE: [&str; 3] = ["windows", "linux", "darwin"];
const SIX_HOURS: i64 = 6 * 3600;

/// The checks for such computers, with the keys of [`SCRIPTS`].
pub fn checks(machines: Machines, scripts: [i64; 4]) -> Vec<CheckSettings> {
    let is_server = machines == Machines::Servers;
    let mut bodies = vec![
        disk("/", &["linux", "darwin"], is_server),
        disk("C:", &["windows"], is_server),
        json!({
            "check_type": "memory", "name": "Memory", "supported_platforms": EVERYWHERE,
            "warning_threshold": if is_server { 92 } else { 95 },
            "error_threshold": if is_server { 97 } else { 0 },
            "recovery_threshold": 88, "for_minutes": if is_server { 15 } else { 60 },
        }),
        json!({
            "check_type": "cpuload", "name": "Processor", "supported_platforms": EVERYWHERE,
            "warning_threshold": 95, "recovery_threshold": 85,
            "for_minutes": if is_server { 30 } else { 120 },
        }),
        service("EventLog", "Windows Event Log", "windows"),
        service("UsoSvc", "Update Orchestrator Service", "windows"),
    ];
    if is_server {
        // A distribution has one of each pair.
        for (name, shown) in [("ssh", "SSH"), ("sshd", "SSH"), ("cron", "Cron"), ("crond", "Cron")]
        {
            bodies.push(service(name, shown, "linux"));
        }
    }
    let [backup, certificate, reboot, reboot_windows] = scripts;
    let days = if is_server { "7" } else { "14" };
    bodies.extend([
        script(reboot, &REBOOT, &[days], SIX_HOURS),
        script(reboot_windows, &REBOOT_WINDOWS, &[days], SIX_HOURS),
        script(backup, &BACKUP, &[], SIX_HOURS),
        script(certificate, &CERTIFICATE, &[], 86_400),
    ]);
    bodies.into_iter().map(|body| settings(body, is_server)).collect()
}

fn disk(disk: &str, platforms: &[&str], is_server: bool) -> Value {
    json!({
        "check_type": "diskspace", "disk": disk, "name": format!("Disk {disk}"),
        "supported_platforms": platforms, "warning_threshold": 10, "error_threshold": 5,
        "warning_free_gb": if is_server { 20 } else { 10 },
        "error_free_gb": if is_server { 5 } else { 3 },
        "full_within_days": 2, "recovery_threshold": 12, "for_minutes": 10,
    })
}

fn service(name: &str, shown: &str, plat: &str) -> Value {
    json!({
        "check_type": "winsvc", "svc_name": name, "svc_display_name": shown,
        "name": format!("Service {name}"), "supported_platforms": [plat],
        "pass_if_start_pending": true, "pass_if_svc_not_exist": true, "fails_b4_alert": 2,
    })
}

fn script(id: i64, ready: &ReadyScript, args: &[&str], interval: i64) -> Value {
    json!({
        "check_type": "script", "script": id, "script_args": args, "name": ready.name,
        "supported_platforms": ready.platforms, "timeout": 60, "run_interval": interval,
        "warning_return_codes": [3],
    })
}

fn settings(body: Value, is_server: bool) -> CheckSettings {
    let mut body = match body {
        Value::Object(body) => body,
        _ => Map::new(),
    };
    body.insert("dashboard_alert".to_owned(), true.into());
    body.insert("email_alert".to_owned(), is_server.into());
    let (settings, mut problems) = read(&body, read_settings);
    limits::check(&settings, &mut problems);
    debug_assert!(problems.is_empty(), "{problems:?}");
    settings
}
