-- What depends on what: while the parent is away or fails, what depends on it is
-- unreachable, and listed in the alert of the parent. `domain/dependencies` writes it.
create table dependencies (
    id             {id},
    -- Exactly one: an agent, or a check on every agent that runs it.
    child_agent_id bigint references agents (id) on delete cascade,
    child_check_id bigint references checks (id) on delete cascade,
    -- The parent, and the check on it that matters; null: whether it can be reached.
    agent_id       bigint not null references agents (id) on delete cascade,
    check_id       bigint references checks (id) on delete cascade,
    constraint dependencies_child check ((child_agent_id is null) <> (child_check_id is null))
);
create unique index dependencies_child_agent on dependencies (child_agent_id)
    where child_agent_id is not null;
create unique index dependencies_child_check on dependencies (child_check_id)
    where child_check_id is not null;
create index dependencies_agent on dependencies (agent_id);
create index dependencies_check on dependencies (check_id) where check_id is not null;
