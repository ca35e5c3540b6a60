-- Who did what, to what, when. Append-only.
--
-- Rows outlive what they speak of: everything is stored by name beside its id,
-- without references. Each row carries a keyed hash over itself and the row
-- before, and audit_head knows the last one: a changed, removed or reordered
-- row shows (`muster audit verify`).

create table audit_log (
    -- Given out by audit_head, without gaps.
    id           bigint primary key,
    entry_time   bigint not null,
    username     text   not null,
    -- Host name, agent id, site and client of the agent it was about, as they were.
    agent        text   not null default '',
    agent_id     text   not null default '',
    site         text   not null default '',
    -- For the scope of whoever reads: null when not about a client or site.
    client_id    bigint,
    site_id      bigint,
    action       text   not null,
    object_type  text   not null,
    object_id    text   not null default '',
    message      text   not null,
    -- JSON text, or null.
    before_value text,
    after_value  text,
    ip_address   text   not null default '',
    debug_info   text   not null default '{}',
    hash         text   not null
);
create index audit_log_time on audit_log (entry_time desc, id desc);
create index audit_log_agent on audit_log (agent_id, entry_time desc);
create index audit_log_username on audit_log (username, entry_time desc);

create table audit_head (
    id        bigint primary key,
    last_id   bigint not null,
    last_hash text   not null
);
insert into audit_head (id, last_id, last_hash) values (1, 0, '');
