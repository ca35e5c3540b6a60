-- A computer with Windows whose agent is of a former release, and its updates in
-- each state. For SQLite; run on a database that `muster` has made.
insert into clients (id, name, created_time, modified_time) values (1, 'Acme', 0, 0);
insert into sites (id, client_id, name, created_time, modified_time)
values (1, 1, 'Head office', 0, 0);
insert into agents (id, agent_id, site_id, hostname, monitoring_type, plat, goarch, version,
       last_seen, offline_time, operating_system, created_time, modified_time)
values (1, 'QvTnRkWbXsLpHdMzCyJfGaKeNuBiVoPtDrSxmwzW', 1, 'front-desk', 'workstation', 'windows',
        'amd64', '0.0.9', unixepoch() * 1000000, 1440, 'Windows 11 Pro',
        (unixepoch() - 864000) * 1000000, 0);
insert into agent_capabilities (agent_id, names)
values (1, 'cancel checks definitions list_processes list_services run_command run_script '
        || 'scan_updates update_agent');
insert into winupdates (agent_id, guid, kb, title, description, severity, categories, source,
       state, error, own_action, is_hidden, more)
select 1, 'guid-' || number, kb, title, about, severity, '["Security Updates", "Windows 11"]',
       'windows_update', state, error, action, hidden,
       json_object('kb_article_ids', json_array(kb), 'size_bytes', size, 'needs_reboot',
           json(reboot), 'is_driver', json('false'), 'is_downloaded', json('false'),
           'can_ask_for_input', json('false'), 'revision_number', 200, 'category_ids', json_array(),
           'more_info_urls', json_array('https://support.microsoft.com/help/' || substr(kb, 3)),
           'support_url', 'https://support.microsoft.com')
  from (select 1 number, 'KB5068861' kb, '2026-11 Cumulative Update for Windows 11 (KB5068861)' title,
               'Install this update to resolve issues in Windows.' about, 'Critical' severity,
               'available' state, null error, 'approve' action, false hidden, 734003200 size,
               'true' reboot
        union all select 2, 'KB5066128', '2026-11 .NET Framework 4.8.1 Update (KB5066128)', '',
               'Important', 'failed', 'the disk is full (0x80070070)', 'approve', false, 72351744,
               'false'
        union all select 3, 'KB5001716', 'Update for Windows Update Service (KB5001716)', '', '',
               'reboot_pending', null, 'approve', false, 1048576, 'true'
        union all select 4, 'KB890830', 'Malicious Software Removal Tool (KB890830)', '', '',
               'available', null, 'inherit', true, 73400320, 'false'
        union all select 5, 'KB2267602', 'Definitions (KB2267602)', '', '', 'installed', null,
               'inherit', false, 1048576, 'false');
insert into update_scans (agent_id, scanned_at, source, reboot_required)
values (1, (unixepoch() - 600) * 1000000, 'windows_update', true);
