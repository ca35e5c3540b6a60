import { expect, test } from "vitest";
import { saysText, whereText } from "./summary";

const nothing = {
  agent_settings: false,
  check_settings: false,
  task_settings: false,
  core_settings: false,
};

test("what a template decides about is a short list", () => {
  expect(saysText(nothing)).toBe("Nothing yet");
  expect(saysText({ ...nothing, check_settings: true, core_settings: true })).toBe(
    "Checks, Recipients",
  );
});

test("where a template is set is counted, and the default is named", () => {
  const where = (default_template: boolean, applied_count: number) =>
    whereText({ default_template, applied_count });
  expect(where(false, 0)).toBe("Nothing");
  expect(where(true, 0)).toBe("All agents");
  expect(where(false, 1)).toBe("1 policy, client or site");
  expect(where(true, 3)).toBe("All agents, 3 policies, clients or sites");
});
