//! Rows as earlier programs wrote them, of the later steps.

/// As [`super::upgrade_samples::SAMPLES`].
pub const LATER_SAMPLES: &[(&str, &str, &str)] = &[
    (
        "push_subscriptions",
        "m0133",
        "insert into push_subscriptions (user_id, endpoint_hash, endpoint_host, sealed, label,
            min_severity, created) select max(id), 'hash ' || $1, 'push.example.com', $2, 'browser
            ' || $1, 'warning', 0 from users",
    ),
    (
        "dependencies",
        "m0134",
        "insert into dependencies (child_agent_id, agent_id)
        select a.id, (select min(id) from agents) from agents a where a.agent_id = 'agent-' || $1",
    ),
    (
        "watches",
        "m0135",
        "insert into watches (user_id, agent_id, event, created)
        select max(u.id), max(a.id), 'online', 0 from users u, agents a where $1 <> ''",
    ),
    (
        "software_changes",
        "m0136",
        "insert into software_changes (agent_id, time, name, before, after, change)
        select max(id), 0, 'program ' || $1, '', '1', 'installed' from agents",
    ),
    (
        "agent_capabilities",
        "m0137",
        "insert into agent_capabilities (agent_id, names)
        select max(id), 'ping' from agents where $1 <> ''",
    ),
    (
        "remote_sessions",
        "m0138",
        "insert into remote_sessions (uid, agent_id, agent_uid, hostname, kind, status, user_id,
            username, consent, recording, created, last_seen, ends_by, ended)
        select 'session ' || $1, max(id), 'agent', 'host', 'terminal', 'ended', 0, 'somebody',
               'off', 'off', 0, 0, 0, 9000000000000000 from agents",
    ),
    (
        "remote_viewers",
        "m0138",
        "insert into remote_viewers (uid, session_id, user_id, username, created)
        select 'viewer ' || $1, max(id), 0, 'somebody', 0 from remote_sessions",
    ),
    (
        "remote_tickets",
        "m0138",
        "insert into remote_tickets (ticket_hash, viewer_id, side, expires)
        select $2, max(id), 'viewer', 9000000000000000 from remote_viewers where $1 <> ''",
    ),
    (
        "remote_policies",
        "m0138",
        "insert into remote_policies (agent_id, rules, modified_by, modified_time)
        select max(id), '{}', 'somebody ' || $1, 0 from agents",
    ),
    (
        "remote_recordings",
        "m0139",
        "insert into remote_recordings (session_uid, began, agent_id, agent_uid, hostname, kind,
            username, agent_key, seal_key, started, last_stored, digest, is_complete)
        select 'session ' || $1, 0, max(id), 'agent', 'host ' || $1, 'terminal', 'somebody', $2,
               $2, 9000000000000000, 9000000000000000, $2, true from agents",
    ),
    (
        "recording_parts",
        "m0139",
        "insert into recording_parts (recording_id, part, first_ms, last_ms, bytes, key_frame, gap,
            digest) select max(id), 0, 0, 0, 0, false, false, $2 from remote_recordings
         where $1 <> ''",
    ),
];
