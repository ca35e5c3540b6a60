import { expect, test } from "vitest";
import { pendingWork } from "./messages";
import type { PendingWork } from "./queries";
import { waitingLines } from "./waitingLines";

const run = (id: number) =>
  ({ id, description: "run the script tidy", hostname: `pc-${id}` }) as PendingWork["runs"][number];
const bulk = { id: 3, mode: "command", created: "2026-01-31T13:30:00Z", waiting: 2 };

test("bulk actions come before runs, and what is too much is counted", () => {
  const runs = Array.from({ length: 9 }, (_, index) => run(index + 1));
  const { lines, more } = waitingLines({ run_count: 12, bulk_count: 1, runs, bulks: [bulk] });
  expect(lines.map(({ text }) => text).slice(0, 2)).toEqual([
    "Run a command: 2 agents still to come",
    "Run the script tidy on pc-1",
  ]);
  expect([lines.length, more]).toEqual([8, 5]);
});

test("without the right to the details only the counts are known", () => {
  const work = { run_count: 2, bulk_count: 1, runs: [], bulks: [] };
  expect(waitingLines(work)).toEqual({ lines: [], more: 3 });
  expect(pendingWork.about(2, 1)).toBe("2 waiting runs and 1 bulk action will be cancelled.");
  expect(pendingWork.about(1, 0)).toBe("1 waiting run will be cancelled.");
});
