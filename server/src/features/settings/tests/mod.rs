//! The settings, through the front door.

mod changes;
mod refusals;
mod secrets;

use serde_json::{Value, json};

/// The settings of a new installation, without zones and stamps.
fn defaults() -> Value {
    json!({
        "email_alert_recipients": [], "smtp_from_email": "", "smtp_from_name": "",
        "smtp_host": "", "smtp_host_user": "", "smtp_host_password": null, "smtp_port": 587,
        "smtp_requires_auth": true, "sms_alert_recipients": [], "twilio_number": "",
        "twilio_account_sid": "", "twilio_auth_token": null, "default_time_zone": "UTC",
        "date_format": "", "agent_auto_update": true, "agent_debug_level": "info",
        "clear_faults_days": 0, "workstation_policy": null, "server_policy": null,
        "alert_template": null, "notify_on_info_alerts": false, "notify_on_warning_alerts": true,
        "keystore_secret_default": false, "patch_catch_up_hours": 0,
        "removal_delay_minutes": 15,
        "check_history_prune_days": 30, "resolved_alerts_prune_days": 0,
        "agent_history_prune_days": 60, "debug_log_prune_days": 30, "audit_log_prune_days": 0,
        "report_history_prune_days": 0, "metrics_minutes_prune_days": 30,
        "metrics_hours_prune_days": 365, "recordings_prune_days": 90, "recordings_prune_gib": 0,
        "remote_url": "", "remote_username": "",
        "remote_token": null, "remote_device_group": "", "remote_company_name": "",
        "remote_sync": true, "default_shell_windows": "cmd", "default_shell_windows_custom": "",
        "default_shell_linux": "bash", "default_shell_linux_custom": "",
        "default_shell_darwin": "bash", "default_shell_darwin_custom": "",
        "enable_server_scripts": false, "script_approval": "off", "sso_enabled": false,
        "block_local_user_logon": false,
    })
}

/// Another value for every setting that is not a secret and has one.
fn others() -> Value {
    json!({
        "email_alert_recipients": ["ann@example.com", "bob@example.org"],
        "smtp_from_email": "muster@example.com", "smtp_from_name": "Müster",
        "smtp_host": "mail.example.com", "smtp_host_user": "muster", "smtp_port": 465,
        "smtp_requires_auth": false, "sms_alert_recipients": ["+49301234567"],
        "twilio_number": "+15550100", "twilio_account_sid": "AC1",
        "default_time_zone": "Europe/Berlin", "date_format": "dd.MM.yyyy",
        "agent_auto_update": false, "agent_debug_level": "critical", "clear_faults_days": 36_500,
        "notify_on_info_alerts": true, "notify_on_warning_alerts": false,
        "keystore_secret_default": true, "patch_catch_up_hours": 720,
        "removal_delay_minutes": 10_080,
        "check_history_prune_days": 0, "resolved_alerts_prune_days": 1,
        "agent_history_prune_days": 2, "debug_log_prune_days": 3, "audit_log_prune_days": 40,
        "report_history_prune_days": 5, "metrics_minutes_prune_days": 7,
        "metrics_hours_prune_days": 0, "recordings_prune_days": 0, "recordings_prune_gib": 500,
        "remote_url": "wss://remote.example.com",
        "remote_username": "u", "remote_device_group": "g", "remote_company_name": "c",
        "remote_sync": false, "default_shell_windows": "custom",
        "default_shell_windows_custom": "pwsh.exe", "default_shell_linux": "custom",
        "default_shell_linux_custom": "/bin/zsh", "default_shell_darwin": "custom",
        "default_shell_darwin_custom": "/bin/zsh", "enable_server_scripts": true,
        "script_approval": "on",
    })
}

/// The object with some keys changed.
fn with(mut object: Value, mut changes: Value) -> Value {
    object.as_object_mut().unwrap().append(changes.as_object_mut().unwrap());
    object
}

/// Compared with the original settings in other tests.
const TWINS: &[&str] =
    &["sync_mesh_with_trmm", "enable_server_webterminal", "open_ai_token", "open_ai_model"];

/// The answer without its key, zones, stamps and names that callers know.
fn bare(mut answer: Value) -> Value {
    let object = answer.as_object_mut().unwrap();
    assert_eq!(object.remove("id"), Some(json!(1)));
    object.retain(|name, _| !TWINS.contains(&name.as_str()) && !name.starts_with("mesh_"));
    for name in ["all_timezones", "created_by", "created_time", "modified_by", "modified_time"] {
        assert!(object.remove(name).is_some(), "{name}");
    }
    answer
}

/// The settings as the audit log has them.
fn secretless(mut settings: Value) -> Value {
    for name in crate::domain::settings::secrets::NAMES {
        settings.as_object_mut().unwrap().remove(name);
    }
    settings
}
