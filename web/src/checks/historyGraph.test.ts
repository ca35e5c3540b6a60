import { expect, test } from "vitest";
import { historyOf, thresholdsOf } from "./historyGraph";
import { filtersOf, rangeOf, windowOf, zoomFilters } from "./historyRange";
import { sketchOf } from "./sparkline";
import type { Check, CheckPoint } from "./types";

const check = (more: Partial<Check>): Check =>
  ({ id: 1, name: "Disk", readable_desc: "", check_type: "diskspace", ...more }) as Check;

const point = (minute: number, y: number, more_info?: string): CheckPoint => ({
  x: new Date(minute * 60_000).toISOString(),
  y,
  results: { status: more_info || y === 1 ? "failing" : "passing", more_info: more_info ?? null },
});

test("points are drawn from the oldest to the newest, with what was found beside them", () => {
  const points = [point(2, 19, "19 % free"), point(1, 21)];
  const { graph, times } = historyOf(check({}), points);
  expect(times).toEqual([60, 120]);
  expect(graph.lines[0]?.mean).toEqual([21, 19]);
  expect(graph.notes).toEqual({ title: "Details", texts: ["", "19 % free"] });
  expect([graph.unit, graph.title]).toEqual(["percent", "History"]);
});

test("no line leads through a time without results", () => {
  const minutes = [30, 22, 21, 4, 3, 2, 1];
  const { graph, times } = historyOf(
    check({}),
    minutes.map((minute) => point(minute, minute)),
  );
  expect(graph.lines[0]?.mean).toEqual([1, 2, 3, 4, null, 21, 22, null, 30]);
  expect(times[4]).toBe((4 + 21) * 30);
});

test("a port that did not answer is no fast answer", () => {
  const port = check({ check_type: "port" });
  const points = [point(3, 7), point(2, 0, "Connection refused"), point(1, 8)];
  const { graph } = historyOf(port, points);
  expect(graph.lines[0]?.mean).toEqual([8, null, 7]);
  expect(graph.notes?.texts).toEqual(["", "Connection refused", ""]);
});

test("results that are no measurement are counted", () => {
  const service = check({ check_type: "winsvc" });
  const all = (failed: number) =>
    historyOf(
      service,
      [3, 2, 1].map((minute) => point(minute, minute <= failed ? 1 : 0)),
    ).graph.lines[0]?.summary;
  expect([all(0), all(2)]).toEqual(["None of 3 results failed.", "2 of 3 results failed."]);
  expect(historyOf(service, []).times).toEqual([]);
});

test("thresholds are lines, those that are not used are not", () => {
  const shown = (one: Check) =>
    thresholdsOf(one).map(({ label, value }) => [label.replaceAll("\u00a0", " "), value]);
  const disk = check({ warning_threshold: 20, error_threshold: 0, recovery_threshold: 25 });
  expect(shown(disk)).toEqual([
    ["Warning: 20 %", 20],
    ["Recovery: 25 %", 25],
  ]);
  const page = check({ check_type: "http", warning_latency_ms: 300, warning_threshold: null });
  expect(shown(page)).toEqual([["Warning: 300 ms", 300]]);
  expect(shown(check({ check_type: "ping", warning_latency_ms: 300 }))).toEqual([]);
});

test("the address names a range or a part of the past", () => {
  expect([rangeOf({}), rangeOf({ range: "all" }), rangeOf({ range: "hour" })]).toEqual([
    ...["day", "all", "day"],
  ]);
  expect(filtersOf("day")).toEqual({ range: undefined, from: undefined, to: undefined });
  expect(zoomFilters({ from: 60, to: 120 })).toEqual({
    from: "1970-01-01T00:01:00.000Z",
    to: "1970-01-01T00:02:00.000Z",
  });
});

test("all begins with the first point, and one point has some width", () => {
  expect(windowOf("week", [], 1_000_000)).toEqual({ from: 395_200, to: 1_000_000 });
  expect(windowOf("all", [5_000, 6_000], 100_000)).toEqual({ from: 5_000, to: 100_000 });
  expect(windowOf("all", [99_999], 100_000)).toEqual({ from: 99_400, to: 100_000 });
});

test("a small graph goes from left to right, and a constant is in the middle", () => {
  expect(sketchOf([0, 5, 10], 20, 10)).toEqual({
    path: "M0 10L10 5L20 0",
    low: 0,
    high: 10,
    newest: 10,
  });
  expect(sketchOf([3, 3], 20, 10)?.path).toBe("M0 5L20 5");
  expect([sketchOf([], 20, 10), sketchOf([1], 20, 10)?.path]).toEqual([null, ""]);
  expect(sketchOf([2, 4, null, 2, 4], 20, 10)?.path).toBe("M0 10L5 0M15 10L20 0");
  expect(sketchOf([2, 4, null], 20, 10)).toMatchObject({ low: 2, high: 4, newest: null });
  expect(sketchOf([null], 20, 10)).toBeNull();
});
