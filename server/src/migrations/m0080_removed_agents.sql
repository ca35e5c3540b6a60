-- Agents that were removed, for as long as their computers may come and be
-- told to uninstall them. The key proves that it is them.
create table removed_agents (
    agent_id   text    primary key,
    public_key {bytes} not null,
    removed    bigint  not null
);
create index removed_agents_time on removed_agents (removed);
