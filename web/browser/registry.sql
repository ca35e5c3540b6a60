-- A computer with Windows whose agent can read the registry, was just seen, and has no
-- connection now. For SQLite; run on a database that `muster` has made.
insert into clients (id, name, created_time, modified_time) values (1, 'Acme', 0, 0);
insert into sites (id, client_id, name, created_time, modified_time)
values (1, 1, 'Head office', 0, 0);
insert into agents (id, agent_id, site_id, hostname, monitoring_type, plat, goarch, version,
       last_seen, offline_time, operating_system, created_time, modified_time)
values (1, 'QvTnRkWbXsLpHdMzCyJfGaKeNuBiVoPtDrSxmwzR', 1, 'back-office', 'workstation', 'windows',
        'amd64', '9.9.9', unixepoch() * 1000000, 1440, 'Windows 11 Pro',
        (unixepoch() - 864000) * 1000000, 0);
insert into agent_capabilities (agent_id, names)
values (1, 'create_registry_key delete_registry_key delete_registry_value read_registry '
        || 'rename_registry_key rename_registry_value set_registry_value');
