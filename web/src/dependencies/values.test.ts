import { expect, test } from "vitest";
import {
  agentChoices,
  bodyOf,
  checkChoices,
  type Dependency,
  dependentText,
  parentText,
  valuesOf,
} from "./values";

const NOTHING: Dependency = {
  agent: null,
  hostname: null,
  check: null,
  check_name: null,
  failing: false,
  unreachable: false,
  dependents: [],
};
const ROUTER = { ...NOTHING, agent: "r", hostname: "router" };

test("a check without its agent is not sent", () => {
  expect(bodyOf({ agent: "r", check: "7" })).toEqual({ agent: "r", check: 7 });
  expect(bodyOf({ agent: null, check: "7" })).toEqual({ agent: null, check: null });
});

test("what is stored is what the form begins with", () => {
  expect(valuesOf(NOTHING)).toEqual({ agent: null, check: null });
  expect(valuesOf({ ...ROUTER, check: 7 })).toEqual({ agent: "r", check: "7" });
});

test("an agent cannot choose itself, and the chosen one stays in the list", () => {
  const found = [
    { agent_id: "p", hostname: "pc-1" },
    { agent_id: "s", hostname: "switch" },
  ];
  expect(agentChoices(found, ROUTER, { agentId: "p" })).toEqual([
    { value: "r", label: "router" },
    { value: "s", label: "switch" },
  ]);
  expect(agentChoices(found, NOTHING, { check: 7 })).toHaveLength(2);
});

test("a check cannot choose itself, nor one that the agent does not run", () => {
  const check = { id: 7, name: "", readable_desc: "Ping", overridden_by_policy: false };
  const checks = [
    check,
    { ...check, id: 8, name: "Line" },
    { ...check, id: 9, overridden_by_policy: true },
  ];
  expect(checkChoices(checks, { check: 7 })).toEqual([{ value: "8", label: "Line" }]);
  expect(checkChoices(checks, { agentId: "p" })[0]).toEqual({ value: "7", label: "Ping" });
});

test("both ends of a dependency are described in words", () => {
  expect(parentText(NOTHING)).toBe("Nothing");
  expect(parentText(ROUTER)).toBe("router");
  expect(parentText({ ...ROUTER, check: 7, check_name: "Line" })).toBe("Line on router");
  const pc = { agent_id: "p", hostname: "pc-1", check: null, check_name: null, unreachable: true };
  expect(dependentText(pc)).toBe("pc-1 (unreachable)");
  const web = { ...pc, check: 8, check_name: "Web", unreachable: false };
  expect(dependentText(web)).toBe("Web on pc-1");
  expect(dependentText({ ...web, agent_id: null, hostname: null })).toBe("Web (check of a policy)");
});
