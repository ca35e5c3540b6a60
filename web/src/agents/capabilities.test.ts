import { expect, test } from "vitest";
import { lackOf, outdatedReasons } from "./capabilities";

const fine = { available: true, code: "", reason: "" } as const;
const unknown = { available: null, code: "unknown", reason: "It is not known yet." } as const;
const outdated = (reason: string) =>
  ({ available: false, code: "agent_outdated", reason }) as const;
const windows = {
  available: false,
  code: "unsupported_platform",
  reason: "Only Windows has a registry.",
} as const;

const agent = {
  capabilities: {
    ping: fine,
    self_test: unknown,
    run_checks: outdated("This agent is version 0.1.0, which cannot run checks on demand."),
    end_process: outdated("This agent is version 0.1.0, which cannot kill processes."),
    read_registry: windows,
  },
};

test("what an agent cannot do has the server's reason", () => {
  expect(lackOf(agent, "read_registry")).toBe("Only Windows has a registry.");
  expect(lackOf(agent, "run_checks")).toContain("cannot run checks on demand");
});

test("nothing is disabled that is available, unknown, or not read yet", () => {
  expect(lackOf(agent, "self_test")).toBeUndefined();
  expect(lackOf({ capabilities: { power: fine } }, "power")).toBeUndefined();
  expect(lackOf(agent, "power")).toBeUndefined();
  expect(lackOf({}, "power")).toBeUndefined();
  expect(lackOf(undefined, "power")).toBeUndefined();
});

test("what an update of the agent would bring is listed without what its platform lacks", () => {
  expect(outdatedReasons(agent)).toEqual([
    "This agent is version 0.1.0, which cannot kill processes.",
    "This agent is version 0.1.0, which cannot run checks on demand.",
  ]);
  expect(outdatedReasons(undefined)).toEqual([]);
});
