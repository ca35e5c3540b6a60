//! Rows as earlier programs wrote them; those of later steps are in `later_upgrade_samples`.

/// A row that an installation may have had since a migration: table, the
/// migration that created it, and how it was written then. `$1` is a number as
/// text, `$2` unique bytes.
pub const SAMPLES: &[(&str, &str, &str)] = &[
    (
        "roles",
        "m0001",
        "insert into roles (name, created_time, modified_time) values ('role ' || $1, 0, 0)",
    ),
    (
        "users",
        "m0001",
        "insert into users (username, role_id, created_time, modified_time)
        select 'user ' || $1, max(id), 0, 0 from roles",
    ),
    (
        "api_keys",
        "m0001",
        "insert into api_keys (name, user_id, prefix, key_hash, created_time,
            modified_time) select 'key ' || $1, max(id), 'x', $2, 0, 0 from users",
    ),
    (
        "sessions",
        "m0001",
        "insert into sessions (digest, token_hash, user_id, kind, created, expiry,
            latest_expiry, last_used)
        select 'digest ' || $1, $2, max(id), 'session', 0, 9000000000000000, 9000000000000000, 0
          from users",
    ),
    (
        "clients",
        "m0002",
        "insert into clients (name, created_time, modified_time) values ('client ' || $1, 0, 0)",
    ),
    (
        "sites",
        "m0002",
        "insert into sites (client_id, name, created_time, modified_time)
        select max(id), 'site ' || $1, 0, 0 from clients",
    ),
    (
        "agents",
        "m0002",
        "insert into agents (agent_id, site_id, hostname, monitoring_type, plat,
            public_key, created_time, modified_time)
        select 'agent-' || $1, max(id), 'host ' || $1, 'server', 'linux', $2, 0, 0 from sites",
    ),
    (
        "runs",
        "m0003",
        "insert into runs (run_id, agent_id, type, status, username, time, order_name,
            order_body, timeout_seconds)
        select 'run ' || $1, max(id), 'cmd_run', 'passed', 'run ' || $1, 9000000000000000,
               'run_command', $2, 5 from agents",
    ),
    (
        "run_output",
        "m0003",
        "insert into run_output (run_id, stream, start_offset, data)
        select id, 'stdout', 0, $2 from runs where run_id = 'run ' || $1",
    ),
    (
        "audit_log",
        "m0004",
        "insert into audit_log (id, entry_time, username, action, object_type,
            message, hash)
        select last_id, 0, 'somebody', 'add', 'client', 'entry ' || $1, '' from audit_head",
    ),
    (
        "audit_code",
        "m0109",
        "insert into audit_code (sha256, sealed, last_time) values ('hash ' || $1, $2, 0)",
    ),
    (
        "jobs",
        "m0005",
        "insert into jobs (kind, run_at, created_time)
        values ('kind ' || $1, 9000000000000000, 0)",
    ),
    (
        "custom_fields",
        "m0007",
        "insert into custom_fields (model, name, name_key, type, created_time,
            modified_time) values ('agent', 'field ' || $1, 'field ' || $1, 'text', 0, 0)",
    ),
    (
        "custom_field_values",
        "m0007",
        "insert into custom_field_values (field_id, agent_id, value)
        select f.id, a.id, 'value ' || $1 from custom_fields f, agents a
         where f.name = 'field ' || $1 and a.agent_id = 'agent-' || $1",
    ),
    (
        "scripts",
        "m0020",
        "insert into scripts (name, shell, script_body, script_hash, body_time,
            created_time, modified_time) values ('script ' || $1, 'shell', '', '', 0, 0, 0)",
    ),
    (
        "script_versions",
        "m0020",
        "insert into script_versions (script_id, n, body, script_hash,
            author, time) select max(id), 1, 'body ' || $1, '', '', 0 from scripts",
    ),
    (
        "snippets",
        "m0020",
        "insert into snippets (name, code, shell, created_time, modified_time)
        values ('snippet ' || $1, '', 'shell', 0, 0)",
    ),
    (
        "notes",
        "m0021",
        "insert into notes (agent_id, username, note, entry_time)
        select max(id), 'somebody', 'note ' || $1, 0 from agents",
    ),
    (
        "software_inventories",
        "m0030",
        "insert into software_inventories (agent_id, collected_at)
        select id, 0 from agents where agent_id = 'agent-' || $1",
    ),
    (
        "software",
        "m0030",
        "insert into software (agent_id, name, version, publisher, install_date,
            size, source, location, uninstall)
        select max(agent_id), 'program ' || $1, '', '', '', 0, '', '', ''
          from software_inventories",
    ),
    (
        "winupdates",
        "m0031",
        "insert into winupdates (agent_id, guid, kb, title, description,
            severity, source, state)
        select max(id), 'guid ' || $1, '', 'update ' || $1, '', '', '', 'available' from agents",
    ),
    (
        "update_scans",
        "m0031",
        "insert into update_scans (agent_id, scanned_at, source,
            reboot_required) select id, 0, '', false from agents where agent_id = 'agent-' || $1",
    ),
    (
        "policies",
        "m0050",
        "insert into policies (name, created_time, modified_time)
        values ('policy ' || $1, 0, 0)",
    ),
    (
        "policy_excluded_agents",
        "m0050",
        "insert into policy_excluded_agents (policy_id, agent_id,
            position) select p.id, a.id, 0 from policies p, agents a
         where p.name = 'policy ' || $1 and a.agent_id = 'agent-' || $1",
    ),
    (
        "patch_policies",
        "m0051",
        "insert into patch_policies (policy_id, critical, important,
            moderate, low, other, run_time_frequency, run_time_hour, run_time_days, run_time_day,
            reboot_after_install, reprocess_failed_inherit, reprocess_failed,
            reprocess_failed_times, email_if_fail, created_time, modified_time)
        select id, 'approve', 'inherit', 'inherit', 'inherit', 'inherit', 'daily', 3, '[]', 1,
               'never', true, false, 5, false, 0, 0 from policies where name = 'policy ' || $1",
    ),
    (
        "tasks",
        "m0055",
        "insert into tasks (policy_id, name, win_task_name, enabled, actions, has_placeholders,
            collector_all_output, continue_on_error, alert_severity, email_alert, text_alert,
            dashboard_alert, task_supported_platforms, task_type, run_time_zone,
            stop_task_at_duration_end, run_asap_after_missed, task_instance_policy,
            remove_if_not_scheduled, timeout_seconds, created_time, modified_time) select max(id),
            'task ' || $1, 'task ' || $1, true, '[]', false, false, false, 'info', false, false,
            false, '[]', 'manual', '', false, false, 0, false, 5, 0, 0 from policies",
    ),
    (
        "task_results",
        "m0055",
        "insert into task_results (agent_id, task_id, stdout) select a.id, t.id, 'output ' || $1
            from agents a, tasks t where a.agent_id = 'agent-' || $1 and t.name = 'task ' || $1",
    ),
    (
        "bulk_actions",
        "m0061",
        "insert into bulk_actions (mode, target, body, sealed_request, username, user_id, created,
            finished, status, skip_offline, queue_hours, counts) values ('command', '{}', '{}',
            $2, 'bulk ' || $1, 1, 9000000000000000, 9000000000000000, 'finished', false, 24, '{}')",
    ),
    (
        "deployments",
        "m0065",
        "insert into deployments (uid, kind, site_id, mon_type, plat, goarch, expiry,
            created_time, modified_time) select 'uid ' || $1, 'link', max(id), 'server', 'linux',
            'amd64', 9000000000000000, 0, 0 from sites",
    ),
    (
        "saved_views",
        "m0096",
        "insert into saved_views (user_id, page, name, query, columns, sort,
            shared) select max(id), 'agents', 'view ' || $1, '{}', '[]', '', true from users",
    ),
    (
        "pending_enrolments",
        "m0117",
        "insert into pending_enrolments (agent_id, public_key, site_id, monitoring_type, hostname,
            plat, goarch, version, hardware_id, public_ip, created_time)
        select 'waiting-' || $1, $2, max(id), 'server', 'waiting ' || $1, 'linux', 'amd64', '', '',
               '', 9000000000000000 from sites",
    ),
    (
        "freezes",
        "m0118",
        "insert into freezes (client_id, frozen_by, frozen_time, ended)
        select max(id), 'user ' || $1, 0, 1 from clients",
    ),
    (
        "rollouts",
        "m0120",
        "insert into rollouts (plat, goarch, version, ring, state, reason, began, changed)
        values ('plat ' || $1, 'amd64', 'release ' || $1, 1, 'running', '', 0, 0)",
    ),
    (
        "rollout_agents",
        "m0120",
        "insert into rollout_agents (rollout_id, agent_id, run_id, asked)
        select ro.id, a.id, 'run ' || $1, 0 from rollouts ro, agents a
         where ro.version = 'release ' || $1 and a.agent_id = 'agent-' || $1",
    ),
    (
        "metric_parts",
        "m0123",
        "insert into metric_parts (agent_id, start_minute, end_minute, data) select id, 360 *
            70000, 360 * 70000 + length($1), $2 from agents where agent_id = 'agent-' || $1",
    ),
    (
        "metric_blocks",
        "m0123",
        "insert into metric_blocks (agent_id, step, start_minute, data)
        select id, 60, 1440 * length($1), $2 from agents where agent_id = 'agent-' || $1",
    ),
    (
        "debug_logs",
        "m0124",
        "insert into debug_logs (entry_time, agent_id, log_level, log_type, message)
        select 9000000000000000, max(id), 'info', 'agent_issues', 'entry ' || $1 from agents",
    ),
    (
        "url_actions",
        "m0125",
        "insert into url_actions (name, pattern, action_type, rest_method, created_time,
            modified_time) values ('action ' || $1, 'https://h/', 'rest', 'post', 0, 0)",
    ),
    (
        "webhook_deliveries",
        "m0125",
        "insert into webhook_deliveries (action_id, cause, username, agent_id, created, finished)
        select max(u.id), 'cause ' || $1, 'system', max(a.id), 0, 9000000000000000
          from url_actions u, agents a",
    ),
    (
        "sms_messages",
        "m0126",
        "insert into sms_messages (message_id, state, changed_time)
        values ('message ' || $1, 'sent', 9000000000000000)",
    ),
    (
        "checks",
        "m0127",
        r#"insert into checks (agent_id, check_type, check_key, name, email_alert, text_alert,
            dashboard_alert, settings, has_placeholders, created_time, modified_time)
        select max(id), 'memory', 'key ' || $1, 'check ' || $1, false, false, false,
               '{"name":"check ' || $1 || '","email_alert":false,"text_alert":false,' ||
               '"dashboard_alert":false,"fails_b4_alert":1,"run_interval":0,' ||
               '"supported_platforms":["linux"],"check_type":"memory","warning_threshold":90,' ||
               '"error_threshold":0,"recovery_threshold":null,"for_minutes":0}', false, 0, 0
          from agents"#,
    ),
    (
        "check_results",
        "m0127",
        "insert into check_results (agent_id, check_id, status, last_run)
        select agent_id, id, 'passing', 0 from checks where name = 'check ' || $1",
    ),
    (
        "check_history",
        "m0127",
        "insert into check_history (result_id, start_time, end_time, data)
        select r.id, 9000000000000000, 9000000000000000, $2
          from check_results r join checks c on c.id = r.check_id where c.name = 'check ' || $1",
    ),
    (
        "alert_templates",
        "m0129",
        "insert into alert_templates (name, created_time, modified_time)
        values ('template ' || $1, 0, 0)",
    ),
    (
        "template_excluded_agents",
        "m0129",
        "insert into template_excluded_agents (template_id, agent_id, position)
        select t.id, a.id, 0 from alert_templates t, agents a
         where t.name = 'template ' || $1 and a.agent_id = 'agent-' || $1",
    ),
    (
        "maintenance_windows",
        "m0130",
        "insert into maintenance_windows (name, start, time_zone, minutes, agent_id, created_time,
            modified_time)
        select 'window ' || $1, '2026-01-31T22:00:00', 'UTC', 60, max(id), 0, 0 from agents",
    ),
    (
        "maintenance_members",
        "m0130",
        "insert into maintenance_members (window_id, agent_id)
        select w.id, a.id from maintenance_windows w, agents a
         where w.name = 'window ' || $1 and a.agent_id = 'agent-' || $1",
    ),
    (
        "alert_causes",
        "m0128",
        "insert into alert_causes (kind, agent_id)
        select 'custom', max(id) from agents where $1 <> ''",
    ),
    (
        "alerts",
        "m0128",
        "insert into alerts (cause_id, agent_id, alert_type, message, alert_time, severity)
        select max(id), max(agent_id), 'custom', 'alert ' || $1, 9000000000000000, 'error'
          from alert_causes",
    ),
    (
        "site_departures",
        "m0128",
        "insert into site_departures (site_id) select max(id) from sites where $1 <> ''
         on conflict do nothing",
    ),
];
