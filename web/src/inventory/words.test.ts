import { expect, test } from "vitest";
import { fieldWords, following } from "./words";

test("names are split into words, and capitals that belong together stay", () => {
  const names: Record<string, string> = {
    PartOfDomain: "Part of domain",
    NumberOfLogicalProcessors: "Number of logical processors",
    DNSServerSearchOrder: "DNS server search order",
    PNPDeviceID: "PNP device ID",
    ProcessorId: "Processor ID",
    L2CacheSize: "L2 cache size",
    MUILanguages: "MUI languages",
    IPEnabled: "IP enabled",
    MACAddress: "MAC address",
    IsOwned_InitialValue: "Is owned initial value",
    up_to_date: "Up to date",
    bsd_name: "BSD name",
    "AC Power": "AC power",
    battery_packs: "Battery packs",
    "": "",
  };
  const found = Object.fromEntries(Object.keys(names).map((name) => [name, fieldWords(name)]));
  expect(found).toEqual(names);
});

test("names that splitting would spoil have words of their own", () => {
  const names = ["SMBIOSBIOSVersion", "fstype", "serialnumber", "bitlocker", "IPv4"];
  expect(names.map(fieldWords)).toEqual([
    "BIOS version",
    "File system",
    "Serial number",
    "BitLocker",
    "IPv4",
  ]);
});

test("after another word only a plain first word becomes small", () => {
  expect(["Tenant name", "TPM version", "BitLocker", "IPv4"].map(following)).toEqual([
    "tenant name",
    "TPM version",
    "BitLocker",
    "IPv4",
  ]);
});
