//! A check as it is sent to an agent.

use muster_protocol::{CheckDefinition, Probe, encode};
use ring::digest::{SHA256, digest};

use super::super::action;
use super::document::{Scripts, UnusableTask, script, seconds};
use crate::domain::checks::{CheckKind, CheckSettings, EventLog, ScriptCheck, StoredCheck};
use crate::domain::definitions::DueAgent;
use crate::domain::placeholders::PlaceholderValues;
use crate::hex::hex_digits;

/// No check runs more often, in seconds.
const SHORTEST_INTERVAL: i64 = 15;

/// The check for an agent, with these values filled in.
pub fn check_definition(
    check: &StoredCheck,
    agent: &DueAgent,
    scripts: &Scripts,
    values: Option<&PlaceholderValues>,
) -> Result<CheckDefinition, UnusableTask> {
    let settings = &check.settings;
    let interval = match settings.run_interval {
        0 => agent.check_interval,
        seconds => seconds,
    };
    let mut definition = CheckDefinition {
        id: check.id,
        version: String::new(),
        interval_seconds: seconds(interval.max(SHORTEST_INTERVAL)),
        probe: probe(settings, &agent.target.plat, scripts, values)?,
    };
    definition.version = hex_digits(digest(&SHA256, &encode(&definition)).as_ref());
    Ok(definition)
}

fn probe(
    settings: &CheckSettings,
    plat: &str,
    scripts: &Scripts,
    values: Option<&PlaceholderValues>,
) -> Result<Probe, UnusableTask> {
    Ok(match &settings.kind {
        CheckKind::Diskspace(disk) => Probe::Disk { disk: disk.disk.clone() },
        CheckKind::Cpuload(_) => Probe::Cpu,
        CheckKind::Memory(_) => Probe::Memory,
        CheckKind::Ping(ping) => Probe::Ping { target: ping.ip.clone() },
        CheckKind::Winsvc(service) => Probe::Service {
            name: service.svc_name.clone(),
            may_be_starting: service.pass_if_start_pending,
            may_be_missing: service.pass_if_svc_not_exist,
            restart: service.restart_if_stopped,
        },
        CheckKind::Eventlog(log) => event_log(log),
        CheckKind::Script(own) => {
            let action = script_action(settings, own, scripts);
            Probe::Script(script(&action, scripts, plat, values)?)
        }
        CheckKind::Http(http) => Probe::Http {
            url: http.url.clone(),
            text: http.contains_text.clone(),
            timeout_seconds: seconds(http.timeout),
        },
        CheckKind::Port(port) => Probe::Port {
            host: port.host.clone(),
            port: u16::try_from(port.port).unwrap_or_default(),
            timeout_seconds: seconds(port.timeout),
        },
    })
}

fn event_log(log: &EventLog) -> Probe {
    Probe::EventLog {
        log: log.log_name.clone(),
        event_id: log.event_id,
        kind: log.event_type.clone(),
        source: log.event_source.clone(),
        message: log.event_message.clone(),
        days: seconds(log.search_last_days),
        most: seconds(log.number_of_events_b4_alert),
    }
}

/// The script of a check as a task would run it. Its name is that of the check, or
/// that of the script.
fn script_action(
    settings: &CheckSettings,
    own: &ScriptCheck,
    scripts: &Scripts,
) -> action::ScriptAction {
    let name = match scripts.get(&own.script) {
        Some(Ok(found)) if settings.name.is_empty() => found.script.name.clone(),
        _ => settings.name.clone(),
    };
    action::ScriptAction {
        name,
        script: own.script,
        timeout: own.timeout,
        script_args: own.script_args.clone(),
        env_vars: own.env_vars.clone(),
        run_as_user: own.run_as_user,
    }
}
