import { expect, test } from "vitest";
import { Problem } from "../api/problem";
import { inputNames, withFormNames } from "./errors";
import { newValues } from "./values";

test("problems of an action stand at the inputs of that action", () => {
  const problem = new Problem("wrong", 400, "invalid", {
    name: ["must not be blank"],
    "actions[1].timeout": ["must be 1 to 86400"],
    "actions[0].script_args[0]": ["there is no agent.nothing"],
    "actions[0].script_args[2]": ["there is no site.nothing"],
    "task_supported_platforms[0]": ["must be text"],
    actions: ["at least one action is needed"],
  });
  expect(withFormNames(problem).fields).toEqual({
    name: ["must not be blank"],
    "actions.1.timeout": ["must be 1 to 86400"],
    "actions.0.script_args": ["there is no agent.nothing", "there is no site.nothing"],
    task_supported_platforms: ["must be text"],
    actions: ["at least one action is needed"],
  });
});

test("the inputs of a form are named as the problems are", () => {
  const names = Object.keys(inputNames(newValues(0)));
  expect(names).toEqual(expect.arrayContaining(["name", "actions.0.script", "expire_date"]));
  expect(names).not.toContain("actions.1.script");
});
