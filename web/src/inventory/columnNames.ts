/** Which fields of a group its table shows. */
import type { Row } from "./rows";

/** Those that tell the rows apart come first: on a phone only two are left. */
const COLUMNS: Record<string, string[]> = {
  volumes: ["device", "bitlocker", "label", "fstype", "total"],
  sessions: ["user", "state", "place", "client", "logged_in_since", "idle_since"],
  wake_timers: ["set_by", "due", "text"],
  local_users: ["Name", "Disabled", "FullName", "PasswordRequired", "PasswordExpires", "Shell"],
  local_groups: ["Name", "Members", "Description"],
  cpu: ["Name", "NumberOfCores", "NumberOfLogicalProcessors", "MaxClockSpeed"],
  mem: ["DeviceLocator", "Capacity", "Speed", "Manufacturer", "PartNumber"],
  graphics: ["Name", "DriverVersion", "DriverDate", "AdapterRAM"],
  physical_disks: ["name", "health", "size", "kind", "serial_number"],
  disk: ["Model", "Size", "InterfaceType", "SerialNumber", "Status"],
  monitors: ["name", "serial_number", "maker", "year"],
  desktop_monitor: ["Name", "MonitorManufacturer", "MonitorType"],
  network: ["name", "addresses", "mac"],
  network_adapter: ["Name", "MACAddress", "NetConnectionID", "Manufacturer"],
  network_config: ["Description", "IPAddress", "DefaultIPGateway", "DNSServerSearchOrder"],
  printers: ["Name", "DriverName", "PortName", "Default", "Shared"],
  usb: ["Name", "Manufacturer"],
  usb_devices: ["Name", "Manufacturer", "PNPClass"],
};

/** So many, where nobody chose. */
const FIRST = 4;

export function columnsOf(group: string, rows: Row[]): string[] {
  const names = fieldNames(rows);
  const chosen = (COLUMNS[group] ?? []).filter((name) => names.includes(name));
  return chosen.length > 0 ? chosen : names.slice(0, FIRST);
}

/** Every name that any row has, in the order they appear. */
export function fieldNames(rows: Row[]): string[] {
  return [...new Set(rows.flatMap(({ facts }) => facts.map(({ name }) => name)))];
}
