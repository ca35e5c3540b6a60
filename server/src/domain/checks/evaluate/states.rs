//! States and codes: services, entries of logs, scripts.

use muster_alerting::Severity;
use muster_protocol::LogEntry;

use super::super::settings::{EventLog, ScriptCheck, Service};
use super::{Judgement, Output, Verdict};
use crate::wording::count;

/// The return code of a script that ran into its timeout.
const TIMED_OUT: i64 = 98;

/// Judges the state of a service.
pub fn judge_service(service: &Service, state: &str, restarted: bool) -> Judgement {
    let is_good = match state {
        "running" => true,
        "starting" => service.pass_if_start_pending,
        "missing" => service.pass_if_svc_not_exist,
        _ => false,
    };
    let verdict = if is_good { Verdict::Passing } else { Verdict::Failing(service.alert_severity) };
    let after = if restarted { " after it was started" } else { "" };
    let name = &service.svc_name;
    let sentence = match state {
        "missing" => format!("there is no service {name}"),
        _ => format!("the service {name} is {state}{after}"),
    };
    Judgement::of_state(verdict, sentence)
}

/// Judges how many entries there are.
pub fn judge_events(log: &EventLog, found: u64, entries: &[LogEntry]) -> Judgement {
    let needed = u64::try_from(log.number_of_events_b4_alert).unwrap_or(1).max(1);
    let must_be_there = log.fail_when == "not_contains";
    let is_failing = if must_be_there { found < needed } else { found >= needed };
    let verdict = if is_failing { Verdict::Failing(log.alert_severity) } else { Verdict::Passing };
    let entries_found = match found {
        1 => "1 matching entry".to_owned(),
        _ => format!("{found} matching entries"),
    };
    let within = match log.search_last_days {
        0 => String::new(),
        days => format!(" of the last {}", count(days, "day")),
    };
    let limit = match (is_failing, must_be_there) {
        (false, _) => String::new(),
        (true, true) => format!(", fails below {needed}"),
        (true, false) => format!(", fails from {needed} on"),
    };
    let sentence = format!("{entries_found} in {}{within}{limit}", log.log_name);
    let output = Output { log: entries.to_vec(), ..Output::default() };
    Judgement::of_state(verdict, sentence).with(output)
}

/// Judges the return code of a script. A code in several lists counts for the
/// first of these: info, warning, success.
pub fn judge_script(script: &ScriptCheck, code: i64) -> Judgement {
    let severity = if script.info_return_codes.contains(&code) {
        Some(Severity::Info)
    } else if script.warning_return_codes.contains(&code) {
        Some(Severity::Warning)
    } else if code == 0 || script.success_return_codes.contains(&code) {
        None
    } else {
        Some(Severity::Error)
    };
    let sentence = match code {
        TIMED_OUT => format!("the script ran into its timeout (return code {code})"),
        _ => format!("return code {code}"),
    };
    Judgement::of_state(Verdict::of(severity), sentence)
}
