-- A fleet of ten thousand agents with what a list shows of them: 50 clients
-- with four sites each, an inventory, five custom fields with values. For both
-- engines; run on a database that `muster` has made and nobody has used.
insert into clients (name, created_time, modified_time)
with recursive n (i) as (select cast(1 as bigint) union all select i + 1 from n where i < 50)
select 'Client ' || i, 0, 0 from n;

insert into sites (client_id, name, created_time, modified_time)
with recursive n (i) as (select cast(1 as bigint) union all select i + 1 from n where i < 4)
select c.id, 'Site ' || i, 0, 0 from clients c, n order by c.id, i;

insert into agents (agent_id, site_id, hostname, description, monitoring_type, plat, goarch,
       version, last_seen, operating_system, public_ip, local_ips, make_model, serial_number,
       cpu_model, graphics, physical_disks, total_ram, boot_time, logged_in_username,
       last_logged_in_user, disks, wmi_detail, created_time, modified_time)
with recursive n (i) as (select cast(1 as bigint) union all select i + 1 from n where i < 10000)
select 'benchagentbenchagentbenchagentbench' || (100000 + i), 1 + (i * 7919) % 200,
       'DESKTOP-' || (100000 + (i * 104729) % 900000), 'Reception, second desk',
       case when i % 4 = 0 then 'server' else 'workstation' end,
       case when i % 5 = 0 then 'linux' else 'windows' end, 'amd64', '0.1.0',
       1790000000123456 - i * 1000000, 'Windows 11 Pro, 64 bit v23H2 (build 22631.4317)',
       '203.0.113.' || (i % 250), '192.168.1.' || (i % 250) || ', fe80::' || i,
       'Dell Inc. OptiPlex 7090', 'SN' || (10000000 + i),
       '["Intel(R) Core(TM) i7-10700 CPU @ 2.90GHz"]', 'Intel UHD Graphics 630',
       '["Samsung SSD 970 EVO Plus 500GB", "WDC WD10EZEX-08WN4A0 1TB"]', 16, 1789990000.0,
       case when i % 3 = 0 then '' else 'anna' end, 'anna',
       '[{"device": "C:", "fstype": "NTFS", "total": "500 GB", "used": "250 GB", "free": "250 GB", "percent": 50},
         {"device": "D:", "fstype": "NTFS", "total": "1 TB", "used": "250 GB", "free": "750 GB", "percent": 25}]',
       '{"network": [{"name": "Ethernet", "mac": "aa:bb:cc:dd:ee:01", "ips": ["192.168.1.7", "fe80::1"]},
                     {"name": "Wi-Fi", "mac": "aa:bb:cc:dd:ee:02", "ips": []}],
         "bios": {"vendor": "Dell Inc.", "version": "2.1.0", "date": "2024-01-01"},
         "memory": [{"size": 8, "slot": "DIMM 1", "maker": "Samsung"}, {"size": 8, "slot": "DIMM 2", "maker": "Samsung"}]}',
       1780000000000000, 1780000000000000
  from n;

insert into custom_fields (model, name, name_key, type, options, created_time, modified_time)
values ('agent', 'Place', 'place', 'text', '[]', 0, 0),
       ('agent', 'Price', 'price', 'number', '[]', 0, 0),
       ('agent', 'Owner', 'owner', 'single', '["sales", "office"]', 0, 0),
       ('agent', 'Tags', 'tags', 'multiple', '["new", "loan", "spare"]', 0, 0),
       ('agent', 'Insured', 'insured', 'checkbox', '[]', 0, 0);

insert into custom_field_values (field_id, agent_id, value)
select f.id, a.id, case f.type when 'text' then 'Room ' || a.id || ', second floor'
       when 'number' then '42.5' when 'single' then 'sales' when 'multiple' then 'new,spare'
       else 'true' end
  from agents a, custom_fields f order by a.id, f.id;
