import { expect, test } from "vitest";
import { Problem } from "../api/problem";
import { readEvents } from "./events";
import { Findings } from "./findings";
import { type RecordedItem, readRecords } from "./records";
import { partInfo, partOf, type Written } from "./testParts";

/** Parts of ten seconds, each with so many events at its beginning. */
function recordingOf(counts: number[]) {
  const parts = counts.map((_, part) => partInfo(part, part * 10_000, part * 10_000 + 9_000));
  const read: number[] = [];
  const source = {
    read: async ({
      part,
      first_ms,
    }: {
      part: number;
      first_ms: number;
    }): Promise<RecordedItem[]> => {
      read.push(part);
      const count = counts[part] ?? 0;
      if (count < 0) throw new Problem("changed", 409, "conflict");
      const event = (at: number): Written => [
        "e",
        at,
        JSON.stringify({ event: "list", path: `/${part}/${at}` }),
      ];
      const records = Array.from({ length: count }, (_, at) => event(at));
      return readRecords(partOf(["h", 0, "{}"], ...records), first_ms);
    },
    prefetch: () => {},
  };
  return { parts, source, read };
}

test("the events of a time are read, and only the parts that have them", async () => {
  const { parts, source, read } = recordingOf([2, 2, 2, 2]);
  const { events, next } = await readEvents(source, parts, { from: 10_001, to: 20_000 }, 0);
  expect(events.map(({ target }) => target)).toEqual(["/1/1", "/2/0"]);
  expect([read, next]).toEqual([[1, 2], null]);
});

test("of many events some are read, and then those after them", async () => {
  const { parts, source, read } = recordingOf([150, 150, 150]);
  const all = { from: 0, to: 30_000 };
  const first = await readEvents(source, parts, all, 0);
  expect([first.events.length, first.next, read]).toEqual([300, 2, [0, 1]]);
  const second = await readEvents(source, parts, all, first.next ?? 0);
  expect([second.events.length, second.next]).toEqual([150, null]);
});

test("a part that cannot be read is known, and those after it are read", async () => {
  const { parts, source } = recordingOf([1, -1, 1]);
  const findings = new Findings(source);
  const { events } = await readEvents(findings, parts, { from: 0, to: 30_000 }, 0);
  expect(events.map(({ target }) => target)).toEqual(["/0/0", "/2/0"]);
  expect(findings.holes.get()).toEqual([{ ms: 10_000, reason: "changed" }]);
});

test("what the server cannot do now is no damage", async () => {
  const { parts } = recordingOf([1]);
  const away = {
    read: async () => Promise.reject(new Problem("away", 503, "overloaded")),
    prefetch: () => {},
  };
  const refused = readEvents(new Findings(away), parts, { from: 0, to: 1 }, 0);
  await expect(refused).rejects.toMatchObject({ status: 503 });
});
