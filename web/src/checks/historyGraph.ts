/** The history of a check as a graph: its values, its thresholds, and its results in words. */
import type { Graph, Threshold, Values } from "../metrics/graphs";
import { formatInUnit } from "../texts/units";
import { history as words } from "./messages";
import type { Check, CheckPoint, CheckType } from "./types";

/** What the values of each type are measured in. */
export const UNITS: Record<CheckType, string> = {
  diskspace: "percent",
  cpuload: "percent",
  memory: "percent",
  ping: "failure",
  winsvc: "failure",
  eventlog: "failure",
  script: "failure",
  http: "milliseconds",
  port: "milliseconds",
};

export interface History {
  graph: Graph;
  /** Seconds since 1970, the oldest first. */
  times: number[];
}

/** A pause of so many usual ones is a time without results: no line leads through it. */
const GAP = 4;

export function historyOf(check: Check, points: CheckPoint[]): History {
  const unit = UNITS[check.check_type];
  const { times, values, texts } = withGaps(check, points);
  const failed = points.filter(isFailure).length;
  const all = points.length;
  const line = {
    key: "value",
    label: words.lines[check.check_type],
    mean: values,
    min: values,
    max: values,
    color: 0,
    isOther: false,
    ...(unit === "failure" && {
      summary: failed > 0 ? words.failures(failed, all) : words.noFailures(all),
    }),
  };
  const graph = {
    id: "history",
    title: words.title,
    unit,
    lines: [line],
    others: [],
    thresholds: thresholdsOf(check),
    notes: { title: words.details, texts },
  };
  return { graph, times };
}

/** What is drawn of a result; nothing when a page or a port did not answer. */
export const drawnValue = (type: string, y: number): number | null =>
  UNITS[type as CheckType] === "milliseconds" && y === 0 ? null : y;

const isFailure = ({ results }: CheckPoint) => results.status === "failing";

interface Series {
  times: number[];
  values: Values;
  texts: string[];
}

/** The oldest first, with an unknown value in each long pause. */
function withGaps(check: Check, points: CheckPoint[]): Series {
  const found = points.toReversed().map((point) => ({
    time: Date.parse(point.x) / 1000,
    value: drawnValue(check.check_type, point.y),
    text: point.results.more_info ?? "",
  }));
  const longest = GAP * usualPause(found.map(({ time }) => time));
  const series: Series = { times: [], values: [], texts: [] };
  const add = (time: number, value: number | null, text: string) => {
    series.times.push(time);
    series.values.push(value);
    series.texts.push(text);
  };
  for (const [place, { time, value, text }] of found.entries()) {
    const before = found[place - 1]?.time;
    if (before !== undefined && time - before > longest) add((before + time) / 2, null, "");
    add(time, value, text);
  }
  return series;
}

/** The median of the pauses between results. */
function usualPause(times: number[]): number {
  const pauses = times.slice(1).map((time, place) => time - (times[place] ?? time));
  const middle = pauses.toSorted((left, right) => left - right)[Math.floor(pauses.length / 2)];
  return middle ?? Number.POSITIVE_INFINITY;
}

/** Lines for what the values are compared with. */
export function thresholdsOf(check: Check): Threshold[] {
  const isLatency = UNITS[check.check_type] === "milliseconds";
  const unit = isLatency ? "milliseconds" : "percent";
  const limits: [label: string, value: number | null | undefined, color: string][] = isLatency
    ? [
        [words.warning, check.warning_latency_ms, "orange"],
        [words.error, check.error_latency_ms, "red"],
      ]
    : [
        [words.warning, check.warning_threshold, "orange"],
        [words.error, check.error_threshold, "red"],
        [words.recovery, check.recovery_threshold, "green"],
      ];
  if (UNITS[check.check_type] === "failure") return [];
  return limits.flatMap(([label, value, color]) =>
    value ? [{ label: `${label}: ${formatInUnit(value, unit)}`, value, color }] : [],
  );
}
