-- A removed agent leaves every list at once, but its computer is told to
-- uninstall it only when the removal is final. Until then its record stays, with
-- everything that belongs to it, and can be restored.

-- When it was removed, by whom, and when that becomes final. Null: it was not.
alter table agents add column removed bigint;
alter table agents add column removed_by text not null default '';
alter table agents add column removal_due bigint;
create index agents_removed on agents (removal_due, removed) where removed is not null;

-- The agents there are. Everybody reads these instead of the table, except those
-- whose business removed agents are; a test of the sources keeps it so. A step
-- that adds a column to agents must make the view again: PostgreSQL keeps the
-- columns it had.
create view present_agents as select * from agents where removed is null;

-- With the new column, so that lists and counts are still read from it alone.
drop index agents_order;
{sqlite}
create index agents_order
    on agents (site_id, lower(hostname), id, revision, last_seen, maintenance_mode, removed);
{/sqlite}
{postgres}
create index agents_order on agents (site_id, lower(hostname), id, removed);
{/postgres}
