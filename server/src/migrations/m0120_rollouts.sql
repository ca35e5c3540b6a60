-- Agents become a new release ring by ring: a few first, and the others once
-- those have come back. There is one rollout for each kind of computer; that of
-- the next release replaces it.
create table rollouts (
    id      {id},
    plat    text   not null,
    goarch  text   not null,
    version text   not null,
    -- Percent of the agents that may have been asked.
    ring    bigint not null check (ring in (1, 10, 100)),
    state   text   not null check (state in ('running', 'stopped')),
    -- Why it stopped; empty while it goes on.
    reason  text   not null,
    began   bigint not null,
    -- When ring or state last changed.
    changed bigint not null,
    unique (plat, goarch)
);

-- The agents that were asked.
create table rollout_agents (
    rollout_id bigint  not null references rollouts (id) on delete cascade,
    agent_id   bigint  not null references agents (id) on delete cascade,
    -- The run it was asked with last; no reference, as old runs are deleted.
    run_id     text    not null,
    asked      bigint  not null,
    -- Somebody continued the rollout without it.
    excused    boolean not null default false,
    primary key (rollout_id, agent_id)
);
create index rollout_agents_agent on rollout_agents (agent_id);
