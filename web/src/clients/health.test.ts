import { expect, test } from "vitest";
import { healthOf, isInMaintenance, severityOf } from "./health";

const place = (changes: object = {}) => ({
  agent_count: 11,
  agents_in_maintenance: 0,
  agents_overdue: 0,
  failing_checks: { error: 0, warning: 0 },
  ...changes,
});

const labels = (changes: object) => healthOf(place(changes)).map(({ label }) => label);

test("a place is in maintenance when all of its agents are, and otherwise says how many", () => {
  expect(labels({ agents_in_maintenance: 1 })).toEqual(["1 of 11 in maintenance"]);
  expect(labels({ agents_in_maintenance: 11 })).toEqual(["In maintenance"]);
  expect(isInMaintenance(place({ agents_in_maintenance: 10 }))).toBe(false);
  expect(isInMaintenance(place({ agent_count: 0 }))).toBe(false);
});

test("maintenance hides neither overdue agents nor failing checks", () => {
  const facts = {
    agents_in_maintenance: 2,
    agents_overdue: 3,
    failing_checks: { error: 1, warning: 0 },
  };
  expect(labels(facts)).toEqual(["3 overdue agents", "1 failing check", "2 of 11 in maintenance"]);
  expect(healthOf(place(facts))[0]?.tone).toBe("bad");
});

test("overdue agents count as much as failing checks for the order", () => {
  expect([
    severityOf(place({ agents_overdue: 1 })),
    severityOf(place({ failing_checks: { error: 1, warning: 0 } })),
    severityOf(place({ failing_checks: { error: 0, warning: 1 } })),
    severityOf(place({ agents_in_maintenance: 11 })),
  ]).toEqual([2, 2, 1, 0]);
});
