import { expect, test } from "vitest";
import type { Graph } from "../metrics/graphs";
import { marksOf, metricOf, narrowed, resultGraph, windowAround } from "./around";

const at = (text: string) => Date.parse(text) / 1000;
const NOW = at("2026-11-18T12:00:00Z");

test("an open alert is shown with the hours before it, until now", () => {
  expect(windowAround({ alert_time: "2026-11-18T10:00:00Z" }, NOW)).toEqual({
    from: at("2026-11-18T04:00:00Z"),
    to: NOW,
  });
});

test("a resolved alert is shown until an hour after its end", () => {
  const alert = { alert_time: "2026-11-17T10:00:00Z", resolved_on: "2026-11-17T11:30:00Z" };
  expect(windowAround(alert, NOW)).toEqual({
    from: at("2026-11-17T04:00:00Z"),
    to: at("2026-11-17T12:30:00Z"),
  });
});

test("an alert of this minute is in the time that is shown", () => {
  const now = at("2026-11-18T12:00:25Z");
  const alert = { alert_time: "2026-11-18T12:00:13Z", resolved_on: "2026-11-18T12:00:22Z" };
  expect(windowAround(alert, now)).toEqual({
    from: at("2026-11-18T06:00:00Z"),
    to: at("2026-11-18T12:01:00Z"),
  });
});

test("of an alert that is open for weeks, its beginning is shown", () => {
  expect(windowAround({ alert_time: "2026-11-01T10:00:00Z" }, NOW)).toEqual({
    from: at("2026-11-01T04:00:00Z"),
    to: at("2026-11-03T10:00:00Z"),
  });
});

test("its beginning is marked in the colour of its severity, its end in green", () => {
  const open = { alert_time: "2026-11-18T10:00:00Z", severity: "warning" as const };
  const opened = { label: "Alert opened", time: at("2026-11-18T10:00:00Z"), color: "orange" };
  expect(marksOf(open)).toEqual([opened]);
  expect(marksOf({ ...open, resolved_on: "2026-11-18T11:00:00Z" })).toEqual([
    opened,
    { label: "Resolved", time: at("2026-11-18T11:00:00Z"), color: "green" },
  ]);
});

test("checks of usage are judged by a metric, others by their own results", () => {
  expect(metricOf({ check_type: "cpuload" })).toEqual({ graph: "cpu" });
  expect(metricOf({ check_type: "memory" })).toEqual({ graph: "memory" });
  expect(metricOf({ check_type: "diskspace", disk: "/var" })).toEqual({
    graph: "disks",
    line: "/var",
  });
  expect(metricOf({ check_type: "winsvc" })).toBeNull();
});

test("only the disk of the check is drawn, and all of them when it is not known", () => {
  const line = (label: string) => ({
    ...{ key: label, label, color: 0, isOther: false },
    ...{ mean: [], min: [], max: [] },
  });
  const graph: Graph = {
    ...{ id: "disks", title: "Disks", unit: "percent" },
    lines: [line("/")],
    others: [line("/var")],
  };
  expect(narrowed(graph, "/var").lines.map(({ label }) => label)).toEqual(["/var"]);
  expect(narrowed(graph, "/gone")).toBe(graph);
});

test("results are drawn from the oldest to the newest, within the time that is shown", () => {
  const points = [
    { x: "2026-11-18T13:00:00Z", y: 0 },
    { x: "2026-11-18T11:00:00Z", y: 1 },
    { x: "2026-11-18T10:00:00Z", y: 0 },
  ];
  const window = { from: at("2026-11-18T09:00:00Z"), to: NOW };
  const { graph, times } = resultGraph({ check_type: "ping" }, points, window);
  expect(times).toEqual([at("2026-11-18T10:00:00Z"), at("2026-11-18T11:00:00Z")]);
  expect(graph.lines[0]?.mean).toEqual([0, 1]);
  expect(graph.unit).toBe("failure");
  expect(graph.lines[0]?.summary).toBe("1 of 2 results failed.");
  expect(resultGraph({ check_type: "memory" }, points, window).graph.unit).toBe("percent");
  const page = resultGraph({ check_type: "http" }, points, window).graph;
  expect([page.unit, page.lines[0]?.mean]).toEqual(["milliseconds", [null, 1]]);
});
