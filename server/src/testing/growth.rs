//! More rows of everything, for tests of costs that must not depend on their
//! number.

use std::ops::Range;

use serde_json::json;

use super::TestServer;
use super::examples::World;
use crate::storage::sql;

/// One more row in each table that a list shows: `$1` is a number as text, `$2`
/// the key of the tenant's agent. Each statement uses both. What waits is for
/// agents that are offline, so that it is never carried out. Runs are in the
/// future, where nothing prunes them.
const ROWS: &[&str] = &[
    "insert into clients (name, created_time, modified_time) select 'client ' || $1, $2 * 0, 0",
    "insert into sites (client_id, name, created_time, modified_time)
     select max(id), 'site ' || $1, $2 * 0, 0 from clients",
    "insert into agents (agent_id, site_id, hostname, monitoring_type, plat, created_time,
            modified_time)
     select 'grown-' || $1, max(id), 'host ' || $1, 'server', 'linux', $2 * 0, 0 from sites",
    "insert into custom_fields (model, name, name_key, type, created_time, modified_time)
     select 'agent', 'agent ' || $1, 'agent ' || $1, 'text', $2 * 0, 0",
    "insert into custom_fields (model, name, name_key, type, created_time, modified_time)
     select 'client', 'client ' || $1, 'client ' || $1, 'text', $2 * 0, 0",
    "insert into custom_fields (model, name, name_key, type, created_time, modified_time)
     select 'site', 'site ' || $1, 'site ' || $1, 'text', $2 * 0, 0",
    "insert into custom_field_values (field_id, agent_id, value)
     select id, $2, $1 from custom_fields where name = 'agent ' || $1",
    "insert into custom_field_values (field_id, client_id, value)
     select f.id, c.id, $1 from custom_fields f, clients c
      where f.name = 'client ' || $1 and c.name = 'client ' || $1 and $2 > 0",
    "insert into custom_field_values (field_id, site_id, value)
     select f.id, s.id, $1 from custom_fields f, sites s
      where f.name = 'site ' || $1 and s.name = 'site ' || $1 and $2 > 0",
    "insert into scripts (name, shell, script_body, script_hash, body_time, created_time,
            modified_time)
     select 'script ' || $1, 'shell', '', '', 0, $2 * 0, 0",
    "insert into script_versions (script_id, n, body, script_hash, author, time)
     select id, 1000 + length($1) * 0, $1, '', '', $2 * 0 from scripts
      where name = 'script ' || $1",
    "insert into snippets (name, code, shell, created_time, modified_time)
     select 'snippet ' || $1, '', 'shell', $2 * 0, 0",
    "insert into runs (run_id, agent_id, type, status, username, time, order_name, order_body,
            timeout_seconds, expires)
     select 'waiting ' || $1 || a.id, a.id, 'script_run', 'queued', 'somebody', 9000000000000000,
            'run_script',
            known.public_key, 5, 9000000000000000
       from agents a, agents known
      where known.id = $2 and a.id <> $2 and (a.public_key is not null or a.agent_id = 'grown-' || $1)",
    "insert into runs (run_id, agent_id, type, status, username, time, order_name, order_body,
            timeout_seconds)
     select 'over ' || $1, a.id, 'cmd_run', 'passed', 'somebody', 9000000000000000,
            'run_command',
            a.public_key, 5
       from agents a where a.id = $2 and a.public_key is not null",
    "insert into run_output (run_id, stream, start_offset, data)
     select r.id, 'stdout', 0, r.order_body from runs r where r.run_id = 'over ' || $1 and $2 > 0",
    "insert into debug_logs (entry_time, agent_id, log_level, log_type, message)
     select 9000000000000000, id, 'info', 'agent_issues', 'entry ' || $1 from agents
      where id = $2 or agent_id = 'grown-' || $1",
    "insert into notes (agent_id, username, note, entry_time)
     select id, 'somebody', 'note ' || $1, 0 from agents
      where id = $2 or agent_id = 'grown-' || $1",
    "insert into software_inventories (agent_id, collected_at)
     select id, 0 from agents where id = $2 or agent_id = 'grown-' || $1
     on conflict (agent_id) do nothing",
    "insert into software (agent_id, name, version, publisher, install_date, size, source,
            location, uninstall)
     select id, 'program ' || $1, '', '', '', 0, '', '', '' from agents
      where id = $2 or agent_id = 'grown-' || $1",
    "insert into metric_parts (agent_id, start_minute, end_minute, data)
     select a.id, p.start_minute, p.end_minute, p.data from agents a, metric_parts p
      where a.agent_id = 'grown-' || $1 and p.agent_id = $2",
    "insert into checks (agent_id, check_type, check_key, name, email_alert, text_alert,
            dashboard_alert, settings, has_placeholders, created_time, modified_time)
     select a.id, c.check_type, c.check_key || $1, c.name, false, false, false, c.settings, false,
            0, 0
       from agents a, checks c where a.agent_id = 'grown-' || $1 and c.agent_id = $2",
    "insert into check_results (agent_id, check_id, status, severity)
     select c.agent_id, c.id, 'failing', 'error' from checks c join agents a on a.id = c.agent_id
      where a.agent_id = 'grown-' || $1 and $2 > 0",
    "insert into winupdates (agent_id, guid, kb, title, description, severity, source, state,
            own_action)
     select id, 'guid ' || $1, '', $1, '', '', '', 'available', 'approve' from agents
      where id = $2 or agent_id = 'grown-' || $1",
    "insert into policies (name, created_time, modified_time)
     select 'policy ' || $1, $2 * 0, 0",
    "insert into checks (policy_id, check_type, check_key, name, email_alert, text_alert,
            dashboard_alert, settings, has_placeholders, created_time, modified_time)
     select id, 'memory', '', 'check ' || $1, false, false, false,
            '{\"name\":\"' || 'check ' || $1 || '\",\"email_alert\":false,\"text_alert\":false,
            \"dashboard_alert\":false,\"fails_b4_alert\":1,\"run_interval\":0,\"supported_platforms\":[\"linux\"],
            \"check_type\":\"memory\",\"warning_threshold\":0,\"error_threshold\":90,
            \"recovery_threshold\":null,\"for_minutes\":0}', false, $2 * 0, 0
       from policies where name = 'policy ' || $1",
    "insert into deployments (uid, kind, site_id, mon_type, plat, goarch, expiry, created_time,
            modified_time)
     select 'uid ' || $1, 'link', max(id), 'server', 'linux', 'amd64', 9000000000000000,
            $2 * 0, 0 from sites",
    "insert into pending_enrolments (agent_id, public_key, site_id, known_id, monitoring_type,
            hostname, plat, goarch, version, hardware_id, public_ip, created_time)
     select 'waiting-' || $1, a.public_key, a.site_id, a.id, 'server', $1, 'linux', 'amd64', '', '',
            '', 9000000000000000 from agents a where a.id = $2 and a.public_key is not null",
    "insert into saved_views (user_id, page, name, query, columns, sort, shared)
     select id, 'agents', $1, '{}', '[]', '', $2 > 0 from users where username = 'admin'",
    "insert into push_subscriptions (user_id, endpoint_hash, endpoint_host, sealed, label,
            min_severity, created)
     select u.id, 'hash ' || $1, 'push.example.com', a.public_key, $1, 'warning', 0
       from users u, agents a where u.username = 'admin' and a.id = $2",
    "insert into watches (user_id, agent_id, event, created)
     select u.id, a.id, 'online', $2 * 0 from users u, agents a
      where u.username = 'admin' and a.agent_id = 'grown-' || $1",
    "insert into webhook_deliveries (action_id, cause, username, agent_id, created, finished)
     select id, 'cause ' || $1, 'system', $2, 0, 9000000000000000 from url_actions",
    "insert into alert_templates (name, created_time, modified_time)
     select 'template ' || $1, $2 * 0, 0",
    "insert into maintenance_windows (name, start, time_zone, minutes, agent_id, created_time,
            modified_time)
     select 'window ' || $1, '2026-01-31T22:00:00', 'UTC', 60, $2, 0, 0",
    "insert into dependencies (child_agent_id, agent_id)
     select id, $2 from agents where agent_id = 'grown-' || $1",
    "insert into alert_causes (kind, agent_id)
     select 'custom', id from agents where id = $2 or agent_id = 'grown-' || $1",
    "insert into alerts (cause_id, agent_id, alert_type, message, alert_time, severity)
     select c.id, c.agent_id, 'custom', 'alert ' || $1, 9000000000000000, 'info'
       from alert_causes c
      where not exists (select 1 from alerts l where l.cause_id = c.id) and $2 > 0",
    "insert into remote_sessions (uid, agent_id, agent_uid, hostname, kind, status, user_id,
            username, consent, recording, created, last_seen, ends_by)
     select 'session ' || $1 || ' ' || agent_id, id, agent_id, hostname, 'terminal', 'open', 0,
            'somebody', 'off', 'off', 9000000000000000, 9000000000000000, 9000000000000001
       from agents where id = $2 or agent_id = 'grown-' || $1",
    "insert into remote_recordings (session_uid, began, agent_id, agent_uid, hostname, kind,
            username, agent_key, seal_key, started, last_stored, digest, is_complete)
     select 'session ' || $1 || ' ' || agent_id, 0, id, agent_id, hostname, 'terminal', 'somebody',
            public_key, public_key, 9000000000000000, 9000000000000000, public_key, true
       from agents where public_key is not null and (id = $2 or agent_id = 'grown-' || $1)",
    "insert into recording_parts (recording_id, part, first_ms, last_ms, bytes, key_frame, gap,
            digest)
     select r.id, 1000 + length($1), 0, 0, 0, false, false, r.digest from remote_recordings r
      where r.session_uid like 'session ' || $1 || ' %' and $2 > 0",
    "insert into remote_viewers (uid, session_id, user_id, username, created)
     select 'viewer of ' || uid, id, 0, 'somebody', 9000000000000000 from remote_sessions
      where uid like 'session ' || $1 || ' %' and $2 > 0",
    "insert into roles (name, created_time, modified_time) select 'role ' || $1, $2 * 0, 0",
    "insert into users (username, role_id, created_time, modified_time)
     select 'user-' || $1, max(id), $2 * 0, 0 from roles",
];

/// Adds the rows with these numbers.
pub async fn grow(server: &TestServer, world: &World, numbers: Range<usize>) {
    let agent: Option<i64> = sql::value(
        server.app.db.read(),
        "select id from agents where agent_id = $1",
        [world.agent.agent_id.clone().into()],
    )
    .await
    .unwrap();
    for number in numbers {
        let write = server.app.db.begin().await.unwrap();
        for text in ROWS {
            let values = [number.to_string().into(), agent.unwrap().into()];
            if let Err(error) = sql::execute(&write, text, values).await {
                panic!("{text}: {error}");
            }
        }
        write.commit().await.unwrap();
        let name = format!("grown {number}");
        server.admin.post("/accounts/apikeys/", json!({ "name": name })).await.ok();
        server.admin.post("/core/keystore/", json!({ "name": name, "value": "x" })).await.ok();
        let action = json!({ "name": name, "pattern": "https://example.com/" });
        server.admin.post("/core/urlaction/", action).await.ok();
    }
}
