-- What went wrong and a technician may look for: updates of agents that failed,
-- connections that were refused, scripts that could not start. `debug_log` writes
-- it in batches, and no more than so many rows a minute.
create table debug_logs (
    id         {id},
    entry_time bigint not null,
    -- Null: it is about the server.
    agent_id   bigint references agents (id) on delete cascade,
    log_level  text   not null check (log_level in ('info', 'warning', 'error', 'critical')),
    log_type   text   not null check (log_type in ('agent_update', 'agent_issues', 'win_updates',
                                                   'system_issues', 'scripting')),
    message    text   not null
);

-- Newest first, of everything and of one agent; the oldest are deleted first.
create index debug_logs_time on debug_logs (entry_time desc, id desc);
create index debug_logs_agent on debug_logs (agent_id, entry_time desc, id desc);
