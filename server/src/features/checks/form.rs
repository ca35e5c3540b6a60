//! Reading the settings of a check, by its type.

use muster_alerting::Severity;

use super::form_network::{read_http, read_ping, read_port};
use crate::domain::checks::{
    CheckKind, CheckSettings, DiskSpace, EventLog, Patience, ScriptCheck, Service, Usage, is_drive,
};
use crate::domain::fleet::PLATFORMS;
use crate::input::Fields;

const LONGEST_NAME: usize = 255;
/// Bytes of all arguments, and of all environment entries, as for scripts.
const LONGEST_LIST: usize = 32 * 1024;
/// Codes in one list.
pub const MOST_CODES: usize = 100;
pub const SEVERITIES: &[&str] = &["info", "warning", "error"];
pub const EVENT_TYPES: &[&str] = &["INFO", "WARNING", "ERROR", "AUDIT_SUCCESS", "AUDIT_FAILURE"];
const PLATFORM_PROBLEM: &str = "must be some of windows, linux, darwin, each once";

/// The settings of a body. Where it runs is empty if the body leaves that to the
/// type.
pub fn read_settings(fields: &Fields<'_>) -> CheckSettings {
    let flag = |name: &str| fields.flag(name).or(false);
    CheckSettings {
        name: fields.text("name").trimmed().max(LONGEST_NAME).or(String::new()),
        email_alert: flag("email_alert"),
        text_alert: flag("text_alert"),
        dashboard_alert: flag("dashboard_alert"),
        fails_b4_alert: fields.whole("fails_b4_alert").between(1..=100).or(1),
        run_interval: fields
            .whole("run_interval")
            .check(|seconds| *seconds == 0 || (15..=86_400).contains(seconds), INTERVAL_PROBLEM)
            .or(0),
        supported_platforms: fields
            .texts("supported_platforms")
            .each_of(PLATFORMS, PLATFORM_PROBLEM)
            .check(|texts| is_each_once(texts), PLATFORM_PROBLEM)
            .or(Vec::new()),
        kind: read_kind(fields),
    }
}

const INTERVAL_PROBLEM: &str = "must be 0 for the agent's own interval, or 15 to 86400";

fn is_each_once<T: PartialEq>(items: &[T]) -> bool {
    items.iter().enumerate().all(|(index, item)| !items[..index].contains(item))
}

fn read_kind(fields: &Fields<'_>) -> CheckKind {
    match fields.text("check_type").one_of(CheckKind::TYPES).required().as_str() {
        "diskspace" => CheckKind::Diskspace(read_disk(fields)),
        "memory" => CheckKind::Memory(read_usage(fields)),
        "ping" => CheckKind::Ping(read_ping(fields)),
        "winsvc" => CheckKind::Winsvc(read_service(fields)),
        "eventlog" => CheckKind::Eventlog(read_log(fields)),
        "script" => CheckKind::Script(read_script(fields)),
        "http" => CheckKind::Http(read_http(fields)),
        "port" => CheckKind::Port(read_port(fields)),
        "cpuload" => CheckKind::Cpuload(read_usage(fields)),
        // Of a check without a type, only that is said.
        _ => CheckKind::Cpuload(Usage {
            warning_threshold: 1,
            error_threshold: 0,
            patience: Patience::default(),
        }),
    }
}

fn read_disk(fields: &Fields<'_>) -> DiskSpace {
    let is_disk = |disk: &String| {
        let drive = disk.trim_end_matches('\\');
        (is_drive(drive) && disk.len() <= 3) || disk.starts_with('/')
    };
    let gigabytes = |name: &str| {
        let problem = "must be more than 0, in gigabytes";
        fields.number(name).check(|size| *size > 0.0, problem).nullable().flatten()
    };
    DiskSpace {
        disk: tidy_disk(
            &fields
                .text("disk")
                .trimmed()
                .max(LONGEST_NAME)
                .check(is_disk, "must be a drive such as C: or a mount point such as /home")
                .required(),
        ),
        warning_threshold: threshold(fields, "warning_threshold"),
        error_threshold: threshold(fields, "error_threshold"),
        warning_free_gb: gigabytes("warning_free_gb"),
        error_free_gb: gigabytes("error_free_gb"),
        full_within_days: fields.whole("full_within_days").between(1..=365).nullable().flatten(),
        patience: read_patience(fields),
    }
}

/// `c:\` is `C:`, and `/home/` is `/home`.
fn tidy_disk(disk: &str) -> String {
    let short = disk.trim_end_matches(['/', '\\']);
    match short {
        drive if is_drive(drive) => drive.to_uppercase(),
        "" if disk.starts_with('/') => "/".to_owned(),
        path => path.to_owned(),
    }
}

fn read_usage(fields: &Fields<'_>) -> Usage {
    Usage {
        warning_threshold: threshold(fields, "warning_threshold"),
        error_threshold: threshold(fields, "error_threshold"),
        patience: read_patience(fields),
    }
}

fn threshold(fields: &Fields<'_>, name: &str) -> i64 {
    fields.whole(name).between(0..=99).or(0)
}

fn read_patience(fields: &Fields<'_>) -> Patience {
    Patience {
        recovery_threshold: percent(fields, "recovery_threshold"),
        for_minutes: fields.whole("for_minutes").between(0..=1440).or(0),
    }
}

/// A percentage; none for unused.
pub fn percent(fields: &Fields<'_>, name: &str) -> Option<f64> {
    let is_percent = |value: &f64| (0.0..=100.0).contains(value);
    fields.number(name).check(is_percent, "must be 0 to 100").nullable().flatten()
}

/// The severity of a failure.
pub fn severity(fields: &Fields<'_>) -> Severity {
    let name = fields.text("alert_severity").one_of(SEVERITIES).or("warning".to_owned());
    Severity::parse(&name).unwrap_or(Severity::Warning)
}

fn read_service(fields: &Fields<'_>) -> Service {
    let flag = |name: &str| fields.flag(name).or(false);
    Service {
        svc_name: fields.text("svc_name").trimmed().not_blank().max(LONGEST_NAME).required(),
        svc_display_name: fields.text("svc_display_name").max(LONGEST_NAME).or(String::new()),
        pass_if_start_pending: flag("pass_if_start_pending"),
        pass_if_svc_not_exist: flag("pass_if_svc_not_exist"),
        restart_if_stopped: flag("restart_if_stopped"),
        svc_policy_mode: fields
            .text("svc_policy_mode")
            .one_of(&["default", "manual"])
            .or("default".to_owned()),
        alert_severity: severity(fields),
    }
}

fn read_log(fields: &Fields<'_>) -> EventLog {
    let text = |name: &str| fields.text(name).max(LONGEST_NAME).or(String::new());
    let is_wildcard = fields.flag("event_id_is_wildcard").or(false);
    let event_id = fields.whole("event_id").between(0..=4_294_967_295).nullable().flatten();
    EventLog {
        log_name: fields.text("log_name").trimmed().not_blank().max(LONGEST_NAME).required(),
        event_id: event_id.filter(|_| !is_wildcard),
        event_id_is_wildcard: is_wildcard,
        event_type: fields.text("event_type").one_of(EVENT_TYPES).required(),
        event_source: text("event_source"),
        event_message: text("event_message"),
        fail_when: fields.text("fail_when").one_of(&["contains", "not_contains"]).required(),
        search_last_days: fields.whole("search_last_days").between(0..=9999).or(1),
        number_of_events_b4_alert: fields
            .whole("number_of_events_b4_alert")
            .between(1..=1000)
            .or(1),
        alert_severity: severity(fields),
    }
}

fn read_script(fields: &Fields<'_>) -> ScriptCheck {
    let codes = |name: &str| {
        let is_code = |codes: &Vec<i64>| codes.iter().all(|code| i32::try_from(*code).is_ok());
        fields
            .wholes(name)
            .max_items(MOST_CODES, "codes")
            .check(is_code, "must be codes that a program can return")
            .or(Vec::new())
    };
    ScriptCheck {
        script: fields.whole("script").required(),
        script_args: texts(fields, "script_args"),
        env_vars: env_vars(fields),
        timeout: fields.whole("timeout").between(1..=86_400).required(),
        run_as_user: fields.flag("run_as_user").or(false),
        success_return_codes: codes("success_return_codes"),
        info_return_codes: codes("info_return_codes"),
        warning_return_codes: codes("warning_return_codes"),
    }
}

fn texts(fields: &Fields<'_>, name: &str) -> Vec<String> {
    let is_short =
        |texts: &Vec<String>| texts.iter().map(String::len).sum::<usize>() <= LONGEST_LIST;
    fields.texts(name).check(is_short, "must have at most 32768 bytes in all").or(Vec::new())
}

fn env_vars(fields: &Fields<'_>) -> Vec<String> {
    let entries = texts(fields, "env_vars");
    for (index, entry) in entries.iter().enumerate() {
        if entry.split_once('=').is_none_or(|(key, _)| key.trim().is_empty()) {
            fields.problem(&format!("env_vars[{index}]"), "must be KEY=VALUE");
        }
    }
    entries
}
