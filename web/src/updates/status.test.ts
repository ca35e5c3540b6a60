import { expect, test } from "vitest";
import { type AgentUpdates, severitiesOf, updateStatusOf, urgencyOf } from "./status";

const NOW = new Date("2026-11-16T12:00:00Z").getTime();

const updates = (more: Partial<AgentUpdates> = {}): AgentUpdates => ({
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

const status = (more: Partial<AgentUpdates>, needs_reboot = false) =>
  updateStatusOf({ updates: updates(more), needs_reboot }, NOW);

test("nothing is up to date that was not scanned within a week", () => {
  expect(status({ scanned_at: null })).toBe("unknown");
  expect(status({ scanned_at: "2026-11-09T11:59:00Z" })).toBe("unknown");
  expect(status({ scanned_at: "2026-11-09T11:59:00Z", missing: 3 })).toBe("unknown");
  expect(status({ scanned_at: "2026-11-09T12:01:00Z" })).toBe("current");
});

test("missing, approved, waiting for a restart and up to date are distinguished", () => {
  expect(status({ missing: 132 })).toBe("missing");
  expect(status({ missing: 132, approved: 2 })).toBe("missing");
  expect(status({ missing: 2, approved: 2 })).toBe("approved");
  expect(status({ missing: 2, approved: 2 }, true)).toBe("approved");
  expect(status({}, true)).toBe("reboot");
  expect(status({})).toBe("current");
});

test("severities that nothing has are left out, the worst comes first", () => {
  const severities = { critical: 0, important: 81, moderate: 0, low: 1, other: 50 };
  expect(severitiesOf(updates({ severities }))).toEqual([
    ["important", 81],
    ["low", 1],
    ["other", 50],
  ]);
});

test("one critical update is more urgent than many others, and no scan is the least", () => {
  const none = { critical: 0, important: 0, moderate: 0, low: 0, other: 0 };
  const urgency = (more: Partial<AgentUpdates>) => urgencyOf({ updates: updates(more) });
  const critical = urgency({ severities: { ...none, critical: 1 } });
  expect(critical).toBeGreaterThan(urgency({ severities: { ...none, important: 500 } }));
  expect(urgency({})).toBeGreaterThan(urgency({ scanned_at: null }));
});
