//! The settings of a check as the API shows them: flat, those of all types together.

use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::form::{EVENT_TYPES, SEVERITIES};
use crate::domain::checks::{CheckKind, CheckSettings};
use crate::domain::fleet::PLATFORMS;

/// The settings of a check of any type: those of other types are null or empty.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct CheckFields {
    /// The type, which never changes.
    #[schema(extensions(("x-enum-values" = json!(CheckKind::TYPES))))]
    pub check_type: String,
    /// What people call it; empty for a description made of its settings.
    #[schema(max_length = 255)]
    pub name: String,
    /// E-mail alert when it fails.
    pub email_alert: bool,
    /// SMS alert when it fails.
    pub text_alert: bool,
    /// Dashboard alert when it fails.
    pub dashboard_alert: bool,
    /// Failing results in a row until somebody is notified.
    #[schema(default = 1)]
    pub fails_b4_alert: i64,
    /// Seconds between two runs, 15 to 86400; 0 for the agent's own interval.
    #[schema(default = 0)]
    pub run_interval: i64,
    /// Where it runs. By default everywhere; a disk by its form, a script where the
    /// script runs, a service and a log on the platform of the agent that owns it, or
    /// on `windows` in a policy.
    #[schema(extensions(("x-enum-values" = json!(PLATFORMS))))]
    pub supported_platforms: Vec<String>,
    /// diskspace: a drive such as `C:` or a mount point such as `/home`.
    #[serde(default)]
    pub disk: Option<String>,
    /// diskspace: percent free; cpuload, memory: percent used. 0 for unused.
    #[serde(default)]
    pub warning_threshold: Option<i64>,
    /// As `warning_threshold`, for an error.
    #[serde(default)]
    pub error_threshold: Option<i64>,
    /// diskspace: gigabytes (10^9 bytes) free. With a threshold in percent, both have
    /// to be crossed.
    #[serde(default)]
    pub warning_free_gb: Option<f64>,
    /// As `warning_free_gb`, for an error.
    #[serde(default)]
    pub error_free_gb: Option<f64>,
    /// diskspace: warns when the disk will be full within so many days, by the trend
    /// of the last week.
    #[serde(default)]
    pub full_within_days: Option<i64>,
    /// diskspace, cpuload, memory: a failing check passes again at this percentage.
    #[serde(default)]
    pub recovery_threshold: Option<f64>,
    /// diskspace, cpuload, memory: a threshold has to be crossed for so many minutes.
    #[serde(default)]
    pub for_minutes: Option<i64>,
    /// ping: an IPv4 or IPv6 address, or a name.
    #[serde(default)]
    pub ip: Option<String>,
    /// ping, winsvc, eventlog, http, port: severity of a failure; `warning` if absent.
    #[serde(default)]
    #[schema(extensions(("x-enum-values" = json!(SEVERITIES))))]
    pub alert_severity: Option<String>,
    /// ping, http, port: slower answers are a warning, in milliseconds.
    #[serde(default)]
    pub warning_latency_ms: Option<f64>,
    /// As `warning_latency_ms`, for an error.
    #[serde(default)]
    pub error_latency_ms: Option<f64>,
    /// ping: a warning when more percent of the echoes are lost.
    #[serde(default)]
    pub warning_loss_percent: Option<f64>,
    /// As `warning_loss_percent`, for an error.
    #[serde(default)]
    pub error_loss_percent: Option<f64>,
    /// winsvc: name of a Windows service, systemd unit or launchd label.
    #[serde(default)]
    pub svc_name: Option<String>,
    /// winsvc: the name that people know.
    #[serde(default)]
    pub svc_display_name: Option<String>,
    /// winsvc: passes while the service is starting.
    #[serde(default)]
    pub pass_if_start_pending: Option<bool>,
    /// winsvc: passes where there is no such service.
    #[serde(default)]
    pub pass_if_svc_not_exist: Option<bool>,
    /// winsvc: starts the service once before it counts as failed.
    #[serde(default)]
    pub restart_if_stopped: Option<bool>,
    /// winsvc: `default` or `manual`.
    #[serde(default)]
    #[schema(extensions(("x-enum-values" = json!(["default", "manual"]))))]
    pub svc_policy_mode: Option<String>,
    /// eventlog: `Application`, `System`, `Security`, or a channel of the system.
    #[serde(default)]
    pub log_name: Option<String>,
    /// eventlog: only this event.
    #[serde(default)]
    pub event_id: Option<i64>,
    /// eventlog: any event.
    #[serde(default)]
    pub event_id_is_wildcard: Option<bool>,
    /// eventlog: only entries of this type.
    #[serde(default)]
    #[schema(extensions(("x-enum-values" = json!(EVENT_TYPES))))]
    pub event_type: Option<String>,
    /// eventlog: only entries of this source; empty for all.
    #[serde(default)]
    pub event_source: Option<String>,
    /// eventlog: only entries whose message contains this; empty for all.
    #[serde(default)]
    pub event_message: Option<String>,
    /// eventlog: fails when the log contains such entries, or when it does not.
    #[serde(default)]
    #[schema(extensions(("x-enum-values" = json!(["contains", "not_contains"]))))]
    pub fail_when: Option<String>,
    /// eventlog: days to search; 0 for the whole log.
    #[serde(default)]
    pub search_last_days: Option<i64>,
    /// eventlog: so many entries count.
    #[serde(default)]
    pub number_of_events_b4_alert: Option<i64>,
    /// script: key of the script.
    #[serde(default)]
    pub script: Option<i64>,
    /// script: arguments, passed on as a list; placeholders are filled in.
    #[serde(default)]
    #[schema(required = true)]
    pub script_args: Vec<String>,
    /// script: `KEY=VALUE` each; placeholders in values are filled in.
    /// `KEY=********` for callers who may not change the check; sent back, it keeps
    /// the value, or means the one that the script has.
    #[serde(default)]
    #[schema(required = true)]
    pub env_vars: Vec<String>,
    /// script: seconds until it is killed, 1 to 86400; http, port: seconds until the
    /// attempt is given up, 1 to 300.
    #[serde(default)]
    pub timeout: Option<i64>,
    /// script: run as the person at the machine.
    #[serde(default)]
    pub run_as_user: Option<bool>,
    /// script: codes that pass; 0 always does unless another list has it.
    #[serde(default)]
    #[schema(required = true)]
    pub success_return_codes: Vec<i64>,
    /// script: codes that are a failure to know about.
    #[serde(default)]
    #[schema(required = true)]
    pub info_return_codes: Vec<i64>,
    /// script: codes that are a warning.
    #[serde(default)]
    #[schema(required = true)]
    pub warning_return_codes: Vec<i64>,
    /// http: address of the page.
    #[serde(default)]
    pub url: Option<String>,
    /// http: statuses that pass; empty for 200 to 399.
    #[serde(default)]
    #[schema(required = true)]
    pub expected_status: Vec<i64>,
    /// http: what the page has to contain; empty for anything.
    #[serde(default)]
    pub contains_text: Option<String>,
    /// http: warns when the certificate is valid for fewer days.
    #[serde(default)]
    pub certificate_days: Option<i64>,
    /// port: a name or an address.
    #[serde(default)]
    pub host: Option<String>,
    /// port: the TCP port.
    #[serde(default)]
    pub port: Option<i64>,
}

impl CheckFields {
    /// The fields of these settings.
    pub fn new(settings: &CheckSettings) -> Self {
        serde_json::from_value(json!(settings)).expect("settings have these fields")
    }
}
