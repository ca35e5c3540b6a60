/** Inventories as agents of each system send them, with invented values; for tests. */
import type { Detail } from "./groups";

export const WINDOWS: Detail = {
  os: [
    [
      {
        Caption: "Microsoft Windows 11 Pro",
        BuildNumber: "26100",
        InstallDate: "2025-02-03T09:14:55Z",
        MUILanguages: ["en-US", "de-DE"],
        ProductType: 1,
        TotalVisibleMemorySize: 16_464_128,
      },
    ],
  ],
  cpu: [[{ DeviceID: "CPU0", Name: "Intel Core i5-13500", NumberOfCores: 14, Architecture: 9 }]],
  mem: [
    [{ DeviceLocator: "DIMM 0", Capacity: 8_589_934_592, Speed: 4800, SMBIOSMemoryType: 34 }],
    [{ DeviceLocator: "DIMM 1", Capacity: 8_589_934_592, Speed: 4800, SMBIOSMemoryType: 34 }],
  ],
  usb: [],
  bios: [
    [{ Manufacturer: "Contoso", ReleaseDate: "2024-05-12T00:00:00Z", SMBIOSBIOSVersion: "1.9" }],
  ],
  disk: [[{ Index: 0, Model: "Contoso SSD 512", Size: 512_110_190_592 }]],
  comp_sys: [[{ Name: "FRONT-DESK", PartOfDomain: true, DomainRole: 1, Workgroup: null }]],
  base_board: [],
  comp_sys_prod: [],
  network_config: [],
  desktop_monitor: [],
  graphics: [[{ Name: "Intel UHD Graphics 770", AdapterRAM: 0 }]],
  network_adapter: [],
  network: [
    { name: "Ethernet", mac: "02:00:00:aa:bb:01", addresses: ["10.0.0.5", "2001:db8::5"] },
    { name: "Wi-Fi", mac: "02:00:00:aa:bb:02", addresses: [] },
  ],
  physical_disks: [
    { name: "Contoso SSD 512", size: 512_110_190_592, kind: "NVMe", health: "healthy" },
    { name: "Contoso HDD 4T", size: 4_000_787_030_016, kind: "HDD", health: "warning" },
  ],
  volumes: [
    { device: "C:", label: "", fstype: "NTFS", total: 511_000_000_000, bitlocker: "on" },
    { device: "D:", label: "Data", fstype: "NTFS", total: 4_000_000_000_000, bitlocker: "off" },
    { device: "E:", label: "", fstype: "exFAT", total: 64_000_000_000, bitlocker: "unknown" },
  ],
  pending_reboot: ["Windows Update", "files in use"],
  monitors: [],
  printers: [],
  local_users: [
    { Name: "Administrator", SID: "S-1-5-21-1-2-3-500", Disabled: true, PasswordRequired: true },
    { Name: "anna", FullName: "Anna Adler", SID: "S-1-5-21-1-2-3-1001", Disabled: false },
  ],
  local_groups: [
    { Name: "Administrators", SID: "S-1-5-32-544", Members: ["FRONT-DESK\\anna", "CORP\\Admins"] },
    { Name: "Guests", SID: "S-1-5-32-546", MembersUnknown: "its members are not known: error 5" },
  ],
  sessions: [
    {
      user: "anna",
      domain: "CORP",
      state: "active",
      place: "remote",
      client: "LAPTOP-7",
      terminal: "RDP-Tcp#3",
      logged_in_since: "2026-11-19T08:05:06Z",
      idle: true,
      idle_since: "2026-11-19T09:50:06Z",
      id: "3",
    },
    {
      user: "bob",
      state: "disconnected",
      logged_in_since: "2026-11-18T07:00:01Z",
      disconnected_since: "2026-11-18T16:30:02Z",
      id: "2",
    },
  ],
  wake_timers: [
    {
      set_by: "Microsoft\\Windows\\UpdateOrchestrator\\Reboot (svchost.exe, SystemEventsBroker)",
      text: "Timer set by [SERVICE] … expires at 2:31:57 AM on 4/12/2027.",
    },
  ],
  usb_devices: [],
  antivirus: [
    { name: "Windows Defender", enabled: false, up_to_date: true },
    { name: "Contoso Shield", enabled: true, up_to_date: false },
  ],
  firewall_products: [],
  firewall: { domain: true, private: true, public: false },
  tpm: null,
  activation: [{ name: "Windows, Professional edition", key_end: "3V66T", status: "licensed" }],
  join: {
    domain: "corp.example",
    entra: { tenant_name: "Example", joined_by: "anna@example.com" },
  },
  unknown: { tpm: "WMI denies access to Win32_Tpm", monitor_id: "WMI fails at WmiMonitorID" },
};

export const LINUX: Detail = {
  cpus: ["2 x Intel Xeon Silver 4310"],
  gpus: [],
  disks: ["nvme0n1 Contoso SSD 1T, 1001 GB, NVMe", "sda Contoso HDD 4T, 4001 GB, HDD"],
  local_ips: ["10.0.0.7"],
  make_model: "Contoso Server 350",
  serialnumber: "",
  memory: 68_719_476_736,
  network: [{ name: "eno1", mac: "02:00:00:aa:bb:03", addresses: ["10.0.0.7"] }],
  kernel: "6.12.48-amd64",
  local_users: [{ Name: "root", UID: "0", Home: "/root", Shell: "/bin/bash", Disabled: false }],
  local_groups: [{ Name: "sudo", GID: "27", Members: ["anna", "bob"] }],
  sessions: [],
  wake_timers: [{ set_by: "backup.timer", due: "2026-11-20T02:00:00Z" }],
};

export const MACOS: Detail = {
  cpus: ["Apple M2, 8 cores"],
  gpus: ["Apple M2"],
  disks: ["disk0 APPLE SSD AP0512Z, 501 GB, NVMe, Verified"],
  local_ips: ["10.0.0.9"],
  make_model: "Apple MacBook Air (Mac14,2)",
  serialnumber: "C02XXXXXXXXX",
  memory: 17_179_869_184,
  network: [{ name: "en0", mac: "02:00:00:aa:bb:04", addresses: ["10.0.0.9"] }],
  kernel: "25.1.0",
  system_profiler: {
    SPHardwareDataType: [
      { _name: "hardware_overview", chip_type: "Apple M2", platform_UUID: "0-1" },
    ],
    SPDisplaysDataType: [
      {
        _name: "Apple M2",
        sppci_model: "Apple M2",
        spdisplays_ndrvs: [{ _name: "Color LCD", spdisplays_main: "spdisplays_yes" }],
      },
    ],
    SPNVMeDataType: [
      {
        _name: "Apple SSD Controller",
        _items: [
          {
            _name: "APPLE SSD AP0512Z",
            bsd_name: "disk0",
            size_in_bytes: 500_277_792_768,
            smart_status: "Verified",
          },
        ],
      },
    ],
    SPSerialATADataType: [],
    SPPowerDataType: [
      {
        _name: "spbattery_information",
        sppower_battery_health_info: {
          sppower_battery_cycle_count: 212,
          sppower_battery_health: "Good",
        },
      },
    ],
  },
};
