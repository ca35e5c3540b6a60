import { expect, test } from "vitest";
import { formatMoment } from "../texts/format";
import { valueText } from "./values";

/** Without the spaces that keep number and unit together. */
const text = (name: string, value: unknown) => valueText(name, value).replaceAll("\u00a0", " ");

test("yes and no are words, and what says nothing is empty", () => {
  expect([true, false].map((value) => text("Shared", value))).toEqual(["yes", "no"]);
  expect([null, undefined, "", "  ", [], {}].map((value) => text("Name", value))).toEqual(
    Array.from({ length: 6 }, () => ""),
  );
});

test("sizes have the unit of their field, also as text", () => {
  expect(text("Capacity", 8_589_934_592)).toBe("8 GiB");
  expect(text("Capacity", "8589934592")).toBe("8 GiB");
  expect(text("TotalVisibleMemorySize", 16_777_216)).toBe("16 GiB");
  expect(text("L3CacheSize", 24_576)).toBe("24 MiB");
  expect(text("size_in_bytes", 1_073_741_824)).toBe("1 GiB");
  expect(text("MaxClockSpeed", 2500)).toBe("2,500 MHz");
  expect(text("AdapterRAM", 0)).toBe("");
});

test("a number that is hardly a size stays as it is", () => {
  expect(text("total", 12)).toBe("12");
  expect(text("total", 2_147_483_648)).toBe("2 GiB");
  expect(text("year", 2019)).toBe("2019");
  expect(text("BuildNumber", "26100")).toBe("26100");
});

test("numbers that mean something are said in words, others are not guessed", () => {
  expect(text("DomainRole", 5)).toBe("Primary domain controller");
  expect(text("SMBIOSMemoryType", 34)).toBe("DDR5");
  expect(text("Architecture", 77)).toBe("77");
});

test("times are readable, and midnight is a day wherever one is", () => {
  const time = "2025-02-03T09:14:55Z";
  expect(text("InstallDate", time)).toBe(formatMoment(time));
  expect(text("ReleaseDate", "2024-05-12T00:00:00Z")).toBe("May 12, 2024");
  expect(text("Name", "2024-05-12 Edition")).toBe("2024-05-12 Edition");
  expect(text("Name", "2024-99-12T00:00:00Z")).toBe("2024-99-12T00:00:00Z");
});

test("lists and what is inside others become short text", () => {
  expect(text("addresses", ["10.0.0.5", "2001:db8::5"])).toBe("10.0.0.5, 2001:db8::5");
  const displays = [{ name: "Color LCD", main: true, note: null }, { name: "U24" }];
  expect(text("displays", displays)).toBe("Name: Color LCD, main: yes; Name: U24");
});
