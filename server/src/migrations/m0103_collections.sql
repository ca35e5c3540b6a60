-- When each agent is next asked for its software and for missing updates
-- without anybody having asked. One row per agent that was ever connected.
create table collections (
    agent_id       bigint primary key references agents (id) on delete cascade,
    -- What the agent last said of its package database; empty: nothing.
    packages       text   not null,
    -- 0: at once.
    software_due   bigint not null,
    -- When it was last asked; null: never.
    software_asked bigint,
    scan_due       bigint not null,
    scan_asked     bigint
);
create index collections_software on collections (software_due);
create index collections_scan on collections (scan_due);
-- Scans that nobody asked for: of each agent the newest is kept.
create index runs_own_scans on runs (agent_id, id) where type = 'patch_scan' and user_id = 0;
