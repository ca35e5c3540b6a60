/** How a graph is drawn, in the words of the library that draws it. */
import type uPlot from "uplot";
import { formatInUnit } from "../texts/units";
import { lineColor, namedColor, type Scheme } from "./colors";
import type { Graph, Line, Values } from "./graphs";
import { drawMarks } from "./marks";
import type { TimeWindow } from "./range";
import { tickLabels } from "./times";

export interface Drawing {
  graph: Graph;
  times: number[];
  /** Whether a value stands for several minutes, so that there are extremes around it. */
  isThinned: boolean;
  window: TimeWindow;
  scheme: Scheme;
  /** Colours of the page: of texts, and of the lines behind the graph. */
  ink: { text: string; grid: string };
  size: { width: number; height: number };
  onZoom: (window: TimeWindow) => void;
  /** The position of the cursor: which value, and how far from the left; nothing when it is elsewhere. */
  onCursor: (place: number | null, left: number) => void;
}

/** The lines that have a band from the lowest to the highest value behind them. */
function bandedLines({ graph, isThinned }: Drawing): Line[] {
  return isThinned ? graph.lines.filter(({ isOther }) => !isOther) : [];
}

/** The times, both edges of each band, then the lines: what comes later is drawn above. */
export function plotData(drawing: Drawing): uPlot.AlignedData {
  const edges = bandedLines(drawing).flatMap(({ max, min }) => [max, min]);
  return [drawing.times, ...edges, ...drawing.graph.lines.map(({ mean }) => mean)];
}

export function plotOptions(drawing: Drawing): uPlot.Options {
  const { graph, window, scheme, size } = drawing;
  const banded = bandedLines(drawing);
  return {
    ...size,
    scales: {
      x: { time: true, range: () => [window.from, window.to] },
      y: { range: (_, min, max) => valueRange(graph.unit, min, highest(graph, max)) },
    },
    series: [
      {},
      ...banded.flatMap(() => [EDGE, EDGE]),
      ...graph.lines.map((line) => lineSeries(line, scheme)),
    ],
    bands: banded.map(({ color }, place) => ({
      series: [2 * place + 1, 2 * place + 2],
      fill: `${lineColor(color, scheme)}${FAINT}`,
    })),
    axes: axesOf(drawing),
    legend: { show: false },
    cursor: cursorOf(),
    hooks: {
      draw: [(plot) => drawThresholds(plot, drawing), (plot) => drawMarks(plot, drawing)],
      setSelect: [(plot) => selected(plot, drawing)],
      setCursor: [({ cursor }) => drawing.onCursor(cursor.idx ?? null, cursor.left ?? 0)],
    },
  };
}

/** Opacity of a band, as the last two digits of its colour. */
const FAINT = "30";

/** Not drawn itself: the band ends there. */
const EDGE: uPlot.Series = { width: 0, points: { show: false } };

function lineSeries({ color, isOther }: Line, scheme: Scheme): uPlot.Series {
  const stroke = lineColor(color, scheme);
  return {
    stroke,
    width: 1.5,
    ...(isOther && { dash: [6, 4] }),
    // Unknown stays unknown: no line leads through it.
    spanGaps: false,
    points: {
      show: false,
      filter: (plot, series) => isolatedPoints(plot.data[series] as Values),
      size: 4,
      fill: stroke,
    },
  };
}

/** Values between two unknown ones, through which no line goes: drawn as points. */
export function isolatedPoints(values: Values): number[] | null {
  const places = [...values.keys()].filter(
    (place) => values[place] !== null && values[place - 1] == null && values[place + 1] == null,
  );
  return places.length > 0 ? places : null;
}

/** Percents have a fixed scale and temperatures no zero; everything else begins at zero. */
export function valueRange(unit: string, min: number | null, max: number | null): [number, number] {
  if (unit === "percent") return [0, 100];
  if (unit === "failure") return [-0.1, 1.1];
  if (unit === "celsius" && min !== null && max !== null) {
    return [Math.floor(min / 5 - 1) * 5, Math.ceil(max / 5 + 1) * 5];
  }
  return [0, max !== null && max > 0 ? max * 1.1 : 1];
}

/** A threshold is in the picture even if no value comes near it. */
function highest({ thresholds = [] }: Graph, max: number | null): number | null {
  const all = [max, ...thresholds.map(({ value }) => value)].filter((value) => value !== null);
  return all.length > 0 ? Math.max(...all) : null;
}

/** Dashed, over the whole width: also where nothing was measured. */
function drawThresholds(plot: uPlot, { graph, scheme }: Drawing) {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.lineWidth = Math.max(1, Math.round(window.devicePixelRatio));
  ctx.setLineDash([6 * ctx.lineWidth, 4 * ctx.lineWidth]);
  for (const { value, color } of graph.thresholds ?? []) {
    const y = Math.round(plot.valToPos(value, "y", true));
    ctx.strokeStyle = namedColor(color, scheme);
    ctx.beginPath();
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(bbox.left + bbox.width, y);
    ctx.stroke();
  }
  ctx.restore();
}

function axesOf({ graph, ink }: Drawing): uPlot.Axis[] {
  const lines = { stroke: ink.text, grid: { stroke: ink.grid, width: 1 }, ticks: { show: false } };
  return [
    {
      ...lines,
      space: 64,
      size: 28,
      values: (_, ticks, _axis, _space, step) => tickLabels(ticks, step),
    },
    {
      ...lines,
      space: 34,
      size: (_, labels) => labelWidth(labels),
      values: (_, ticks) => ticks.map((value) => formatInUnit(value, graph.unit)),
    },
  ];
}

/** Pixels for the longest label; there are none at the first call. */
function labelWidth(labels: (string | null)[] | null): number {
  const longest = Math.max(5, ...(labels ?? []).map((label) => label?.length ?? 0));
  return 12 + 7 * longest;
}

/** A line to point with that moves on all graphs together; a drag chooses a time. */
function cursorOf(): uPlot.Cursor {
  return {
    y: false,
    points: { show: false },
    drag: { x: true, y: false, setScale: false, dist: 6 },
    // The page decides what a double click does.
    bind: { dblclick: () => null },
    sync: {
      key: "metrics",
      setSeries: false,
      scales: ["x", null],
      // A drag is for one graph to report, not for each.
      filters: { pub: (type) => type === "mousemove" },
    },
  };
}

function selected(plot: uPlot, { onZoom }: Drawing) {
  const { left, width } = plot.select;
  const [from, to] = [plot.posToVal(left, "x"), plot.posToVal(left + width, "x")];
  plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
  if (width > 0) onZoom({ from, to });
}
