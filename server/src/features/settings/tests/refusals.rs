//! Values that the settings refuse.

use serde_json::json;

use super::{bare, defaults};
use crate::auth::Right;
use crate::testing::TestServer;

#[tokio::test]
async fn all_problems_are_reported_at_once_and_nothing_is_changed() {
    let server = TestServer::start().await;
    let body = json!({
        "email_alert_recipients": ["ann@example.com", "ann"], "smtp_from_email": "x",
        "smtp_from_name": "a\nb", "smtp_host": "a b", "smtp_port": 0, "smtp_requires_auth": null,
        "smtp_host_password": [1], "sms_alert_recipients": ["+123456", "+49 30 1234-567", "+12345"],
        "twilio_number": "15550100", "twilio_account_sid": "AC/1",
        "default_time_zone": "Mars/Base", "date_format": "x".repeat(31),
        "agent_debug_level": "loud", "clear_faults_days": -1, "workstation_policy": "x",
        "server_policy": "x", "alert_template": "x", "patch_catch_up_hours": 721,
        "removal_delay_minutes": 10_081,
        "audit_log_prune_days": 36_501, "metrics_minutes_prune_days": -1,
        "metrics_hours_prune_days": 36_501, "recordings_prune_days": 36_501,
        "recordings_prune_gib": 1_048_577, "remote_url": "http://x", "default_shell_windows": "bash",
        "default_shell_linux": "cmd", "default_shell_darwin_custom": "x".repeat(513),
        "script_approval": "maybe", "sso_enabled": "yes",
    });
    let expected = json!({
        "email_alert_recipients[1]": ["Must be an e-mail address."],
        "smtp_from_email": ["Must be an e-mail address."],
        "smtp_from_name": ["Must not have control characters."],
        "smtp_host": ["Must be a host name."],
        "smtp_port": ["Must be 1 to 65535."],
        "smtp_requires_auth": ["Must not be null."],
        "smtp_host_password": ["Must be text."],
        "sms_alert_recipients[1]": ["Must be a telephone number such as +4930123456."],
        "sms_alert_recipients[2]": ["Must be a telephone number such as +4930123456."],
        "twilio_number": ["Must be a telephone number such as +4930123456."],
        "twilio_account_sid": ["Must be letters and digits."],
        "default_time_zone": ["Must be a time zone such as Europe/Berlin."],
        "date_format": ["Must have at most 30 characters."],
        "agent_debug_level": ["Must be one of debug, info, warning, error, critical."],
        "clear_faults_days": ["Must be 0 to 36500."],
        "workstation_policy": ["Must be a whole number."],
        "server_policy": ["Must be a whole number."],
        "alert_template": ["Must be a whole number."],
        "patch_catch_up_hours": ["Must be 0 to 720."],
        "removal_delay_minutes": ["Must be 0 to 10080."],
        "audit_log_prune_days": ["Must be 0 to 36500."],
        "metrics_minutes_prune_days": ["Must be 0 to 36500."],
        "metrics_hours_prune_days": ["Must be 0 to 36500."],
        "recordings_prune_days": ["Must be 0 to 36500."],
        "recordings_prune_gib": ["Must be 0 to 1048576."],
        "remote_url": ["Must begin with https:// or wss://."],
        "default_shell_windows": ["Must be one of cmd, powershell, custom."],
        "default_shell_linux": ["Must be one of bash, custom."],
        "default_shell_darwin_custom": ["Must have at most 512 characters."],
        "script_approval": ["Must be one of off, on."],
        "sso_enabled": ["Must be true or false."],
    });
    assert_eq!(server.admin.put("/core/settings/", body).await.problems(), expected);
    assert_eq!(bare(server.admin.get("/core/settings/").await.ok()), defaults());
    assert!(server.audit().await.is_empty());
}

#[tokio::test]
async fn settings_must_fit_together() {
    let server = TestServer::start().await;
    let cases = [
        (
            json!({ "default_shell_linux": "custom" }),
            json!({ "default_shell_linux_custom": ["default_shell_linux is custom: name it."] }),
        ),
        (
            json!({ "twilio_account_sid": "A".repeat(65) }),
            json!({ "twilio_account_sid": ["Must have at most 64 characters."] }),
        ),
        (
            json!({ "email_alert_recipients": vec!["a@b.de"; 101] }),
            json!({ "email_alert_recipients": ["Must have at most 100 entries."] }),
        ),
    ];
    for (body, expected) in cases {
        assert_eq!(server.admin.put("/core/settings/", body).await.problems(), expected);
    }
}

#[tokio::test]
async fn a_caller_with_a_scope_reads_but_does_not_write() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let scoped = server.scoped_caller(Right::ALL, &[location.client], &[]).await;
    assert_eq!(bare(scoped.get("/core/settings/").await.ok()), defaults());
    let refusal = scoped.put("/core/settings/", json!({ "smtp_port": 25 })).await;
    let refusal = refusal.refused(403, "forbidden");
    assert_eq!(refusal["detail"], "Only callers without a scope may do this.");
    let mail = json!({ "to": "ann@example.com" });
    scoped.post("/core/emailtest/", mail).await.refused(403, "forbidden");
    let sms = json!({ "to": "+4930123456" });
    scoped.post("/core/smstest/", sms).await.refused(403, "forbidden");
    assert!(server.audit().await.is_empty());
}
