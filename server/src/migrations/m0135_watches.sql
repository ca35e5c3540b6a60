-- What people asked to be told about once: an agent comes online or goes offline, or
-- a run ends. A row is deleted in the transaction that fires it. `domain/watches`
-- writes it.
create table watches (
    id       {id},
    user_id  bigint not null references users (id) on delete cascade,
    -- What is watched: one of both, as the event says.
    agent_id bigint references agents (id) on delete cascade,
    run_id   bigint references runs (id) on delete cascade,
    event    text   not null,
    created  bigint not null,
    constraint watches_event check (
        (event in ('online', 'offline') and agent_id is not null and run_id is null)
        or (event = 'ended' and run_id is not null and agent_id is null)
    )
);
-- They begin with what is watched: that is what changes look up.
create unique index watches_agent on watches (agent_id, event, user_id)
    where agent_id is not null;
create unique index watches_run on watches (run_id, user_id)
    where run_id is not null;
create index watches_user on watches (user_id);
