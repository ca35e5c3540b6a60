-- A small fleet as one finds it: four clients, six sites, computers that are
-- there, away, overdue, in maintenance, behind with their updates. For SQLite;
-- run on a database that `muster` has made and nobody has used.
insert into clients (id, name, created_time, modified_time)
values (1, 'Northwind Dental', 0, 0), (2, 'Hafen Logistics', 0, 0),
       (3, 'Brightwater School', 0, 0), (4, 'Atelier Lumen', 0, 0);

insert into sites (id, client_id, name, created_time, modified_time)
values (1, 1, 'Main practice', 0, 0), (2, 1, 'Riverside', 0, 0), (3, 2, 'Terminal', 0, 0),
       (4, 2, 'Warehouse', 0, 0), (5, 3, 'Campus', 0, 0), (6, 4, 'Studio', 0, 0);

create temporary table computers (
    host, site, kind, os, model, processor, memory, used, seen, person, about);
insert into computers values
('nw-files', 1, 'server', 'Debian GNU/Linux 13', 'Dell PowerEdge T350', 'Intel Xeon E-2336', 64, 71, 0, '', 'Files and backups'),
('nw-imaging', 1, 'server', 'Ubuntu 24.04.3 LTS', 'HPE ProLiant ML30', 'Intel Xeon E-2314', 32, 88, 0, '', 'X-ray archive'),
('nw-reception-1', 1, 'workstation', 'Ubuntu 24.04.3 LTS', 'Dell OptiPlex 7010', 'Intel Core i5-13500', 16, 34, 0, 'anna', 'Front desk, left'),
('nw-reception-2', 1, 'workstation', 'Ubuntu 24.04.3 LTS', 'Dell OptiPlex 7010', 'Intel Core i5-13500', 16, 31, 0, 'marta', 'Front desk, right'),
('nw-room-3', 1, 'workstation', 'Ubuntu 24.04.3 LTS', 'Lenovo ThinkCentre M70q', 'Intel Core i3-12100T', 8, 46, 12, '', 'Treatment room 3'),
('nw-riverside-1', 2, 'workstation', 'Ubuntu 22.04.5 LTS', 'Lenovo ThinkCentre M70q', 'Intel Core i3-12100T', 8, 52, 0, 'jonas', ''),
('hafen-db', 3, 'server', 'AlmaLinux 9.6', 'Supermicro SYS-510T', 'Intel Xeon E-2378', 128, 63, 0, '', 'Bookings'),
('hafen-gate-1', 3, 'workstation', 'Debian GNU/Linux 12', 'Advantech ARK-1123', 'Intel Atom E3825', 4, 29, 0, 'gate', 'North gate'),
('hafen-gate-2', 3, 'workstation', 'Debian GNU/Linux 12', 'Advantech ARK-1123', 'Intel Atom E3825', 4, 27, 4320, '', 'South gate, out of use'),
('hafen-scale', 4, 'workstation', 'Debian GNU/Linux 12', 'Siemens IPC227G', 'Intel Atom x6413E', 8, 40, 0, 'scale', 'Truck scale'),
('hafen-print', 4, 'server', 'Debian GNU/Linux 13', 'Intel NUC 11', 'Intel Core i3-1115G4', 16, 22, 0, '', 'Labels'),
('bw-lab-01', 5, 'workstation', 'Fedora Linux 43', 'HP ProDesk 405', 'AMD Ryzen 5 5600G', 16, 38, 0, 'pupil', 'Computer room'),
('bw-lab-02', 5, 'workstation', 'Fedora Linux 43', 'HP ProDesk 405', 'AMD Ryzen 5 5600G', 16, 37, 0, 'pupil', 'Computer room'),
('bw-lab-03', 5, 'workstation', 'Fedora Linux 43', 'HP ProDesk 405', 'AMD Ryzen 5 5600G', 16, 41, 9, '', 'Computer room'),
('bw-lab-04', 5, 'workstation', 'Fedora Linux 43', 'HP ProDesk 405', 'AMD Ryzen 5 5600G', 16, 36, 0, '', 'Computer room'),
('bw-library', 5, 'workstation', 'Fedora Linux 43', 'HP ProDesk 405', 'AMD Ryzen 5 5600G', 16, 55, 15, '', ''),
('bw-timetable', 5, 'server', 'openSUSE Leap 15.6', 'Fujitsu PRIMERGY TX1310', 'Intel Xeon E-2324G', 32, 47, 0, '', 'Timetable and mail'),
('lumen-render', 6, 'server', 'Ubuntu 24.04.3 LTS', 'AMD workstation', 'AMD Ryzen 9 7950X', 128, 94, 0, '', 'Rendering'),
('lumen-desk-1', 6, 'workstation', 'Fedora Linux 43', 'Framework Laptop 16', 'AMD Ryzen 7 7840HS', 64, 58, 0, 'ines', ''),
('lumen-desk-2', 6, 'workstation', 'Fedora Linux 43', 'Framework Laptop 16', 'AMD Ryzen 7 7840HS', 64, 61, 1600, '', 'On parental leave');

insert into agents (agent_id, site_id, hostname, description, monitoring_type, plat, goarch, version,
       last_seen, offline_time, operating_system, public_ip, local_ips, make_model, serial_number,
       cpu_model, physical_disks, total_ram, boot_time, logged_in_username, last_logged_in_user,
       needs_reboot, maintenance_mode, agent_time_zone, disks, created_time, modified_time)
select 'QvTnRkWbXsLpHdMzCyJfGaKeNuBiVoPtDrSxmwz' || char(64 + rowid), site, host, about, kind, 'linux',
       'amd64', '0.1.0', (unixepoch() - seen * 60) * 1000000, case seen when 0 then 1440 else 4 end,
       os, '203.0.113.' || (10 + site), '10.' || site || '.0.' || (20 + rowid), model,
       'C' || (48210 + rowid * 137), json_array(processor),
       json_array('Samsung SSD 870 EVO 1TB'), memory, unixepoch() - 86400.0 * (1 + rowid % 9),
       person, case person when '' then 'admin' else person end, host in ('nw-imaging', 'hafen-db'),
       host = 'lumen-render', 'Europe/Berlin',
       json_array(json_object('device', '/', 'fstype', 'ext4', 'percent', used,
           'total', 1000204886016, 'used', used * 10002048860, 'free', (100 - used) * 10002048860)),
       (unixepoch() - 86400 * (30 + rowid * 11)) * 1000000, 0
  from computers;

insert into winupdates (agent_id, guid, kb, title, description, severity, source, own_action, state)
select a.id, p.name || '-' || p.version, '', p.name || ' ' || p.version, p.about, p.severity,
       'apt', 'approve', 'available'
  from agents a, (select 'openssl' name, '3.5.4-1' version, 'Secure Sockets Layer toolkit' about, 'Critical' severity
                  union all select 'linux-image-amd64', '6.12.57-1', 'Linux for 64-bit PCs', 'Important'
                  union all select 'curl', '8.14.1-2', 'Command line tool for URLs', 'Moderate') p
 where a.hostname in ('nw-files', 'hafen-gate-1', 'hafen-scale', 'nw-riverside-1');

-- Scanned but for two that nobody has seen for long.
insert into update_scans (agent_id, scanned_at, source, reboot_required)
select id, (unixepoch() - 600 * id) * 1000000, 'apt', needs_reboot
  from agents where hostname not in ('hafen-gate-2', 'lumen-desk-2');

-- What went wrong lately.
insert into debug_logs (entry_time, agent_id, log_level, log_type, message)
select (unixepoch() - e.minutes * 60) * 1000000, a.id, e.level, e.type, e.message
  from (select 'nw-imaging' host, 4000 minutes, 'error' level, 'win_updates' type,
               'the installation of updates failed in run 12: it ended with code 100' message
        union all select 'hafen-gate-2', 2900, 'warning', 'agent_issues',
               'a connection in the name of the agent was refused: its key is wrong'
        union all select 'bw-lab-03', 700, 'error', 'scripting',
               'the script failed in run 31: it could not be started: there is no python here'
        union all select 'nw-files', 90, 'error', 'agent_update',
               'the update of the agent failed in run 44: it ran out of time'
        union all select null, 25, 'critical', 'system_issues',
               'less than a tenth of the disk of the data folder is left (MUSTER_DATA)') e
  left join agents a on a.hostname = e.host;

-- Sessions that their agents began to record, and of which nothing came: the content of a recording is sealed by its
-- agent, so there is none without one. The story of recordings has real ones.
insert into remote_recordings (session_uid, began, agent_id, agent_uid, hostname, kind, username, reason,
       agent_key, seal_key, started, last_stored, digest)
select '0198a4b2-7c3d-7e5f-8a9b-0c1d2e3f4a' || char(64 + id), (unixepoch() - 86400 * id) * 1000000, id, agent_id,
       hostname, case hostname when 'nw-imaging' then 'screen' when 'hafen-db' then 'files' else 'terminal' end,
       'anna', 'The nightly export hangs', zeroblob(32), zeroblob(32),
       (unixepoch() - 86400 * id) * 1000000, (unixepoch() - 86400 * id) * 1000000, zeroblob(32)
  from agents where hostname in ('nw-files', 'nw-imaging', 'hafen-db');
