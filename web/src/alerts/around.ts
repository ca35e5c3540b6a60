/** Which graph belongs to an alert, and of which time. */
import { drawnValue } from "../checks/historyGraph";
import type { Graph, GraphId, Mark } from "../metrics/graphs";
import { fitted, type TimeWindow } from "../metrics/range";
import { alerts as words } from "./messages";
import type { Severity } from "./state";

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** What came before says more than what came after. */
const BEFORE = 6 * HOUR;
const AFTER = HOUR;

/** Of an alert that is open for weeks, how it began. */
const MOST_AFTER = 48 * HOUR;

interface Timed {
  alert_time: string;
  resolved_on?: string | null | undefined;
}

const secondsOf = (time: string) => Date.parse(time) / 1000;

/** The hours before the alert, and until it was resolved; `now` in seconds. */
export function windowAround({ alert_time, resolved_on }: Timed, now: number): TimeWindow {
  const opened = secondsOf(alert_time);
  const ended = resolved_on ? secondsOf(resolved_on) + AFTER : now;
  const to = Math.min(now, Math.max(ended, opened + AFTER), opened + MOST_AFTER);
  // On whole minutes, with what happened in the last of them.
  const [first, last] = [Math.floor((opened - BEFORE) / MINUTE), Math.ceil(to / MINUTE)];
  return fitted({ from: first * MINUTE, to: last * MINUTE }, now);
}

/** Names of the palette. */
const OPENED: Record<Severity, string> = { error: "red", warning: "orange", info: "blue" };

/** When the alert opened, and when it ended. */
export function marksOf({ alert_time, resolved_on, severity }: Timed & { severity: Severity }) {
  const opened = { label: words.markOpened, time: secondsOf(alert_time), color: OPENED[severity] };
  const marks: Mark[] = [opened];
  if (resolved_on) {
    marks.push({ label: words.markResolved, time: secondsOf(resolved_on), color: "green" });
  }
  return marks;
}

/** As much of a check as its graph needs. */
interface Checked {
  check_type: string;
  disk?: string | null;
}

interface MetricGraph {
  graph: GraphId;
  /** The line of the graph, where it has several. */
  line?: string;
}

/** The graph of the metrics that a check is judged by; nothing for checks that measure something else. */
export function metricOf({ check_type, disk }: Checked): MetricGraph | null {
  if (check_type === "cpuload") return { graph: "cpu" };
  if (check_type === "memory") return { graph: "memory" };
  if (check_type === "diskspace") return { graph: "disks", ...(disk && { line: disk }) };
  return null;
}

/** Only the line that is meant; all of them when there is none of that name. */
export function narrowed(graph: Graph, line: string | undefined): Graph {
  const lines = [...graph.lines, ...graph.others].filter(({ label }) => label === line);
  return lines.length > 0 ? { ...graph, lines, others: [] } : graph;
}

interface Point {
  x: string;
  y: number;
}

/** The types whose results are how long something took. */
const LATENCY = ["http", "port"];

/** What the results of a check are, and their unit. */
function resultLine(check_type: string): { label: string; unit: string } {
  if (metricOf({ check_type })) return { label: words.resultPercent, unit: "percent" };
  if (LATENCY.includes(check_type)) return { label: words.resultLatency, unit: "milliseconds" };
  return { label: words.resultFailing, unit: "failure" };
}

/** The results of a check as a graph, in the form of one of the metrics; `points` are newest first. */
export function resultGraph({ check_type }: Checked, points: readonly Point[], window: TimeWindow) {
  const inside = points
    .map(({ x, y }) => ({ time: secondsOf(x), y: drawnValue(check_type, y) }))
    .filter(({ time }) => time >= window.from && time <= window.to)
    .reverse();
  const values = inside.map(({ y }) => y);
  const { label, unit } = resultLine(check_type);
  const line = { key: "results", label, mean: values, min: values, max: values };
  const failed = values.filter((value) => value === 1).length;
  const summary = unit === "failure" && { summary: words.resultsFailed(failed, values.length) };
  const graph: Graph = {
    id: "results",
    title: words.results,
    unit,
    lines: [{ ...line, ...summary, color: 0, isOther: false }],
    others: [],
  };
  return { graph, times: inside.map(({ time }) => time) };
}
