import type uPlot from "uplot";
import { expect, test, vi } from "vitest";
import type { Graph, Line, Values } from "./graphs";
import { type Drawing, isolatedPoints, plotData, plotOptions, valueRange } from "./plotOptions";

const line = (mean: Values, more: Partial<Line> = {}): Line => ({
  key: "cpu ",
  label: "Processor",
  mean,
  min: mean.map((value) => value && value - 1),
  max: mean.map((value) => value && value + 1),
  color: 0,
  isOther: false,
  ...more,
});

const drawing = (more: Partial<Drawing> = {}): Drawing => ({
  graph: graphOf(line([10, null, 30])),
  times: [60, 120, 180],
  isThinned: false,
  window: { from: 0, to: 240 },
  scheme: "light",
  ink: { text: "#111111", grid: "#eeeeee" },
  size: { width: 300, height: 180 },
  onZoom: () => {},
  onCursor: () => {},
  ...more,
});

const graphOf = (...lines: Line[]): Graph => ({
  id: "cpu",
  title: "Processor",
  unit: "percent",
  lines,
  others: [],
});

test("values by the minute are one line each, without a band", () => {
  expect(plotData(drawing())).toEqual([
    [60, 120, 180],
    [10, null, 30],
  ]);
  const { series, bands } = plotOptions(drawing());
  expect([series.length, bands]).toEqual([2, []]);
});

test("thinned values have a band from lowest to highest behind their line", () => {
  const thinned = drawing({ isThinned: true });
  expect(plotData(thinned)).toEqual([
    [60, 120, 180],
    [11, null, 31],
    [9, null, 29],
    [10, null, 30],
  ]);
  const { series, bands } = plotOptions(thinned);
  expect(series.map(({ width }) => width)).toEqual([undefined, 0, 0, 1.5]);
  expect(bands).toEqual([{ series: [1, 2], fill: "#056a7830" }]);
});

test("the other agent's line is dashed and has no band", () => {
  const graph = graphOf(line([1]), line([2], { isOther: true }));
  const { series, bands } = plotOptions(drawing({ graph, isThinned: true }));
  expect(series.map(({ dash }) => dash)).toEqual([
    ...[undefined, undefined, undefined],
    ...[undefined, [6, 4]],
  ]);
  expect(bands).toHaveLength(1);
});

test("no line leads through what is unknown, and each theme has its colours", () => {
  const stroke = (scheme: Drawing["scheme"]) => plotOptions(drawing({ scheme })).series[1]?.stroke;
  expect(plotOptions(drawing()).series[1]?.spanGaps).toBe(false);
  expect([stroke("light"), stroke("dark")]).toEqual(["#056a78", "#3fc1cf"]);
});

test("the time is the one that was asked for, whatever has data", () => {
  const { scales } = plotOptions(drawing());
  const range = scales?.x?.range as () => [number, number];
  expect(range()).toEqual([0, 240]);
});

test("a drag is reported as a window and leaves no mark", () => {
  const onZoom = vi.fn();
  const setSelect = vi.fn();
  const hook = plotOptions(drawing({ onZoom })).hooks?.setSelect?.[0];
  const plot = (width: number) =>
    ({
      select: { left: 10, top: 0, width, height: 180 },
      posToVal: (left: number) => left * 10,
      setSelect,
    }) as unknown as Parameters<NonNullable<typeof hook>>[0];
  hook?.(plot(50));
  hook?.(plot(0));
  expect(onZoom.mock.calls).toEqual([[{ from: 100, to: 600 }]]);
  expect(setSelect).toHaveBeenCalledTimes(2);
});

test("a value between unknown ones is drawn as a point", () => {
  expect(isolatedPoints([5, null, 6, 7, null, 8])).toEqual([0, 5]);
  expect(isolatedPoints([5, 6, null, null])).toBeNull();
  expect(isolatedPoints([null])).toBeNull();
});

test("percents reach to a hundred, temperatures need no zero, and everything else begins there", () => {
  expect([
    valueRange("percent", 40, 60),
    valueRange("celsius", 41.5, 63),
    valueRange("celsius", null, null),
    valueRange("bytes_per_second", 500, 1000),
    valueRange("load", 0, 0),
  ]).toEqual([
    [0, 100],
    [35, 70],
    [0, 1],
    [0, 1100],
    [0, 1],
  ]);
});

test("thresholds are in the picture, and are drawn through the whole width", () => {
  const graph = { ...graphOf(line([10])), unit: "milliseconds" };
  const thresholds = [{ label: "Warning", value: 300, color: "orange" }];
  const { scales, hooks } = plotOptions(drawing({ graph: { ...graph, thresholds } }));
  const range = scales?.y?.range as unknown as (
    plot: null,
    min: number,
    max: number,
  ) => [number, number];
  expect(range(null, 10, 10)).toEqual([0, 330]);
  const drawn: [string, ...number[]][] = [];
  const ctx = {
    save: () => {},
    restore: () => {},
    setLineDash: () => {},
    beginPath: () => {},
    moveTo: (x: number, y: number) => drawn.push(["from", x, y]),
    lineTo: (x: number, y: number) => drawn.push(["to", x, y]),
    stroke: () => drawn.push([ctx.strokeStyle]),
    lineWidth: 0,
    strokeStyle: "",
  };
  const bbox = { left: 50, top: 0, width: 200, height: 100 };
  const plot = { ctx, bbox, valToPos: (value: number) => value / 10 };
  vi.stubGlobal("window", { devicePixelRatio: 1 });
  hooks?.draw?.[0]?.(plot as unknown as uPlot);
  vi.unstubAllGlobals();
  expect(drawn).toEqual([["from", 50, 30], ["to", 250, 30], ["#a8480a"]]);
});
