/** Which graphs an answer makes, and which lines are on each. */

import { metrics as words } from "./messages";
import type { AgentMetrics, MetricSeries } from "./types";

/** One value for each time; `null` where nothing is known. */
export type Values = (number | null)[];

export interface Line {
  /** The metric, and what it was measured of: the same for two agents. */
  key: string;
  label: string;
  mean: Values;
  min: Values;
  max: Values;
  /** Which colour it has; lines with the same key have the same. */
  color: number;
  /** Of the agent that is compared with: drawn dashed. */
  isOther: boolean;
  /** What it says in words, where its values alone do not. */
  summary?: string;
}

/** A value that matters, drawn as a dashed line through the whole graph. */
export interface Threshold {
  label: string;
  value: number;
  /** A name of the palette. */
  color: string;
}

/** Something that happened, drawn as a line from top to bottom with its label beside it. */
export interface Mark {
  label: string;
  /** Seconds since 1970. */
  time: number;
  /** A name of the palette. */
  color: string;
}

export interface Graph {
  id: string;
  title: string;
  unit: string;
  /** Drawn, the first agent's before the other's. */
  lines: Line[];
  /** Have data and are not drawn: nobody could distinguish so many. */
  others: Line[];
  thresholds?: Threshold[];
  marks?: Mark[];
  /** A text for each time, shown in the table. */
  notes?: { title: string; texts: string[] };
}

export type GraphId = keyof typeof words.graph;

/** In the order of the page. */
const KINDS: [id: GraphId, names: string[]][] = [
  ["cpu", ["cpu"]],
  ["memory", ["memory", "swap"]],
  ["load", ["load1", "load5", "load15"]],
  ["disks", ["disk_used"]],
  ["disk_rates", ["disk_read", "disk_write"]],
  ["network", ["net_received", "net_sent"]],
  ["temperature", ["temperature"]],
  ["processes", ["processes"]],
];

/** Every metric that is drawn: others need not be read. */
export const DRAWN = KINDS.flatMap(([, names]) => names);

/** As many lines as there are colours; half of them of each agent when two are compared. */
const MOST = 8;

/** The graphs that have data, of one agent or of two. */
export function graphsOf(own: AgentMetrics, other: AgentMetrics | null): Graph[] {
  return KINDS.map(([id, names]) => graphOf(id, names, own, other)).filter(
    ({ lines }) => lines.length > 0,
  );
}

function graphOf(
  id: GraphId,
  names: string[],
  own: AgentMetrics,
  other: AgentMetrics | null,
): Graph {
  const most = other ? MOST / 2 : MOST;
  const ownSeries = seriesOf(own, names);
  const otherSeries = other ? seriesOf(alignedTo(own.times, other), names) : [];
  const drawn = [...highest(ownSeries, most), ...highest(otherSeries, most)];
  const keys = [...new Set(drawn.map(keyOf))];
  const line = (series: MetricSeries): Line => ({
    key: keyOf(series),
    label: labelOf(series, names),
    mean: series.mean,
    min: series.min,
    max: series.max,
    color: Math.max(0, keys.indexOf(keyOf(series))),
    isOther: !ownSeries.includes(series),
  });
  const all = [...ownSeries, ...otherSeries];
  return {
    id,
    title: words.graph[id],
    unit: all[0]?.unit ?? "",
    lines: all.filter((series) => drawn.includes(series)).map(line),
    others: all.filter((series) => !drawn.includes(series)).map(line),
  };
}

/** Those of a graph that have data, in the order of its names. */
function seriesOf({ series }: AgentMetrics, names: string[]): MetricSeries[] {
  const known = series.filter(({ mean }) => mean.some((value) => value !== null));
  return names.flatMap((name) => known.filter((one) => one.name === name));
}

const keyOf = ({ name, label }: MetricSeries) => `${name} ${label}`;

/** "Swap", "/var", "sda read". */
function labelOf({ name, label }: MetricSeries, names: string[]): string {
  const what = words.line[name] ?? name;
  if (label === "") return what;
  return names.length > 1 ? words.ofDevice(label, what) : label;
}

/** The lines that reach highest. */
function highest(series: MetricSeries[], most: number): MetricSeries[] {
  const top = ({ max }: MetricSeries) =>
    max.reduce<number>((before, value) => Math.max(before, value ?? before), -Infinity);
  return series.toSorted((left, right) => top(right) - top(left)).slice(0, most);
}

/** Another agent's values at these times: both were asked about the same time, but what is elsewhere is unknown here. */
export function alignedTo(times: number[], metrics: AgentMetrics): AgentMetrics {
  const places = new Map(metrics.times.map((time, place) => [time, place]));
  const moved = (values: Values) => times.map((time) => values[places.get(time) ?? -1] ?? null);
  const series = metrics.series.map((one) => ({
    ...one,
    mean: moved(one.mean),
    min: moved(one.min),
    max: moved(one.max),
  }));
  return { ...metrics, times, series };
}
