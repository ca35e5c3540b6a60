import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { concat, fromHex, textOf, toHex, utf8 } from "../remote/pipe/bytes";
import { DamagedPart, readRecords } from "./records";
import { partOf } from "./testParts";

test("records have their time since the recording began, in their order", () => {
  const content = partOf(["h", 0, "{}"], ["o", 250, "grüße"], ["o", 250, ""], ["x", 4999, "{}"]);
  const items = readRecords(content, 60_000);
  expect(items.map(({ ms, type, payload }) => [ms, type, textOf(payload)])).toEqual([
    [60_000, "heading", "{}"],
    [60_250, "output", "grüße"],
    [60_250, "output", ""],
    [64_999, "exit", "{}"],
  ]);
});

test("a part without content has no records", () => {
  expect(readRecords(new Uint8Array(), 5)).toEqual([]);
});

test("a record of a newer version is skipped, and so is one that is named like a method", () => {
  const content = partOf(["z", 1, "new"], ["\u0000", 2, ""], ["i", 3, "ls"]);
  expect(readRecords(content, 0).map(({ type }) => type)).toEqual(["input"]);
});

test("a part in the middle of other memory is read from its own beginning", () => {
  const content = partOf(["o", 7, "text"]);
  const inside = concat(utf8("before"), content).subarray(6);
  expect(readRecords(inside, 0)).toEqual([{ ms: 7, type: "output", payload: utf8("text") }]);
});

test("a part that ends anywhere within a record is damaged", () => {
  const content = partOf(["o", 7, "text"]);
  for (let cut = 1; cut < content.length; cut += 1) {
    expect(() => readRecords(content.subarray(0, cut), 0), `${cut} bytes`).toThrow(DamagedPart);
  }
});

test("a record that is too short to have a type, or longer than its part, is damaged", () => {
  const tooShort = Uint8Array.from([4, 0, 0, 0, 1, 0, 0, 0, 111]);
  const tooLong = Uint8Array.from([255, 255, 255, 255, 1, 0, 0, 0, 111]);
  expect(() => readRecords(tooShort, 0)).toThrow(DamagedPart);
  expect(() => readRecords(tooLong, 0)).toThrow(DamagedPart);
});

/** What Rust and this page have to read alike. */
interface Golden {
  parts: {
    plain: string;
    header: { first_ms: number };
    records: { ms: number; type: string; payload: string }[];
  }[];
}

const NAMES = { h: "heading", o: "output", i: "input", r: "resize", x: "exit", m: "marker" };
const MORE = { e: "event", s: "picture", k: "keyPicture", c: "cursor", n: "monitors" };
const names: Record<string, string> = { ...NAMES, ...MORE };

test.each(["terminal", "files", "screen"])("the golden recording of %s is read", (kind) => {
  const path = resolve(import.meta.dirname, `../../../remote/golden/recording/${kind}.json`);
  const { parts } = JSON.parse(readFileSync(path, "utf8")) as Golden;
  expect(parts.length).toBeGreaterThan(0);
  for (const { plain, header, records } of parts) {
    const items = readRecords(fromHex(plain), header.first_ms);
    const read = items.map(({ ms, type, payload }) => [ms, type, toHex(payload)]);
    expect(read).toEqual(
      records.map(({ ms, type, payload }) => [header.first_ms + ms, names[type], payload]),
    );
  }
});
