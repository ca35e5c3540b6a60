import { expect, test } from "vitest";
import { notShown, stateOf } from "./progress";

const rollout = { state: "running", ring: 1, agents: 200, updated: 3 } as const;

test("a rollout says which ring it is in, until all agents have the release", () => {
  expect(stateOf(rollout)).toEqual({ tone: "info", label: "Updating 1\u00a0% of the agents" });
  expect(stateOf({ ...rollout, ring: 100 }).label).toBe("Updating all agents");
  expect(stateOf({ ...rollout, ring: 100, updated: 200 }).tone).toBe("good");
});

test("a rollout that has stopped says so, whatever its ring", () => {
  const stopped = { ...rollout, state: "stopped", updated: 200 } as const;
  expect(stateOf(stopped)).toEqual({ tone: "bad", label: "Stopped" });
});

test("lost agents beyond those of the list are counted", () => {
  const agent = { agent_id: "a", hostname: "pc-1", state: "missing", problem: "" } as const;
  expect(notShown({ failed: 2, missing: 3, lost: [agent, agent] })).toBe(3);
  expect(notShown({ failed: 0, missing: 0, lost: [] })).toBe(0);
});
