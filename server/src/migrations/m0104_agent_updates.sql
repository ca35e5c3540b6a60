-- What the list of agents shows of updates and software, kept with the agent so
-- that nobody counts the updates of a whole fleet for it.

-- JSON, see `features/winupdate/summary.rs`; empty: never counted.
alter table agents add column updates text not null default '';
alter table agents add column software_collected_at bigint;
update agents set software_collected_at =
    (select i.collected_at from software_inventories i where i.agent_id = agents.id);
create index agents_uncounted on agents (id) where updates = '';

{sqlite}
create trigger agents_updates_revision after update of updates, software_collected_at
on agents begin
    update agents set revision = revision + 1 where id = new.id;
end;
{/sqlite}
{postgres}
create trigger agents_updates_revision before update of updates, software_collected_at
on agents for each row execute function count_agents_revision();
{/postgres}

-- Agents whose line ended and that have none since. An agent that was seen a
-- moment ago and is not in here is connected.
create table agents_away (
    agent_id bigint primary key references agents (id) on delete cascade
);
insert into agents_away (agent_id) select id from agents;
