import { expect, test } from "vitest";
import { narrowing, runOf } from "./narrowing";

test("each word of the address is a filter of the API, and what is not set is not sent", () => {
  const filters = { search: "key", level: "error", type: "scripting", agent: "abc", days: "7" };
  expect(narrowing(filters)).toEqual({
    search: "key",
    logLevelFilter: "error",
    logTypeFilter: "scripting",
    agentFilter: "abc",
    timeFilter: 7,
  });
  expect(narrowing({ search: "", level: undefined, page: "3" })).toEqual({});
});

test("the page of an agent shows that agent, whatever the address says", () => {
  expect(narrowing({ agent: "other" }, "abc")).toEqual({ agentFilter: "abc" });
});

test("a message leads to the run it names, and to none without a number", () => {
  expect(runOf("the script failed in run 17: it could not be started")).toBe("17");
  expect(runOf("run 5 was given up: the order never reached the agent")).toBe("5");
  expect(runOf("the agent reported 1 run too many at once")).toBeUndefined();
  expect(runOf("overrun 5")).toBeUndefined();
});
