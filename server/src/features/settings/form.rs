//! The settings that a caller may write.

use muster_schedule::NamedZone;
use serde_json::{Map, Value};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::fields::{
    TELEPHONE_NUMBER, account_sid, address, audit_days, choice, days, flag, is_host, line, off_yet,
    recipients, telephone_number,
};
use crate::auth::Secret;
use crate::domain::settings::{
    APPROVALS, CoreSettings, LOG_LEVELS, UNIX_SHELLS, WINDOWS_SHELLS, secrets,
};
use crate::input::{Fields, Parse};
use crate::mail::is_address;
use crate::sms::is_telephone_number;

const LONGEST_SECRET: usize = 1000;
/// A petabyte.
const MOST_GIB: i64 = 1024 * 1024;
const WEEK_MINUTES: i64 = 7 * 24 * 60;

/// Settings to change. Absent keys keep their value.
pub struct SettingsForm {
    plain: Map<String, Value>,
    secrets: Vec<(&'static str, Option<Secret>)>,
}

impl Parse for SettingsForm {
    fn parse(fields: &Fields<'_>) -> Self {
        let mut settings = CoreSettings::default();
        take_mail(&mut settings, fields);
        take_sms(&mut settings, fields);
        take_general(&mut settings, fields);
        take_retention(&mut settings, fields);
        take_remote(&mut settings, fields);
        take_terminal(&mut settings, fields);
        flag(&mut settings.enable_server_scripts, fields, "enable_server_scripts");
        choice(&mut settings.script_approval, fields, "script_approval", APPROVALS);
        let none = "there is no login through a provider in this release";
        off_yet(&mut settings.sso_enabled, fields, "sso_enabled", none);
        off_yet(&mut settings.block_local_user_logon, fields, "block_local_user_logon", none);

        let mut plain = settings.plain();
        plain.retain(|name, _| fields.has(name));
        let sent = |name| Some((name, fields.text(name).max(LONGEST_SECRET).secret()?));
        Self { plain, secrets: secrets::NAMES.into_iter().filter_map(sent).collect() }
    }
}

impl SettingsForm {
    /// The settings with this change made.
    pub fn applied_to(self, settings: &CoreSettings) -> serde_json::Result<CoreSettings> {
        let mut changed = settings.with_plain(self.plain)?;
        for (name, secret) in self.secrets {
            changed.set_secret(name, secret);
        }
        Ok(changed)
    }

    /// The names of the secrets that it sets or clears.
    pub fn entered_secrets(&self) -> Vec<&'static str> {
        self.secrets.iter().map(|(name, _)| *name).collect()
    }
}

/// The same fields as in an answer, each of them optional.
impl PartialSchema for SettingsForm {
    fn schema() -> RefOr<Schema> {
        match CoreSettings::schema() {
            RefOr::T(Schema::Object(mut object)) => {
                object.required.clear();
                object.into()
            }
            other => other,
        }
    }
}

impl ToSchema for SettingsForm {}

fn take_mail(own: &mut CoreSettings, fields: &Fields<'_>) {
    let sentence = "must be an e-mail address";
    let name = "email_alert_recipients";
    recipients(&mut own.email_alert_recipients, fields, name, is_address, sentence);
    address(&mut own.smtp_from_email, fields, "smtp_from_email");
    line(&mut own.smtp_from_name, fields, "smtp_from_name");
    let host = fields.text("smtp_host").check(|text| is_host(text), "must be a host name");
    own.smtp_host = host.nullable().flatten().unwrap_or_default();
    line(&mut own.smtp_host_user, fields, "smtp_host_user");
    let port = fields.whole("smtp_port").between(1..=65_535);
    own.smtp_port = port.optional().unwrap_or(own.smtp_port);
    flag(&mut own.smtp_requires_auth, fields, "smtp_requires_auth");
}

fn take_sms(own: &mut CoreSettings, fields: &Fields<'_>) {
    let (numbers, name) = (&mut own.sms_alert_recipients, "sms_alert_recipients");
    recipients(numbers, fields, name, is_telephone_number, TELEPHONE_NUMBER);
    telephone_number(&mut own.twilio_number, fields, "twilio_number");
    account_sid(&mut own.twilio_account_sid, fields, "twilio_account_sid");
}

fn take_general(own: &mut CoreSettings, fields: &Fields<'_>) {
    let is_zone = |name: &String| name.parse::<NamedZone>().is_ok();
    let zone = fields.text("default_time_zone");
    let zone = zone.check(is_zone, "must be a time zone such as Europe/Berlin");
    own.default_time_zone = zone.optional().unwrap_or_default();
    let format = fields.text("date_format").max(30).nullable();
    own.date_format = format.flatten().unwrap_or_default();
    flag(&mut own.agent_auto_update, fields, "agent_auto_update");
    choice(&mut own.agent_debug_level, fields, "agent_debug_level", LOG_LEVELS);
    days(&mut own.clear_faults_days, fields, "clear_faults_days");
    own.workstation_policy = fields.whole("workstation_policy").nullable().flatten();
    own.server_policy = fields.whole("server_policy").nullable().flatten();
    own.alert_template = fields.whole("alert_template").nullable().flatten();
    flag(&mut own.notify_on_info_alerts, fields, "notify_on_info_alerts");
    flag(&mut own.notify_on_warning_alerts, fields, "notify_on_warning_alerts");
    flag(&mut own.keystore_secret_default, fields, "keystore_secret_default");
    let hours = fields.whole("patch_catch_up_hours").between(0..=720);
    own.patch_catch_up_hours = hours.optional().unwrap_or_default();
    let minutes = fields.whole("removal_delay_minutes").between(0..=WEEK_MINUTES);
    own.removal_delay_minutes = minutes.optional().unwrap_or_default();
}

fn take_retention(own: &mut CoreSettings, fields: &Fields<'_>) {
    days(&mut own.check_history_prune_days, fields, "check_history_prune_days");
    days(&mut own.resolved_alerts_prune_days, fields, "resolved_alerts_prune_days");
    days(&mut own.agent_history_prune_days, fields, "agent_history_prune_days");
    days(&mut own.debug_log_prune_days, fields, "debug_log_prune_days");
    audit_days(&mut own.audit_log_prune_days, fields, "audit_log_prune_days");
    days(&mut own.report_history_prune_days, fields, "report_history_prune_days");
    days(&mut own.metrics_minutes_prune_days, fields, "metrics_minutes_prune_days");
    days(&mut own.metrics_hours_prune_days, fields, "metrics_hours_prune_days");
    days(&mut own.recordings_prune_days, fields, "recordings_prune_days");
    let gib = fields.whole("recordings_prune_gib").between(0..=MOST_GIB);
    own.recordings_prune_gib = gib.optional().unwrap_or_default();
}

fn take_remote(own: &mut CoreSettings, fields: &Fields<'_>) {
    let is_address =
        |url: &String| url.is_empty() || url.starts_with("https://") || url.starts_with("wss://");
    let url = fields.text("remote_url").max(255);
    let url = url.check(is_address, "must begin with https:// or wss://");
    own.remote_url = url.nullable().flatten().unwrap_or_default();
    line(&mut own.remote_username, fields, "remote_username");
    line(&mut own.remote_device_group, fields, "remote_device_group");
    line(&mut own.remote_company_name, fields, "remote_company_name");
    flag(&mut own.remote_sync, fields, "remote_sync");
}

fn take_terminal(own: &mut CoreSettings, fields: &Fields<'_>) {
    choice(&mut own.default_shell_windows, fields, "default_shell_windows", WINDOWS_SHELLS);
    choice(&mut own.default_shell_linux, fields, "default_shell_linux", UNIX_SHELLS);
    choice(&mut own.default_shell_darwin, fields, "default_shell_darwin", UNIX_SHELLS);
    let custom = |own: &mut String, name| {
        *own = fields.text(name).max(512).nullable().flatten().unwrap_or_default();
    };
    custom(&mut own.default_shell_windows_custom, "default_shell_windows_custom");
    custom(&mut own.default_shell_linux_custom, "default_shell_linux_custom");
    custom(&mut own.default_shell_darwin_custom, "default_shell_darwin_custom");
}
