import { expect, test } from "vitest";
import { type Detail, type Group, groupsOf } from "./groups";
import { LINUX, MACOS, WINDOWS } from "./samples";

const titles = (detail: Detail) => groupsOf(detail).map(({ title }) => title);

function group(detail: Detail, id: string): Group {
  const found = groupsOf(detail).find((one) => one.id === id);
  if (!found) throw new Error(`there is no group ${id}`);
  return found;
}

/** Labels and texts of each row, with ordinary spaces. */
const facts = ({ rows }: Group) =>
  rows.map((row) =>
    Object.fromEntries(row.facts.map(({ label, text }) => [label, text.replaceAll("\u00a0", " ")])),
  );

const tones = ({ rows }: Group) => rows.map((row) => row.facts.map(({ tone }) => tone));

test("on Windows security and reboots come first, and empty groups are left out", () => {
  expect(titles(WINDOWS)).toEqual([
    "Pending reboot",
    "Antivirus",
    "Firewall",
    "TPM",
    "Domain or Entra join",
    "Activation",
    "Disk encryption",
    "Sessions",
    "Wake timers",
    "Local users",
    "Local groups",
    "Operating system",
    "Computer system",
    "BIOS",
    "Processors",
    "Memory modules",
    "Graphics cards",
    "Monitors",
    "Physical disks",
    "Network adapters",
    "Physical disks (WMI)",
  ]);
});

test("single values of Linux are facts of the computer", () => {
  expect(titles(LINUX)).toEqual([
    "Wake timers",
    "Local users",
    "Local groups",
    "Computer",
    "Processors",
    "Physical disks",
    "Local addresses",
    "Network adapters",
  ]);
  expect(facts(group(LINUX, ""))).toEqual([
    { Model: "Contoso Server 350", Memory: "64 GiB", Kernel: "6.12.48-amd64" },
  ]);
  const { shape, rows } = group(LINUX, "disks");
  expect([shape, rows.length]).toEqual(["list", 2]);
});

test("the report of macOS is a group for each part, without the controllers around disks", () => {
  expect(titles(MACOS)).toEqual([
    "Computer",
    "Hardware",
    "Power",
    "Processors",
    "Graphics cards",
    "Graphics and displays",
    "Physical disks",
    "NVMe disks",
    "Local addresses",
    "Network adapters",
  ]);
  expect(facts(group(MACOS, "SPNVMeDataType"))).toEqual([
    {
      Name: "APPLE SSD AP0512Z",
      "BSD name": "disk0",
      Size: "465.9 GiB",
      "SMART status": "Verified",
    },
  ]);
  expect(facts(group(MACOS, "SPDisplaysDataType"))).toEqual([
    { Name: "Apple M2", Model: "Apple M2", Displays: "Name: Color LCD, main: yes" },
  ]);
  expect(facts(group(MACOS, "SPPowerDataType"))[0]).toMatchObject({
    "Battery health info battery cycle count": "212",
  });
});

test("a group of one row is facts, of several a table with the columns that tell them apart", () => {
  expect(group(WINDOWS, "bios")).toMatchObject({ shape: "facts" });
  expect(facts(group(WINDOWS, "mem"))[1]).toEqual({
    "Device locator": "DIMM 1",
    Capacity: "8 GiB",
    Speed: "4,800 MHz",
    "SMBIOS memory type": "DDR5",
  });
  expect(group(WINDOWS, "mem")).toMatchObject({
    shape: "table",
    columns: ["DeviceLocator", "Capacity", "Speed"],
  });
  expect(facts(group(WINDOWS, "join"))).toEqual([
    {
      Domain: "corp.example",
      "Entra tenant name": "Example",
      "Entra joined by": "anna@example.com",
    },
  ]);
});

test("what could not be asked is unknown, with its reason, under the name of its group", () => {
  expect(group(WINDOWS, "tpm")).toMatchObject({
    rows: [],
    note: { tone: "quiet", label: "Unknown", reason: "WMI denies access to Win32_Tpm." },
  });
  expect(group(WINDOWS, "monitors").note?.reason).toBe("WMI fails at WmiMonitorID.");
  const partly = { ...WINDOWS, unknown: { encryptable_volume: "it is not there" } };
  expect(group(partly, "volumes")).toMatchObject({ note: { label: "Unknown" } });
  expect(group(partly, "volumes").rows).toHaveLength(3);
  expect(group(partly, "tpm").note?.reason).toBe("The agent could not read this.");
});

test("protection has a tone, and a product that another one replaces is no alarm", () => {
  expect(tones(group(WINDOWS, "antivirus"))).toEqual([
    [undefined, "quiet", "good"],
    [undefined, "good", "warning"],
  ]);
  const alone = { antivirus: [{ name: "Windows Defender", enabled: false, up_to_date: false }] };
  expect(tones(group(alone, "antivirus"))).toEqual([[undefined, "bad", "warning"]]);
  expect(tones(group(WINDOWS, "firewall"))).toEqual([["good", "good", "bad"]]);
  expect(facts(group(WINDOWS, "firewall"))[0]).toMatchObject({ "Public networks": "off" });
  const replaced = { ...WINDOWS, firewall_products: [{ name: "Contoso Wall", enabled: true }] };
  expect(tones(group(replaced, "firewall"))).toEqual([["good", "good", "quiet"]]);
  const encryption = group(WINDOWS, "volumes").rows.flatMap((row) => row.facts);
  expect(encryption.flatMap(({ tone, text }) => (tone ? [[text, tone]] : []))).toEqual([
    ["on", "good"],
    ["off", "warning"],
    ["unknown", "quiet"],
  ]);
  expect(group({ antivirus: [] }, "antivirus").note).toMatchObject({ tone: "bad", label: "None" });
  expect(tones(group({ tpm: { present: false } }, "tpm"))).toEqual([["warning"]]);
});

test("sessions say who is there, from where and since when, and groups have their members", () => {
  const sessions = group(WINDOWS, "sessions");
  expect(sessions.columns).toEqual([
    "user",
    "state",
    "place",
    "client",
    "logged_in_since",
    "idle_since",
  ]);
  expect(tones(sessions).map((row) => row.filter(Boolean))).toEqual([["good"], ["quiet"]]);
  expect(facts(sessions)[0]).toMatchObject({
    User: "anna",
    State: "active",
    Place: "remote",
    Client: "LAPTOP-7",
    Idle: "yes",
  });
  expect(Object.keys(facts(sessions)[1] ?? {})).toContain("Disconnected since");
  expect(facts(group(WINDOWS, "local_groups")).map((row) => row.Members)).toEqual([
    "FRONT-DESK\\anna, CORP\\Admins",
    undefined,
  ]);
  expect(facts(group(LINUX, "wake_timers"))[0]).toMatchObject({ "Set by": "backup.timer" });
});

test("groups that nobody knows come last, under their own name, whatever they hold", () => {
  const detail = { docking_stations: [{ Name: "D6000" }], oddities: [[1], [2, "x"]], ...LINUX };
  expect(titles(detail).slice(-2)).toEqual(["Docking stations", "Oddities"]);
  expect(group(detail, "oddities")).toMatchObject({ shape: "list" });
  expect(facts(group(detail, "oddities")).map((row) => row[""])).toEqual(["1", "2", "x"]);
  expect(titles({ system_profiler: "not a report" })).toEqual(["System profiler"]);
});

test("two fields with the same words are told apart", () => {
  expect(facts(group({ odd: [{ SerialNumber: "A", serial_number: "B" }] }, "odd"))).toEqual([
    { "Serial number": "A", "Serial number (serial_number)": "B" },
  ]);
});

test("an agent without inventory has no groups", () => {
  expect(groupsOf({})).toEqual([]);
  expect(groupsOf({ cpus: [], make_model: "", system_profiler: null })).toEqual([]);
});
