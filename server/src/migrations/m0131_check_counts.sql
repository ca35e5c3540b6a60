-- What lists show of the checks of an agent, kept with the agent so that nobody
-- counts the checks of a whole fleet for it. Counted again in every transaction
-- that changes the state of a check.

-- JSON, see `domain/fleet/check_counts.rs`; empty: no checks yet.
alter table agents add column checks text not null default '';
-- Failing checks by severity, for the sums of sites and clients.
alter table agents add column checks_error bigint not null default 0;
alter table agents add column checks_warning bigint not null default 0;
create index agents_failing_checks
    on agents (site_id, checks_error, checks_warning, removed)
    where checks_error + checks_warning > 0;

{sqlite}
create trigger agents_checks_revision after update of checks on agents begin
    update agents set revision = revision + 1 where id = new.id;
end;
{/sqlite}
{postgres}
create trigger agents_checks_revision before update of checks
on agents for each row execute function count_agents_revision();
{/postgres}

-- With the new columns: PostgreSQL keeps those that a view had.
drop view present_agents;
create view present_agents as select * from agents where removed is null;
