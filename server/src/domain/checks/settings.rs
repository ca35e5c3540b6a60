//! What a check measures, and when that is a failure.

use muster_alerting::Severity;
use serde::{Deserialize, Serialize};

/// The settings of a check, without its owner.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CheckSettings {
    /// What people call it; empty for a name made of its type.
    pub name: String,
    pub email_alert: bool,
    pub text_alert: bool,
    pub dashboard_alert: bool,
    /// Failing results in a row until somebody is notified, 1 to 100.
    pub fails_b4_alert: i64,
    /// Seconds between two runs; 0 for the agent's own interval.
    pub run_interval: i64,
    /// Where it runs: `windows`, `linux`, `darwin`.
    pub supported_platforms: Vec<String>,
    #[serde(flatten)]
    pub kind: CheckKind,
}

/// What is measured, by type.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "check_type", rename_all = "lowercase")]
pub enum CheckKind {
    Diskspace(DiskSpace),
    Cpuload(Usage),
    Memory(Usage),
    Ping(Ping),
    Winsvc(Service),
    Eventlog(EventLog),
    Script(ScriptCheck),
    Http(Http),
    Port(Port),
}

/// The free space of a disk. With a threshold in percent and one in gigabytes of
/// the same severity, both must be crossed: a tenth of a large disk is plenty.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DiskSpace {
    /// `C:` or a mount point.
    pub disk: String,
    /// Percent free, 0 to 99; 0 for unused. Here and below.
    pub warning_threshold: i64,
    pub error_threshold: i64,
    /// Gigabytes (10^9 bytes) free; none for unused.
    pub warning_free_gb: Option<f64>,
    pub error_free_gb: Option<f64>,
    /// Warns when the disk would be full within so many days by the trend of the
    /// last week; none for never.
    pub full_within_days: Option<i64>,
    #[serde(flatten)]
    pub patience: Patience,
}

/// The use of processors or memory.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Usage {
    /// Percent used, 0 to 99; 0 for unused.
    pub warning_threshold: i64,
    pub error_threshold: i64,
    #[serde(flatten)]
    pub patience: Patience,
}

/// What keeps a check at its threshold from changing all the time.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Patience {
    /// A failing check passes again at this value, not already at its threshold:
    /// percent free of a disk, percent used otherwise; none for the threshold.
    pub recovery_threshold: Option<f64>,
    /// A threshold has to be crossed for so many minutes; 0 for at once.
    pub for_minutes: i64,
}

/// Echoes of an address.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ping {
    /// An IPv4 or IPv6 address, or a name.
    pub ip: String,
    pub alert_severity: Severity,
    #[serde(flatten)]
    pub latency: LatencyLimits,
    /// Percent of echoes that did not come back; none for unused.
    pub warning_loss_percent: Option<f64>,
    pub error_loss_percent: Option<f64>,
}

/// How slow an answer may be, in milliseconds; none for unused.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LatencyLimits {
    pub warning_latency_ms: Option<f64>,
    pub error_latency_ms: Option<f64>,
}

/// The state of a service.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Service {
    pub svc_name: String,
    pub svc_display_name: String,
    pub pass_if_start_pending: bool,
    pub pass_if_svc_not_exist: bool,
    pub restart_if_stopped: bool,
    /// `default` or `manual`.
    pub svc_policy_mode: String,
    pub alert_severity: Severity,
}

/// Entries of the system's log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EventLog {
    pub log_name: String,
    /// None with the wildcard.
    pub event_id: Option<i64>,
    pub event_id_is_wildcard: bool,
    /// `INFO`, `WARNING`, `ERROR`, `AUDIT_SUCCESS` or `AUDIT_FAILURE`.
    pub event_type: String,
    pub event_source: String,
    pub event_message: String,
    /// `contains` or `not_contains`.
    pub fail_when: String,
    /// 0 for the whole log.
    pub search_last_days: i64,
    pub number_of_events_b4_alert: i64,
    pub alert_severity: Severity,
}

/// A script, judged by its return code.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ScriptCheck {
    /// Key of the script.
    pub script: i64,
    pub script_args: Vec<String>,
    pub env_vars: Vec<String>,
    /// Seconds.
    pub timeout: i64,
    pub run_as_user: bool,
    pub success_return_codes: Vec<i64>,
    pub info_return_codes: Vec<i64>,
    pub warning_return_codes: Vec<i64>,
}

/// A page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Http {
    pub url: String,
    /// Statuses that pass; empty for 200 to 399.
    pub expected_status: Vec<i64>,
    /// What the page has to contain; empty for anything.
    pub contains_text: String,
    /// Warns when the certificate is good for fewer days; none for unused. One that
    /// has run out is an error in any case.
    pub certificate_days: Option<i64>,
    /// Seconds.
    pub timeout: i64,
    pub alert_severity: Severity,
    #[serde(flatten)]
    pub latency: LatencyLimits,
}

/// A TCP connection.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Port {
    pub host: String,
    pub port: i64,
    /// Seconds.
    pub timeout: i64,
    pub alert_severity: Severity,
    #[serde(flatten)]
    pub latency: LatencyLimits,
}
