-- Everything an agent was ever asked to do, and what came of it.

create table runs (
    id          {id},
    -- The id agents know the run by; unguessable, never reused.
    run_id      text    not null unique,
    agent_id    bigint  not null references agents (id) on delete cascade,
    type        text    not null,
    status      text    not null,
    username    text    not null,
    user_id     bigint,
    time        bigint  not null,
    command     text    not null default '',
    shell       text    not null default '',
    -- The order as it goes to the agent: name and encoded body.
    order_name  text    not null,
    order_body  {bytes} not null,
    timeout_seconds bigint not null,
    retcode     bigint,
    timed_out   boolean not null default false,
    truncated   boolean not null default false,
    execution_time double precision,
    -- Why it did not run, in a sentence; empty when it did.
    problem     text    not null default '',
    -- Bytes of each stream stored in run_output.
    stdout_bytes bigint not null default 0,
    stderr_bytes bigint not null default 0,
    started     bigint,
    finished    bigint,
    expires     bigint
);
create index runs_agent_time on runs (agent_id, time desc);
create index runs_time on runs (time desc);
create index runs_open on runs (agent_id) where status in ('queued', 'running');

-- Output as it came, piece by piece.
create table run_output (
    run_id       bigint  not null references runs (id) on delete cascade,
    stream       text    not null,
    start_offset bigint  not null,
    data         {bytes} not null,
    primary key (run_id, stream, start_offset)
);

-- The same key from the same caller starts nothing twice.
create table idempotency_keys (
    user_id      bigint not null references users (id) on delete cascade,
    key          text   not null,
    -- The run the first request started.
    run_id       bigint not null references runs (id) on delete cascade,
    created_time bigint not null,
    primary key (user_id, key)
);
create index idempotency_keys_time on idempotency_keys (created_time);
