-- A computer with Windows that sent its inventory, and one that has not sent any. Neither has a
-- connection. For SQLite; run on a database that `muster` has made.
insert into clients (id, name, created_time, modified_time) values (1, 'Acme', 0, 0);
insert into sites (id, client_id, name, created_time, modified_time)
values (1, 1, 'Head office', 0, 0);
insert into agents (id, agent_id, site_id, hostname, monitoring_type, plat, goarch, version,
       last_seen, offline_time, operating_system, created_time, modified_time)
values (1, 'QvTnRkWbXsLpHdMzCyJfGaKeNuBiVoPtDrSxmwzI', 1, 'front-desk', 'workstation', 'windows',
        'amd64', '9.9.9', unixepoch() * 1000000, 1440, 'Windows 11 Pro',
        (unixepoch() - 864000) * 1000000, 0),
       (2, 'QvTnRkWbXsLpHdMzCyJfGaKeNuBiVoPtDrSxmwzN', 1, 'spare-laptop', 'workstation', 'windows',
        'amd64', '9.9.9', (unixepoch() - 86400) * 1000000, 4, '',
        (unixepoch() - 864000) * 1000000, 0);
insert into agent_capabilities (agent_id, names) values (1, 'inventory'), (2, 'inventory');

update agents set wmi_detail = '{
  "os": [[{"Caption": "Microsoft Windows 11 Pro", "BuildNumber": "26100", "ProductType": 1,
           "InstallDate": "2025-02-03T09:14:55Z", "TotalVisibleMemorySize": 16464128}]],
  "comp_sys": [[{"Name": "FRONT-DESK", "Manufacturer": "Contoso", "Model": "Desk 7010",
                 "PartOfDomain": true, "DomainRole": 1, "TotalPhysicalMemory": 17179869184}]],
  "bios": [[{"Manufacturer": "Contoso", "ReleaseDate": "2024-05-12T00:00:00Z",
             "SMBIOSBIOSVersion": "1.9.0", "SerialNumber": "C48210"}]],
  "cpu": [[{"DeviceID": "CPU0", "Name": "Intel Core i5-13500", "NumberOfCores": 14,
            "NumberOfLogicalProcessors": 20, "MaxClockSpeed": 2500, "Architecture": 9}]],
  "mem": [[{"DeviceLocator": "DIMM 0", "Capacity": 8589934592, "Speed": 4800,
            "Manufacturer": "Contoso", "PartNumber": "CT8G48-A", "SMBIOSMemoryType": 34}],
          [{"DeviceLocator": "DIMM 1", "Capacity": 8589934592, "Speed": 4800,
            "Manufacturer": "Contoso", "PartNumber": "CT8G48-B", "SMBIOSMemoryType": 34}]],
  "usb": [], "disk": [], "base_board": [], "comp_sys_prod": [], "network_config": [],
  "desktop_monitor": [], "network_adapter": [],
  "graphics": [[{"Name": "Intel UHD Graphics 770", "DriverVersion": "32.0.101.5972"}]],
  "network": [{"name": "Ethernet", "mac": "02:00:00:aa:bb:01",
               "addresses": ["10.0.0.5", "2001:db8:aaaa:bbbb:cccc:dddd:eeee:5"]},
              {"name": "Wi-Fi", "mac": "02:00:00:aa:bb:02", "addresses": []}],
  "physical_disks": [
    {"name": "Contoso SSD 512", "serial_number": "S1", "size": 512110190592, "kind": "NVMe",
     "health": "healthy"},
    {"name": "Contoso HDD 4T", "serial_number": "S2", "size": 4000787030016, "kind": "HDD",
     "health": "warning"}],
  "volumes": [
    {"device": "C:", "label": "", "fstype": "NTFS", "total": 511000000000, "bitlocker": "on"},
    {"device": "D:", "label": "Data", "fstype": "NTFS", "total": 4000000000000, "bitlocker": "off"},
    {"device": "E:", "label": "", "fstype": "exFAT", "total": 64000000000, "bitlocker": "unknown"}],
  "pending_reboot": ["Windows Update", "files in use"],
  "monitors": [{"id": "DISPLAY\\CTS40F2\\5&1", "name": "Contoso U24", "maker": "CTS", "year": 2019}],
  "printers": [], "local_groups": [], "usb_devices": [],
  "local_users": [
    {"Name": "Administrator", "SID": "S-1-5-21-1-2-3-500", "Disabled": true,
     "PasswordRequired": true, "PasswordExpires": false},
    {"Name": "anna", "FullName": "Anna Adler", "SID": "S-1-5-21-1-2-3-1001", "Disabled": false,
     "PasswordRequired": true, "PasswordExpires": true}],
  "antivirus": [{"name": "Windows Defender", "enabled": false, "up_to_date": true},
                {"name": "Contoso Shield", "enabled": true, "up_to_date": false}],
  "firewall_products": [],
  "firewall": {"domain": true, "private": true, "public": false},
  "tpm": null,
  "activation": [{"name": "Windows, Professional edition", "key_end": "3V66T",
                  "status": "licensed"}],
  "join": {"domain": "corp.example", "entra": {"tenant_name": "Example"}},
  "unknown": {"tpm": "WMI denies access to Win32_Tpm"},
  "docking_stations": [{"Name": "Contoso Dock", "FirmwareVersion": "2.1"}]
}' where id = 1;

-- More printers than a screen shows.
update agents set wmi_detail = json_set(wmi_detail, '$.printers', (
  with recursive queue(number) as (select 1 union all select number + 1 from queue where number < 30)
  select json_group_array(json_object('Name', printf('Queue %02d', number), 'DriverName',
         'Contoso Universal', 'PortName', '10.0.0.' || (100 + number), 'Default',
         json(iif(number = 1, 'true', 'false')))) from queue)) where id = 1;
