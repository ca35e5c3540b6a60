import { expect, test } from "vitest";
import { failingFirst, matching, nameOf, stateOf } from "./order";
import type { Check } from "./types";

const check = (id: number, name: string, result: object, more: Partial<Check> = {}): Check =>
  ({
    id,
    name,
    readable_desc: `Check ${id}`,
    check_type: "cpuload",
    overridden_by_policy: false,
    check_result: result,
    ...more,
  }) as Check;

const failing = (alert_severity: string | null) => ({ id: 1, status: "failing", alert_severity });

test("what fails comes first, the worst before the rest, then by name", () => {
  const checks = [
    check(1, "b", { id: 1, status: "passing" }),
    check(2, "a", { id: 1, status: "passing" }),
    check(3, "new", {}),
    check(4, "info", failing("info")),
    check(5, "warning", failing("warning")),
    check(6, "error", failing("error")),
    check(7, "old", failing(null)),
    check(8, "other", failing("error"), { overridden_by_policy: true }),
  ];
  expect(failingFirst(checks).map(({ id }) => id)).toEqual([6, 7, 5, 4, 3, 2, 1, 8]);
  expect(checks.map(stateOf)).toEqual([
    ...["passing", "passing", "pending", "info"],
    ...["warning", "error", "error", "overridden"],
  ]);
});

test("a check without a name is called by what it does", () => {
  expect([nameOf(check(1, "", {})), nameOf(check(2, "Backup", {}))]).toEqual(["Check 1", "Backup"]);
});

test("a search finds names, descriptions, states and what was found", () => {
  const checks = [
    check(1, "Backup", { id: 1, status: "passing", more_info: "done at night" }),
    check(2, "", failing("error")),
    check(3, "Disk", {}, { policy_name: "Servers" }),
  ];
  const found = (search: string) => matching(checks, search).map(({ id }) => id);
  expect([
    found("BACKUP night"),
    found("error"),
    found("check 2"),
    found("servers"),
    found(""),
  ]).toEqual([[1], [2], [2], [3], [1, 2, 3]]);
});
