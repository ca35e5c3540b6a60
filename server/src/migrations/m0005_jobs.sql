-- Work that happens later, in the same transaction as what causes it.

create table jobs (
    id           {id},
    kind         text   not null,
    payload      text   not null default '{}',
    -- At most one waiting job per kind and key; a second enqueue moves it.
    dedupe_key   text,
    run_at       bigint not null,
    attempts     bigint not null default 0,
    -- While a worker has it; past this time another may take it.
    leased_until bigint not null default 0,
    leased_by    text   not null default '',
    last_error   text   not null default '',
    -- Set when it was tried often enough; kept for people to look at.
    dead_since   bigint,
    created_time bigint not null
);
create index jobs_due on jobs (run_at) where dead_since is null;
create unique index jobs_dedupe on jobs (kind, dedupe_key) where dead_since is null;

-- Periodic work. Whoever moves next_run_at forward does the work.
create table schedules (
    name        text   primary key,
    next_run_at bigint not null
);

-- Servers that are alive, so that the fleet knows who holds which line.
create table replicas (
    id        text   primary key,
    seen      bigint not null,
    started   bigint not null,
    version   text   not null
);
