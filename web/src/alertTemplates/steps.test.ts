import { expect, test } from "vitest";
import {
  formName,
  inputNames,
  problemsIn,
  type Step,
  stepNamed,
  stepOf,
  stepWithProblem,
} from "./steps";
import { newStep, valuesOf } from "./values";

test("every field of the form is on the step where people look for it", () => {
  const on = (step: Step) => Object.keys(valuesOf()).filter((field) => stepOf(field) === step);
  expect(on("general")).toEqual([
    "name",
    "is_active",
    "owner_clients",
    "exclude_workstations",
    "exclude_servers",
    "excluded_clients",
    "excluded_sites",
    "excluded_agents",
  ]);
  expect(on("agents")).toHaveLength(7);
  expect(on("checks")).toHaveLength(10);
  expect(on("tasks")).toHaveLength(10);
  expect(on("actions")).toEqual(
    expect.arrayContaining(["action", "resolved_action_env_vars", "email_from", "escalation"]),
  );
});

test("problems are counted by step, and the first step with one is shown", () => {
  const errors = { name: null, task_periodic_alert_days: "x", "escalation.0.after_minutes": "y" };
  expect(problemsIn(errors)).toEqual({ general: 0, agents: 0, checks: 0, tasks: 1, actions: 1 });
  expect(stepWithProblem(errors, "general")).toBe("tasks");
  expect(stepWithProblem(errors, "actions")).toBe("actions");
  expect(stepWithProblem({}, "checks")).toBe("checks");
});

test("a word of the address that is no step leads to the first", () => {
  expect(["tasks", "nonsense", ""].map(stepNamed)).toEqual(["tasks", "general", "general"]);
});

test("what the server names is found in the form", () => {
  expect(
    ["name", "email_recipients[2]", "escalation[1]", "escalation[0].text_recipients[3]"].map(
      formName,
    ),
  ).toEqual(["name", "email_recipients", "escalation.1", "escalation.0.text_recipients"]);
  const values = { ...valuesOf(), escalation: [newStep()] };
  const names = Object.keys(inputNames(values));
  expect(names).toContain("escalation.0");
  expect(names).toContain("escalation.0.text_recipients");
  expect(names).toContain("check_always_email");
});
