import { expect, test } from "vitest";
import {
  hexLines,
  isLong,
  parsedData,
  rewritten,
  shownData,
  typedData,
  whyNotEditable,
  withLineEnds,
} from "./data";
import { registry as words } from "./messages";
import type { Value } from "./queries";

const value = (type: string, data: unknown, more: Partial<Value> = {}): Value => ({
  name: "a",
  type,
  data,
  size: 4,
  truncated: false,
  raw: false,
  ...more,
});

test("data is shown by its type", () => {
  expect(shownData(value("REG_SZ", "text"), "hex")).toBe("text");
  expect(shownData(value("REG_MULTI_SZ", ["a", "b"]), "hex")).toBe("a\nb");
  expect(shownData(value("REG_DWORD", 255), "hex")).toBe("0x000000ff");
  expect(shownData(value("REG_DWORD", 255), "decimal")).toBe("255");
  expect(shownData(value("REG_QWORD", "18446744073709551615"), "hex")).toBe("0xffffffffffffffff");
  expect(shownData(value("REG_QWORD", "18446744073709551615"), "decimal")).toBe(
    "18446744073709551615",
  );
  expect(shownData(value("REG_BINARY", "00ab"), "hex")).toBe("00 ab");
  expect(shownData(value("REG_BINARY", "07".repeat(17)), "hex")).toBe(`${"07 ".repeat(16)}…`);
  // Three bytes are no number, whatever the type says.
  expect(shownData(value("REG_DWORD", "010203", { raw: true }), "decimal")).toBe("01 02 03");
});

test("a text that the table may cut can be opened", () => {
  expect(isLong(value("REG_SZ", "a".repeat(60)))).toBe(false);
  expect(isLong(value("REG_SZ", "a".repeat(61)))).toBe(true);
  expect(isLong(value("REG_MULTI_SZ", ["a", "b", "c"]))).toBe(false);
  expect(isLong(value("REG_MULTI_SZ", ["a", "b", "c", "d"]))).toBe(true);
  expect(isLong(value("REG_QWORD", "18446744073709551615"))).toBe(false);
  expect(isLong(value("REG_NONE", "00".repeat(99), { raw: true }))).toBe(false);
});

test("what is typed comes back as the data that it began with", () => {
  const cases = [
    ["REG_SZ", "line\nline"],
    ["REG_EXPAND_SZ", ""],
    ["REG_MULTI_SZ", ["a", "", "b"]],
    ["REG_MULTI_SZ", []],
    ["REG_BINARY", "00abff"],
    ["REG_BINARY", ""],
  ] as const;
  for (const [kind, data] of cases) {
    const typed = typedData(value(kind, data), "hex");
    expect(parsedData(kind, typed, "hex"), kind).toEqual({ data });
  }
  for (const base of ["hex", "decimal"] as const) {
    const typed = typedData(value("REG_QWORD", "18446744073709551615"), base);
    expect(parsedData("REG_QWORD", typed, base)).toEqual({ data: "18446744073709551615" });
  }
});

test("numbers and bytes are read as people write them", () => {
  expect(parsedData("REG_DWORD", " FF ", "hex")).toEqual({ data: "255" });
  expect(parsedData("REG_DWORD", "0xff", "decimal")).toEqual({ data: "255" });
  expect(parsedData("REG_BINARY", "00,AB ff\n01", "hex")).toEqual({ data: "00abff01" });
});

test("what does not fit its type has a sentence", () => {
  const dword = { problem: words.badNumber("4294967295") };
  for (const typed of ["", "ff", "-1", "1.5", "4294967296", "0x100000000"]) {
    expect(parsedData("REG_DWORD", typed, "decimal"), typed).toEqual(dword);
  }
  expect(parsedData("REG_DWORD", "xyz", "hex")).toEqual({ problem: words.badHex("ffffffff") });
  expect(parsedData("REG_QWORD", "1".repeat(17), "hex")).toEqual({
    problem: words.badHex("ffffffffffffffff"),
  });
  for (const typed of ["a", "zz", "0x00"]) {
    expect(parsedData("REG_BINARY", typed, "hex"), typed).toEqual({ problem: words.badBytes });
  }
});

test("a number is written in the other notation, and anything else stays", () => {
  expect(rewritten("255", "decimal", "hex")).toBe("ff");
  expect(rewritten("ff", "hex", "decimal")).toBe("255");
  expect(rewritten("half typed", "hex", "decimal")).toBe("half typed");
});

test("line ends stay those of the text before", () => {
  expect(withLineEnds("a\nb", "x\r\ny")).toBe("a\r\nb");
  expect(withLineEnds("a\r\nb", "x\r\ny")).toBe("a\r\nb");
  expect(withLineEnds("a\nb", "x")).toBe("a\nb");
});

test("only what was read whole and can be written is edited", () => {
  expect(whyNotEditable(value("REG_SZ", "a"))).toBeUndefined();
  expect(whyNotEditable(value("REG_SZ", "a", { truncated: true }))).toBe(words.isCut);
  expect(whyNotEditable(value("REG_NONE", ""))).toBe(words.isRaw);
  expect(whyNotEditable(value("REG_DWORD", "01", { raw: true }))).toBe(words.isRaw);
  expect(whyNotEditable(value("REG_MULTI_SZ", ["a\nb"]))).toBe(words.hasLines);
});

test("bytes are shown in lines of sixteen", () => {
  expect(hexLines("")).toEqual([]);
  expect(hexLines(`${"41".repeat(16)}00ff7a`)).toEqual([
    `00000000  ${"41 ".repeat(15)}41  ${"A".repeat(16)}`,
    `00000010  00 ff 7a${" ".repeat(39)}  ..z`,
  ]);
});
