import { expect, test } from "vitest";
import type { AgentRow } from "../agents/fleetRows";
import { failingFound, failingOf, missingFound, missingOf, overdueOf, verdictOf } from "./findings";

const NOW = Date.parse("2026-11-18T12:00:00Z");

const agent = (hostname: string, more: object) => ({ hostname, ...more }) as AgentRow;
const names = (rows: AgentRow[]) => rows.map(({ hostname }) => hostname);

test("nothing is wrong only if everything is known", () => {
  expect(verdictOf([0, 0, 0])).toBe("fine");
  expect(verdictOf([0, null, 0])).toBe("unknown");
  expect(verdictOf([null, 2])).toBe("wrong");
});

test("overdue agents are listed, those that went away last first; offline ones are not overdue", () => {
  const rows = [
    agent("old", { status: "overdue", last_seen: "2026-11-01T00:00:00Z" }),
    agent("night", { status: "offline", last_seen: "2026-11-18T11:00:00Z" }),
    agent("new", { status: "overdue", last_seen: "2026-11-18T11:00:00Z" }),
    agent("never", { status: "overdue", last_seen: null }),
    agent("here", { status: "online", last_seen: "2026-11-18T12:00:00Z" }),
  ];
  expect(names(overdueOf(rows))).toEqual(["new", "old", "never"]);
});

test("agents with failing checks are listed, the worst first", () => {
  const checks = (failing: number, warning: number) => ({
    checks: { total: 9, failing, warning, info: 0, has_failing_checks: failing + warning > 0 },
  });
  const rows = [
    agent("fine", checks(0, 0)),
    agent("warned", checks(0, 5)),
    agent("worst", checks(2, 0)),
    agent("bad", checks(1, 9)),
  ];
  expect(names(failingOf(rows))).toEqual(["worst", "bad", "warned"]);
  expect([failingFound(rows), failingFound(rows.slice(0, 1))]).toEqual([3, 0]);
  expect(failingFound([agent("bare", { checks: { total: 0 } })])).toBeNull();
});

test("agents that miss updates are listed, the most urgent first; what an old scan found is not known", () => {
  const updates = (critical: number, other: number, scanned_at = "2026-11-18T06:00:00Z") => ({
    needs_reboot: false,
    updates: {
      scanned_at,
      missing: critical + other,
      approved: 0,
      severities: { critical, important: 0, moderate: 0, low: 0, other },
    },
  });
  const rows = [
    agent("current", updates(0, 0)),
    agent("many", updates(0, 40)),
    agent("critical", updates(1, 0)),
    agent("stale", updates(9, 9, "2026-10-01T00:00:00Z")),
  ];
  expect(names(missingOf(rows, NOW))).toEqual(["critical", "many"]);
  const [current, , , stale] = rows as [AgentRow, AgentRow, AgentRow, AgentRow];
  expect([missingFound(rows, NOW), missingFound([current], NOW)]).toEqual([2, 0]);
  expect(missingFound([current, stale], NOW)).toBeNull();
});
