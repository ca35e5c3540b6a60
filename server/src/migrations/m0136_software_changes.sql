-- What was installed, updated or removed on agents, as the difference between two
-- reports of their software. `features/software` writes it, and keeps a month.
create table software_changes (
    id       {id},
    agent_id bigint not null references agents (id) on delete cascade,
    -- When the server noticed: at most one collection later than it happened.
    time     bigint not null,
    name     text   not null,
    -- Empty where there was none, or where there is none any more.
    before   text   not null,
    after    text   not null,
    change   text   not null,
    constraint software_changes_change check (change in ('installed', 'updated', 'removed'))
);
create index software_changes_agent on software_changes (agent_id, time);
