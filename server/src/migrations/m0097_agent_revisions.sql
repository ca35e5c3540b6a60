-- What the list of agents shows of each is written once and kept in memory.
-- The revision tells whether that still holds: it counts every change of what
-- the list shows, by whomever, so it is the database that counts. That an agent
-- was seen is no such change: it happens to all of them twice a minute.
alter table agents add column revision bigint not null default 0;

{sqlite}
create trigger agents_revision after update of
    site_id, agent_id, hostname, description, monitoring_type, plat, goarch, version, created_time,
    offline_time, overdue_time, overdue_email_alert, overdue_text_alert, overdue_dashboard_alert,
    maintenance_mode, maintenance_until, policy, block_policy_inheritance, operating_system,
    public_ip, local_ips, make_model, serial_number, cpu_model, graphics, physical_disks, total_ram,
    boot_time, logged_in_username, last_logged_in_user, needs_reboot
on agents begin
    update agents set revision = revision + 1 where id = new.id;
end;
create trigger custom_field_values_added after insert on custom_field_values
when new.agent_id is not null begin
    update agents set revision = revision + 1 where id = new.agent_id;
end;
create trigger custom_field_values_changed after update on custom_field_values
when new.agent_id is not null begin
    update agents set revision = revision + 1 where id = new.agent_id;
end;
create trigger custom_field_values_removed after delete on custom_field_values
when old.agent_id is not null begin
    update agents set revision = revision + 1 where id = old.agent_id;
end;

-- From this index alone the list reads which agents there are, at which
-- revision and when each was seen, and the list of clients what it counts:
-- the rows themselves are long. Not for PostgreSQL, which would have to write
-- every index of an agent each time it is seen.
drop index agents_order;
create index agents_order
    on agents (site_id, lower(hostname), id, revision, last_seen, maintenance_mode);
{/sqlite}

{postgres}
create function count_agents_revision() returns trigger language plpgsql as $$
begin
    new.revision := old.revision + 1;
    return new;
end $$;
create trigger agents_revision before update of
    site_id, agent_id, hostname, description, monitoring_type, plat, goarch, version, created_time,
    offline_time, overdue_time, overdue_email_alert, overdue_text_alert, overdue_dashboard_alert,
    maintenance_mode, maintenance_until, policy, block_policy_inheritance, operating_system,
    public_ip, local_ips, make_model, serial_number, cpu_model, graphics, physical_disks, total_ram,
    boot_time, logged_in_username, last_logged_in_user, needs_reboot
on agents for each row execute function count_agents_revision();

create function count_owners_revision() returns trigger language plpgsql as $$
begin
    if tg_op = 'DELETE' then
        update agents set revision = revision + 1 where id = old.agent_id;
    else
        update agents set revision = revision + 1 where id = new.agent_id;
    end if;
    return null;
end $$;
create trigger custom_field_values_revision after insert or update or delete on custom_field_values
for each row execute function count_owners_revision();
{/postgres}
