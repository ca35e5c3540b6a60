-- What is installed on each agent, as it last told. Read by /software/.

-- One row per agent that was ever asked; it is also the lock of its items.
create table software_inventories (
    agent_id     bigint primary key references agents (id) on delete cascade,
    collected_at bigint not null
);

create table software (
    id           {id},
    agent_id     bigint not null references software_inventories (agent_id) on delete cascade,
    name         text   not null,
    version      text   not null,
    publisher    text   not null,
    -- YYYY-MM-DD; empty when unknown.
    install_date text   not null,
    -- Bytes; 0 when unknown.
    size         bigint not null,
    -- Which manager installed it: dpkg, rpm, snap, ….
    source       text   not null,
    location     text   not null,
    uninstall    text   not null
);
create index software_agent on software (agent_id);
create index software_name on software (name, version);
