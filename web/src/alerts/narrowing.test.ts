import { expect, test } from "vitest";
import { alsoOf, narrowing, shownOf, shownWith, showWord } from "./narrowing";

test("without a word in the address the open alerts are shown", () => {
  expect(narrowing({})).toEqual({ resolvedFilter: false, snoozedFilter: false });
});

test("each word of the address is a filter of the API", () => {
  const filters = {
    search: "disk",
    show: "all",
    severity: "error,warning",
    client: "4,7",
    type: "check",
    agent: "abc",
    days: "7",
    page: "3",
  };
  expect(narrowing(filters)).toEqual({
    search: "disk",
    severityFilter: ["error", "warning"],
    clientFilter: [4, 7],
    type: "check",
    agent: "abc",
    timeFilter: 7,
  });
});

test("the server sorts, as the list may be longer than its page", () => {
  expect(narrowing({ show: "all", sort: "-since" })).toEqual({ ordering: "-alert_time" });
  expect(narrowing({ show: "all", sort: "agent" })).toEqual({ ordering: "hostname" });
  expect(narrowing({ show: "all", sort: "state" })).toEqual({});
});

test("the page of an agent shows that agent, whatever the address says", () => {
  expect(narrowing({ agent: "other", show: "all" }, "abc").agent).toBe("abc");
});

test("suppressed alerts are a list of their own", () => {
  expect(narrowing({ show: "suppressed" })).toEqual({ suppressed: true });
});

test("snoozed and resolved alerts can be shown too", () => {
  expect(narrowing({ show: "snoozed" })).toEqual({ resolvedFilter: false });
  expect(narrowing({ show: "resolved" })).toEqual({ snoozedFilter: false });
});

test("what else is shown becomes one word, and back", () => {
  expect(alsoOf(shownOf({}))).toEqual([]);
  expect(alsoOf(shownOf({ show: "all" }))).toEqual(["snoozed", "resolved"]);
  expect(alsoOf(shownOf({ show: "suppressed" }))).toEqual([]);
  expect(shownOf({ show: "nonsense" })).toBe("open");
  for (const show of [undefined, "all", "resolved", "snoozed"]) {
    expect(showWord(shownWith(alsoOf(shownOf({ show }))))).toBe(show);
  }
});
