//! The settings as the API shows them, with masked secrets.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

use super::secrets;
use crate::auth::{Secret, serialize_masked};

/// Settings with a column of their own, so that the database enforces the
/// reference.
const REFERENCES: [&str; 3] = ["server_policy", "workstation_policy", "alert_template"];

/// Whether a change needs a second person.
pub const APPROVALS: &[&str] = &["off", "on"];
/// What agents can log.
pub const LOG_LEVELS: &[&str] = &["debug", "info", "warning", "error", "critical"];
/// Terminals on Windows.
pub const WINDOWS_SHELLS: &[&str] = &["cmd", "powershell", "custom"];
/// Terminals on Linux and macOS.
pub const UNIX_SHELLS: &[&str] = &["bash", "custom"];

/// What administrators decide in the UI.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CoreSettings {
    /// Who gets the mail about alerts.
    pub email_alert_recipients: Vec<String>,
    /// The sender of our mail.
    pub smtp_from_email: String,
    /// The sender's name, as readers see it.
    pub smtp_from_name: String,
    /// The mail server. Empty: no mail is sent.
    pub smtp_host: String,
    /// Who logs in at the mail server.
    pub smtp_host_user: String,
    /// Their password. Write-only.
    #[serde(serialize_with = "serialize_masked", skip_deserializing)]
    #[schema(value_type = Option<String>)]
    pub smtp_host_password: Option<Secret>,
    /// Port of the mail server; 465 is TLS from the first byte.
    pub smtp_port: i64,
    /// Whether to log in at the mail server, which then must offer TLS.
    pub smtp_requires_auth: bool,
    /// Who gets text messages about alerts: telephone numbers.
    pub sms_alert_recipients: Vec<String>,
    /// The number that text messages come from.
    pub twilio_number: String,
    /// Account at the message service.
    pub twilio_account_sid: String,
    /// Its token. Write-only.
    #[serde(serialize_with = "serialize_masked", skip_deserializing)]
    #[schema(value_type = Option<String>)]
    pub twilio_auth_token: Option<Secret>,
    /// IANA zone of agents and schedules that name none.
    pub default_time_zone: String,
    /// How dates look; empty for the browser's own way.
    pub date_format: String,
    /// Whether agents update themselves.
    pub agent_auto_update: bool,
    /// What agents log: `debug`, `info`, `warning`, `error` or `critical`.
    #[schema(extensions(("x-enum-values" = json!(LOG_LEVELS))))]
    pub agent_debug_level: String,
    /// Agents unseen for so many days lose their alerts; 0 for never.
    pub clear_faults_days: i64,
    /// Policy of all workstations.
    pub workstation_policy: Option<i64>,
    /// Policy of all servers.
    pub server_policy: Option<i64>,
    /// Alert template of all agents without another.
    pub alert_template: Option<i64>,
    /// Whether people are notified of alerts of severity info.
    pub notify_on_info_alerts: bool,
    /// Whether people are notified of alerts of severity warning.
    pub notify_on_warning_alerts: bool,
    /// Whether a new value of the key store is a secret when its maker does not say.
    pub keystore_secret_default: bool,
    /// How late an agent that was off may still install updates; 0 for never.
    pub patch_catch_up_hours: i64,
    /// Minutes in which a removed agent can be restored. After them its computer
    /// uninstalls it; 0 for at once.
    pub removal_delay_minutes: i64,
    /// Days the history of checks is kept; 0 for ever.
    pub check_history_prune_days: i64,
    /// Days resolved alerts are kept; 0 for ever.
    pub resolved_alerts_prune_days: i64,
    /// Days runs are kept; 0 for ever.
    pub agent_history_prune_days: i64,
    /// Days the debug log is kept; 0 for ever.
    pub debug_log_prune_days: i64,
    /// Days the audit log is kept, at least 30; 0 for ever.
    pub audit_log_prune_days: i64,
    /// Days finished reports are kept; 0 for ever.
    pub report_history_prune_days: i64,
    /// Days the metrics of agents are kept by the minute; 0 for ever.
    pub metrics_minutes_prune_days: i64,
    /// Days the metrics of agents are kept by the hour; 0 for ever.
    pub metrics_hours_prune_days: i64,
    /// Days recordings of remote sessions are kept; 0 for ever.
    pub recordings_prune_days: i64,
    /// GiB that recordings of remote sessions may take, beyond which the oldest are
    /// deleted; 0 for no limit.
    pub recordings_prune_gib: i64,
    /// Address of the remote-control server.
    pub remote_url: String,
    /// Our account there.
    pub remote_username: String,
    /// Its token. Write-only.
    #[serde(serialize_with = "serialize_masked", skip_deserializing)]
    #[schema(value_type = Option<String>)]
    pub remote_token: Option<Secret>,
    /// The group our agents are in there.
    pub remote_device_group: String,
    /// The name people see while they are helped.
    pub remote_company_name: String,
    /// Whether rights are mirrored there.
    pub remote_sync: bool,
    /// Terminal on Windows: `cmd`, `powershell` or `custom`.
    #[schema(extensions(("x-enum-values" = json!(WINDOWS_SHELLS))))]
    pub default_shell_windows: String,
    /// The program, when it is `custom`.
    pub default_shell_windows_custom: String,
    /// Terminal on Linux: `bash` or `custom`.
    #[schema(extensions(("x-enum-values" = json!(UNIX_SHELLS))))]
    pub default_shell_linux: String,
    /// The program, when it is `custom`.
    pub default_shell_linux_custom: String,
    /// Terminal on macOS: `bash` or `custom`.
    #[schema(extensions(("x-enum-values" = json!(UNIX_SHELLS))))]
    pub default_shell_darwin: String,
    /// The program, when it is `custom`.
    pub default_shell_darwin_custom: String,
    /// Whether scripts may run on the server itself.
    pub enable_server_scripts: bool,
    /// `on`: a changed script waits for a second person before tasks, bulk
    /// actions or anybody but its author run it.
    #[schema(extensions(("x-enum-values" = json!(APPROVALS))))]
    pub script_approval: String,
    /// Whether people may log in through a provider; false in this release.
    pub sso_enabled: bool,
    /// Whether people must log in through a provider; false in this release.
    pub block_local_user_logon: bool,
}

impl CoreSettings {
    /// Whether a changed script waits for a second person.
    pub fn needs_script_approval(&self) -> bool {
        self.script_approval == "on"
    }

    /// The names and values without the secrets, for storage and the audit log.
    pub fn plain(&self) -> Map<String, Value> {
        let mut map = match serde_json::to_value(self) {
            Ok(Value::Object(map)) => map,
            _ => Map::new(),
        };
        map.retain(|name, _| !secrets::NAMES.contains(&name.as_str()));
        map
    }

    /// These settings with some replaced by name, except for secrets.
    pub fn with_plain(&self, changes: Map<String, Value>) -> serde_json::Result<Self> {
        let mut all = self.plain();
        all.extend(changes);
        let mut settings: Self = serde_json::from_value(Value::Object(all))?;
        settings.copy_secrets(self);
        Ok(settings)
    }

    /// What differs from the defaults, as JSON text, without secrets and
    /// references.
    pub fn to_stored(&self) -> String {
        let defaults = Self::default().plain();
        let mut own = self.plain();
        own.retain(|name, value| {
            !REFERENCES.contains(&name.as_str()) && defaults.get(name) != Some(value)
        });
        Value::Object(own).to_string()
    }
}
