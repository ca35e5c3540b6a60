import { expect, test } from "vitest";
import { alignedTo, DRAWN, type Graph, graphsOf, type Values } from "./graphs";
import type { AgentMetrics, MetricSeries } from "./types";

const TIMES = [60, 120, 180];

const series = (
  name: MetricSeries["name"],
  label: string,
  mean: Values,
  unit = "percent",
): MetricSeries => ({
  name,
  label,
  unit,
  mean,
  min: mean,
  max: mean,
});

const answer = (...all: MetricSeries[]): AgentMetrics => ({
  from: "1970-01-01T00:01:00Z",
  to: "1970-01-01T00:04:00Z",
  bucket_seconds: 60,
  times: TIMES,
  series: all,
});

const labels = (graphs: Graph[]) =>
  Object.fromEntries(graphs.map(({ id, lines }) => [id, lines.map(({ label }) => label)]));

test("there is a graph for everything that has data, in a fixed order, and none for the rest", () => {
  const graphs = graphsOf(
    answer(
      series("cpu", "", [1, 2, 3]),
      series("disk_free", "/", [1, 2, 3], "bytes"),
      series("disk_read", "sda", [1, 2, 3], "bytes_per_second"),
      series("disk_used", "/", [1, 2, 3]),
      series("disk_used", "/var", [1, 2, 3]),
      series("disk_write", "sda", [1, 2, 3], "bytes_per_second"),
      series("load1", "", [1, 2, 3], "load"),
      series("load5", "", [1, 2, 3], "load"),
      series("memory", "", [1, 2, 3]),
      series("processes", "", [null, null, null], "count"),
      series("swap", "", [0, 0, 0]),
      series("temperature", "k10temp", [null, 41.5, null], "celsius"),
    ),
    null,
  );
  expect(labels(graphs)).toEqual({
    cpu: ["Processor"],
    memory: ["Memory", "Swap"],
    load: ["1 minute", "5 minutes"],
    disks: ["/", "/var"],
    disk_rates: ["sda read", "sda written"],
    temperature: ["k10temp"],
  });
  expect(graphs.map(({ id }) => id)).toEqual([
    "cpu",
    "memory",
    "load",
    "disks",
    "disk_rates",
    "temperature",
  ]);
  expect(graphs.map(({ unit }) => unit)).toEqual([
    "percent",
    "percent",
    "load",
    "percent",
    "bytes_per_second",
    "celsius",
  ]);
});

test("an agent without measurements has no graph", () => {
  expect(graphsOf(answer(), null)).toEqual([]);
});

test("of many lines the eight highest are drawn, in their own order, and the others kept", () => {
  const mounts = Array.from({ length: 10 }, (_, place) =>
    series("disk_used", `/${place}`, [place, null, place]),
  );
  const [graph] = graphsOf(answer(...mounts), null);
  expect(graph?.lines.map(({ label }) => label)).toEqual([
    "/2",
    "/3",
    "/4",
    "/5",
    "/6",
    "/7",
    "/8",
    "/9",
  ]);
  expect(graph?.others.map(({ label }) => label)).toEqual(["/0", "/1"]);
  expect(new Set(graph?.lines.map(({ color }) => color)).size).toBe(8);
});

test("the same line of two agents has one colour, and a line of one of them its own", () => {
  const own = answer(series("disk_used", "/", [1, 1, 1]), series("disk_used", "/var", [9, 9, 9]));
  const other = answer(series("disk_used", "/", [2, 2, 2]), series("disk_used", "/srv", [3, 3, 3]));
  const [graph] = graphsOf(own, other);
  const drawn = graph?.lines.map(({ label, color, isOther }) => [label, color, isOther]);
  const color = (label: string) => drawn?.find(([name]) => name === label)?.[1];
  expect(drawn).toEqual([
    ["/", color("/"), false],
    ["/var", color("/var"), false],
    ["/", color("/"), true],
    ["/srv", color("/srv"), true],
  ]);
  expect(new Set([color("/"), color("/var"), color("/srv")]).size).toBe(3);
});

test("two agents share the lines of a graph, four each", () => {
  const mounts = Array.from({ length: 6 }, (_, place) =>
    series("disk_used", `/${place}`, [place, place, place]),
  );
  const [graph] = graphsOf(answer(...mounts), answer(...mounts));
  expect(graph?.lines.map(({ isOther }) => isOther)).toEqual([
    ...[false, false, false, false],
    ...[true, true, true, true],
  ]);
  expect(graph?.others).toHaveLength(4);
});

test("values of another agent keep their times, and what has no such time is unknown", () => {
  const other = { ...answer(series("cpu", "", [5, 6, 7])), times: [120, 180, 240] };
  const moved = alignedTo(TIMES, other);
  expect(moved.times).toEqual(TIMES);
  expect(moved.series[0]?.mean).toEqual([null, 5, 6]);
});

test("no metric is asked for twice", () => {
  expect(new Set(DRAWN).size).toBe(DRAWN.length);
});
