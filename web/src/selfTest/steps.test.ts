import { expect, test } from "vitest";
import type { Report, Step } from "./queries";
import { isProblem, reportText, shownSteps } from "./steps";

const step = (name: string, status: Step["status"], detail = ""): Step => ({
  name,
  title: `Title of ${name}`,
  status,
  detail,
  milliseconds: 1,
});

const STEPS = [
  step("ledger", "works", "a run was stored"),
  step("ping", "failed", "no echo came back"),
  step("disks", "timed_out"),
  step("power", "refused"),
  step("registry", "not_there"),
  step("update_agent", "not_tried"),
  step("newer", "unknown"),
];

const names = (steps: Step[]) => steps.map(({ name }) => name);

test("only what should work and does not is a problem", () => {
  expect(names(STEPS.filter(isProblem))).toEqual(["ping", "disks"]);
  expect(names(shownSteps(STEPS, "problems", ""))).toEqual(["ping", "disks"]);
  expect(names(shownSteps(STEPS, "all", ""))).toEqual(names(STEPS));
});

test("the search looks at name, title and detail, whatever the case", () => {
  expect(names(shownSteps(STEPS, "all", " STORED "))).toEqual(["ledger"]);
  expect(names(shownSteps(STEPS, "all", "update_"))).toEqual(["update_agent"]);
  expect(names(shownSteps(STEPS, "all", "title of p"))).toEqual(["ping", "power"]);
  expect(names(shownSteps(STEPS, "problems", "stored"))).toEqual([]);
});

test("the report is copied as JSON, whole", () => {
  const report: Report = {
    version: "0.4.0",
    plat: "linux",
    goarch: "amd64",
    account: "root",
    has_full_rights: true,
    started: "2026-11-18T00:00:00Z",
    milliseconds: 4321,
    problems: 2,
    steps: STEPS,
  };
  expect(JSON.parse(reportText(report))).toEqual(report);
});
