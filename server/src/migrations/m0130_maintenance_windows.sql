-- Maintenance windows: times in which nobody is notified of what happens on some
-- agents.
create table maintenance_windows (
    id            {id},
    name          text    not null,
    reason        text    not null default '',
    -- What the clock of the zone shows when it first opens: 2026-01-31T22:00:00.
    start         text    not null,
    time_zone     text    not null,
    minutes       bigint  not null,
    -- A rule of RFC 5545 by which it repeats; empty: once.
    rrule         text    not null default '',
    enabled       boolean not null default true,
    -- Exactly one target.
    agent_id      bigint  references agents (id) on delete cascade,
    site_id       bigint  references sites (id) on delete cascade,
    client_id     bigint  references clients (id) on delete cascade,
    policy_id     bigint  references policies (id) on delete cascade,
    view_id       bigint  references saved_views (id) on delete cascade,
    -- JSON: the scope of the person who last saved it. A window on a policy or a
    -- view silences no agent outside it.
    scope         text    not null default '[]',
    -- Whether it was open when that was last announced.
    was_open      boolean not null default false,
    created_by    text    not null default '',
    created_time  bigint  not null,
    modified_by   text    not null default '',
    modified_time bigint  not null,
    constraint maintenance_windows_target check (
        case when agent_id is null then 0 else 1 end
            + case when site_id is null then 0 else 1 end
            + case when client_id is null then 0 else 1 end
            + case when policy_id is null then 0 else 1 end
            + case when view_id is null then 0 else 1 end = 1
    )
);
create index maintenance_windows_agent on maintenance_windows (agent_id)
    where agent_id is not null;
create index maintenance_windows_site on maintenance_windows (site_id)
    where site_id is not null;
create index maintenance_windows_client on maintenance_windows (client_id)
    where client_id is not null;
create index maintenance_windows_policy on maintenance_windows (policy_id)
    where policy_id is not null;
create index maintenance_windows_view on maintenance_windows (view_id)
    where view_id is not null;

-- The agents that a saved view matched when it was last evaluated.
create table maintenance_members (
    window_id bigint not null references maintenance_windows (id) on delete cascade,
    agent_id  bigint not null references agents (id) on delete cascade,
    primary key (window_id, agent_id)
);
create index maintenance_members_agent on maintenance_members (agent_id);
