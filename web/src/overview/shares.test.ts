import { expect, test } from "vitest";
import type { AgentRow } from "../agents/fleetRows";
import { byChecks, byStatus, bySystem, byUpdates, byVersion, systemOf } from "./shares";

const agent = (more: Partial<AgentRow>) =>
  ({
    status: "online",
    version: "1.0.0",
    operating_system: "Debian GNU/Linux 12 (bookworm)",
    needs_reboot: false,
    ...more,
  }) as AgentRow;

const shown = (shares: ReturnType<typeof byStatus>) =>
  shares.map(({ label, count, search }) => [label, count, search?.search ?? search?.status]);

test("every status has its share, also when nobody is in it", () => {
  expect(shown(byStatus([agent({}), agent({ status: "overdue" })]))).toEqual([
    ["Online", 1, "online"],
    ["Offline", 0, "offline"],
    ["Overdue", 1, "overdue"],
  ]);
});

const NOW = new Date("2026-11-16T12:00:00Z").getTime();

const updates = (more: Partial<AgentRow["updates"]> = {}): AgentRow["updates"] => ({
  scanned_at: "2026-11-16T06:00:00Z",
  missing: 0,
  approved: 0,
  failed: 0,
  ignored: 0,
  reboot_pending: 0,
  worst_severity: null,
  severities: { critical: 0, important: 0, moderate: 0, low: 0, other: 0 },
  ...more,
});

test("what was never scanned is unknown, and what is missing is no all-clear", () => {
  const rows = [
    agent({ updates: updates({ scanned_at: null }) }),
    agent({ updates: updates({ scanned_at: "2026-10-01T00:00:00Z" }) }),
    agent({ updates: updates({ missing: 132, worst_severity: "Important" }) }),
    agent({ updates: updates({ missing: 1, worst_severity: "Critical" }) }),
    agent({ updates: updates({ missing: 1, worst_severity: "" }) }),
    agent({ updates: updates({ missing: 2, approved: 2 }), needs_reboot: true }),
    agent({ updates: updates(), needs_reboot: true }),
    agent({ updates: updates() }),
  ];
  expect(shown(byUpdates(rows, NOW))).toEqual([
    ["Critical missing", 1, "is:updatesmissing updates:critical"],
    ["Important missing", 1, "is:updatesmissing updates:important"],
    ["Others missing", 1, "is:updatesmissing -updates:critical -updates:important"],
    ["Approved, not installed", 1, "is:updatesapproved"],
    ["Reboot needed", 1, "is:updatesreboot"],
    ["Up to date", 1, "is:updatescurrent"],
    ["Unknown", 2, "is:updatesunknown"],
  ]);
});

test("an agent without checks does not count as passing", () => {
  const checks = { total: 0, passing: 0, failing: 0, warning: 0, info: 0 };
  const rows = [
    agent({ checks: { ...checks, has_failing_checks: false } }),
    agent({ checks: { ...checks, total: 2, passing: 2, has_failing_checks: false } }),
    agent({ checks: { ...checks, total: 2, failing: 1, passing: 1, has_failing_checks: true } }),
  ];
  expect(shown(byChecks(rows))).toEqual([
    ["Failing", 1, "is:checksfailing"],
    ["All passing", 1, "is:checkspassing"],
    ["No checks", 1, "is:nochecks"],
  ]);
});

test("systems are distinguished by name, not by build", () => {
  const names = [
    "Windows 11 Pro, 64 bit v23H2 (build 22631.4317)",
    "Debian GNU/Linux 12 (bookworm)",
    "",
  ];
  expect(names.map((operating_system) => systemOf({ operating_system }))).toEqual([
    "Windows 11 Pro",
    "Debian GNU/Linux 12",
    "",
  ]);
});

test("the largest groups come first; what is unknown leads nowhere", () => {
  const rows = [agent({ operating_system: "" }), agent({}), agent({})];
  expect(shown(bySystem(rows))).toEqual([
    ["Debian GNU/Linux 12", 2, 'operating_system:"Debian GNU/Linux 12"'],
    ["Unknown", 1, undefined],
  ]);
});

test("more groups than colours are counted together", () => {
  const rows = Array.from({ length: 9 }, (_, index) => agent({ version: `1.${index}` }));
  const shares = byVersion(rows);
  expect(shares).toHaveLength(8);
  expect(shares.at(-1)).toMatchObject({ label: "Others", count: 2 });
});
