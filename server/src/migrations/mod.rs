//! The schema, step by step. A landed step is never edited.
//!
//! Each step is SQL text that both engines accept except for the tokens `{id}`
//! (a counting primary key) and `{bytes}` (binary data), and for parts between
//! `{sqlite}` and `{/sqlite}`, `{postgres}` and `{/postgres}`, for one engine.

use sea_orm::DbBackend;

const STEPS: &[(&str, &str)] = &[
    ("m0001_accounts", include_str!("m0001_accounts.sql")),
    ("m0002_fleet", include_str!("m0002_fleet.sql")),
    ("m0003_runs", include_str!("m0003_runs.sql")),
    ("m0004_audit_log", include_str!("m0004_audit_log.sql")),
    ("m0005_jobs", include_str!("m0005_jobs.sql")),
    ("m0006_audit_log_filters", include_str!("m0006_audit_log_filters.sql")),
    ("m0007_custom_fields", include_str!("m0007_custom_fields.sql")),
    ("m0020_scripts", include_str!("m0020_scripts.sql")),
    ("m0021_runs", include_str!("m0021_runs.sql")),
    ("m0030_software", include_str!("m0030_software.sql")),
    ("m0031_winupdates", include_str!("m0031_winupdates.sql")),
    ("m0040_core", include_str!("m0040_core.sql")),
    ("m0045_run_mail", include_str!("m0045_run_mail.sql")),
    ("m0050_policies", include_str!("m0050_policies.sql")),
    ("m0051_patch_policies", include_str!("m0051_patch_policies.sql")),
    ("m0055_tasks", include_str!("m0055_tasks.sql")),
    ("m0060_update_ages", include_str!("m0060_update_ages.sql")),
    ("m0061_bulk", include_str!("m0061_bulk.sql")),
    ("m0062_idempotency", include_str!("m0062_idempotency.sql")),
    ("m0065_deployments", include_str!("m0065_deployments.sql")),
    ("m0070_agent_order", include_str!("m0070_agent_order.sql")),
    ("m0075_socket_tickets", include_str!("m0075_socket_tickets.sql")),
    ("m0080_removed_agents", include_str!("m0080_removed_agents.sql")),
    ("m0081_scheduled_reboots", include_str!("m0081_scheduled_reboots.sql")),
    ("m0090_server_runs", include_str!("m0090_server_runs.sql")),
    ("m0091_leaving_tasks", include_str!("m0091_leaving_tasks.sql")),
    ("m0096_saved_views", include_str!("m0096_saved_views.sql")),
    ("m0097_agent_revisions", include_str!("m0097_agent_revisions.sql")),
    ("m0098_presence", include_str!("m0098_presence.sql")),
    ("m0099_agent_lines", include_str!("m0099_agent_lines.sql")),
    ("m0100_unsent_orders", include_str!("m0100_unsent_orders.sql")),
    ("m0101_audit_in_order", include_str!("m0101_audit_in_order.sql")),
    ("m0102_agents_in_maintenance", include_str!("m0102_agents_in_maintenance.sql")),
    ("m0103_collections", include_str!("m0103_collections.sql")),
    ("m0104_agent_updates", include_str!("m0104_agent_updates.sql")),
    ("m0105_run_requests", include_str!("m0105_run_requests.sql")),
    ("m0106_recovery_codes", include_str!("m0106_recovery_codes.sql")),
    ("m0107_run_states", include_str!("m0107_run_states.sql")),
    ("m0108_run_credentials", include_str!("m0108_run_credentials.sql")),
    ("m0109_audit", include_str!("m0109_audit.sql")),
    ("m0110_former_usernames", include_str!("m0110_former_usernames.sql")),
    ("m0111_key_store_limits", include_str!("m0111_key_store_limits.sql")),
    ("m0112_adhoc_right", include_str!("m0112_adhoc_right.sql")),
    ("m0113_logins", include_str!("m0113_logins.sql")),
    ("m0114_owners_and_approval", include_str!("m0114_owners_and_approval.sql")),
    ("m0115_abandoned_runs", include_str!("m0115_abandoned_runs.sql")),
    ("m0116_sealed_links", include_str!("m0116_sealed_links.sql")),
    ("m0117_pending_enrolments", include_str!("m0117_pending_enrolments.sql")),
    ("m0118_freeze", include_str!("m0118_freeze.sql")),
    ("m0120_rollouts", include_str!("m0120_rollouts.sql")),
    ("m0121_agent_removals", include_str!("m0121_agent_removals.sql")),
    ("m0122_freeze_superusers", include_str!("m0122_freeze_superusers.sql")),
    ("m0123_metrics", include_str!("m0123_metrics.sql")),
    ("m0124_debug_log", include_str!("m0124_debug_log.sql")),
    ("m0125_url_actions", include_str!("m0125_url_actions.sql")),
    ("m0126_sms_messages", include_str!("m0126_sms_messages.sql")),
    ("m0127_checks", include_str!("m0127_checks.sql")),
    ("m0128_alerts", include_str!("m0128_alerts.sql")),
    ("m0129_alert_templates", include_str!("m0129_alert_templates.sql")),
    ("m0130_maintenance_windows", include_str!("m0130_maintenance_windows.sql")),
    ("m0131_check_counts", include_str!("m0131_check_counts.sql")),
    ("m0133_push", include_str!("m0133_push.sql")),
    ("m0134_dependencies", include_str!("m0134_dependencies.sql")),
    ("m0135_watches", include_str!("m0135_watches.sql")),
    ("m0136_software_changes", include_str!("m0136_software_changes.sql")),
    (
        "m0137_capabilities_and_update_details",
        include_str!("m0137_capabilities_and_update_details.sql"),
    ),
    ("m0138_remote", include_str!("m0138_remote.sql")),
    ("m0139_recordings", include_str!("m0139_recordings.sql")),
    ("m0140_hidden_updates", include_str!("m0140_hidden_updates.sql")),
];

/// One step of the schema. None is ever undone: a program cannot know what
/// newer rows mean, so only a backup leads back.
pub struct Migration {
    /// The name stored in the database.
    pub name: &'static str,
    /// The SQL, with the parts for each engine.
    pub text: &'static str,
}

impl Migration {
    /// The statements for one engine.
    pub fn sql(&self, engine: DbBackend) -> String {
        let (id, bytes, own, other) = match engine {
            DbBackend::Postgres => (
                "bigint generated by default as identity primary key",
                "bytea",
                "postgres",
                "sqlite",
            ),
            _ => ("integer primary key autoincrement", "blob", "sqlite", "postgres"),
        };
        let text = without(self.text, other);
        let text = text.replace(&format!("{{{own}}}"), "").replace(&format!("{{/{own}}}"), "");
        text.replace("{id}", id).replace("{bytes}", bytes)
    }
}

/// All steps, oldest first.
pub fn all() -> impl Iterator<Item = Migration> {
    STEPS.iter().map(|&(name, text)| Migration { name, text })
}

/// The names of all tables that any step has created, in order.
pub fn table_names() -> Vec<&'static str> {
    let lines = STEPS.iter().flat_map(|(_, text)| text.lines());
    let named = lines.filter_map(|line| line.strip_prefix("create table "));
    named.filter_map(|rest| rest.split([' ', '(']).next()).collect()
}

/// A step without the parts for one engine.
fn without(text: &str, engine: &str) -> String {
    let (open, close) = (format!("{{{engine}}}"), format!("{{/{engine}}}"));
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, part)) = rest.split_once(&open) {
        kept.push_str(before);
        rest = part.split_once(&close).map_or("", |(_, after)| after);
    }
    kept + rest
}
